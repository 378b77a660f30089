import { describe, expect, it } from 'vitest';
import { lateRegexp } from '#base/regexp';
import { regexpLibrary } from '#base/regexp-library';
import { seconds } from '#base/sim-time';
import { Simulation } from '#sim/simulation';
import { FileSystem } from '../../files/file-system.ts';
import { noStdin, ProcessSignals } from '../program.ts';
import { runShell } from './run-shell.ts';

const tooMuch = 'the output of a command ends after 1 MiB in this simulation\n';

/** Runs a script; returns its output and its exit code. */
function sh(script: string, time = 60): string {
  const sim = new Simulation();
  let text = '';
  const write = (more: string): void => {
    text += more;
  };
  const task = sim.spawn(
    'sh',
    runShell({
      sim,
      regexp: lateRegexp(() => regexpLibrary),
      argv: ['sh', '-c', script],
      env: new Map([['NAME', 'world']]),
      files: new FileSystem([], { '/tmp/.': '' }),
      cwd: '/',
      readStdin: noStdin,
      signals: new ProcessSignals(sim),
      out: write,
      err: write,
    }),
  );
  sim.run(seconds(time));
  const step = task.join().next();
  return `${text}${task.done ? step.value : 'runs'}`;
}

describe('sh', () => {
  it.each([
    [
      "printf 'ab\\n' > /tmp/b; hexdump -C /tmp/b; hexdump /tmp/b",
      `00000000  61 62 0a${' '.repeat(42)}|ab.|\n00000003\n0000000 6261 000a\n0000003\n0`,
    ],
    ["printf 'a b\\nc d\\n' > /tmp/w; wc -l /tmp/w | awk {'print $1'}", '2\n0'],
    ['alias l="echo -n"; l a; l b; unalias l; l c', 'absh: l: not found\n127'],
    ["printf 'a:b\\nc:d\\n' | awk -F: '/c/ {print NR, $2, \"x\", $NF}'", '2 d x d\n0'],
    ["awk 'BEGIN {x = 1; print x}'", '1\n0'],
    ['echo hello "$NAME" \'$NAME\'', 'hello world $NAME\n0'],
    ['set --; for each in a "$@" ""; do echo "[$each]"; done', '[a]\n[]\n0'],
    [`A=1; B="\${A}2"; echo $B \${C:-none}`, '12 none\n0'],
    ['false || echo no && echo yes', 'no\nyes\n0'],
    ['for i in a b; do echo $i; done', 'a\nb\n0'],
    ['for i in a b; do { break; } | cat; (break); echo $i; done', 'a\nb\n0'],
    ['f() { { return 3; } | cat; echo on; }; f', 'on\n0'],
    ['x=$(yes); echo on $?', `${tooMuch}on 141\n0`],
    ['x=$(yes); x=$x$x; echo on', `${tooMuch}sh: x: out of memory: killed\n137`],
    ['echo $(yes) | wc -l', `${tooMuch}1\n0`],
    ['{ echo $((0x)); } | cat; echo on', 'sh: arithmetic syntax error\non\n0'],
    ['{ echo a; } | { echo $((0x)); }; echo $?', 'sh: arithmetic syntax error\n2\n0'],
    ['if [ -f /tmp/x ]; then echo there; else echo gone; fi', 'gone\n0'],
    ['env | grep -E "NAME|PASS"', 'NAME=world\n0'],
    ['echo one > /tmp/f; echo two >> /tmp/f; cat /tmp/f', 'one\ntwo\n0'],
    ['(exit 4); echo $?', '4\n0'],
    ['X=$(echo in); echo "[$X]"', '[in]\n0'],
    ['trap "echo bye" EXIT; exit 7', 'bye\n7'],
    ['foo', 'sh: foo: not found\n127'],
    ['echo a | xargs -n', "xargs: invalid number '0'\n1"],
    ['echo a b | xargs -n 1', 'a\nb\n0'],
    ['(sleep 8; echo late) & echo first; sleep 9', 'first\nlate\n0'],
    ['while true; do sleep 1; done', 'runs'],
    ['echo "open', 'sh: syntax error: unterminated quoted string\n2'],
    ['case abc in a*) echo yes;; *) echo no;; esac', 'yes\n0'],
    ['i=1; while [ $i -lt 4 ]; do i=$((i * 2)); done; echo $i', '4\n0'],
    ['f() { echo "<$1>"; return 3; }; f x; echo $?', '<x>\n3\n0'],
    ['cat <<EOF\nhello $NAME\nEOF', 'hello world\n0'],
    [`x=a.tar.gz; echo \${x%.gz} \${x##*.} \${#x} \${y:-none}`, 'a.tar gz 8 none\n0'],
    ['set -e; false; echo never', '1'],
    ['echo a > /tmp/1; echo b > /tmp/2; echo /tmp/*; ls /tmp | wc -l', '/tmp/1 /tmp/2\n2\n0'],
    ['printf "b\\na\\n" | while read line; do echo "[$line]"; done', '[b]\n[a]\n0'],
    ['select x in a; do :; done', 'sh: syntax error: unexpected "select"\n2'],
  ])('runs %s', (script, output) => {
    expect(sh(script)).toBe(output);
  });

  it.each([
    ['prints much', 'seq 1 50000 >/dev/null'],
    ['looks at many files', 'for a in 1 2 3 4 5 6 7 8; do find / >/dev/null; done'],
    ['matches much', 'echo "$text" | grep "1.*2.*3" >/dev/null'],
    ['replaces much', `y=\${text//1/2}`],
    ['does little, often', 'for each in $text; do :; done'],
  ])('pays for a command that %s in virtual time', (_what, command) => {
    const files = 'for a in 1 2 3 4 5 6 7 8 9; do echo x >/tmp/$a; done';
    const loop = `while :; do ${command}; echo round; done`;
    const rounds = sh(`${files}; text=$(seq 1 20000); ${loop}`, 0.3).split('round').length;
    expect(rounds).toBeGreaterThan(1);
    expect(rounds).toBeLessThan(250);
  });

  it('ends a command that would match for minutes', () => {
    const script = `text=$(seq 1 100000); y=\${text//1*a/2}; echo there`;
    expect(sh(script)).toBe('137');
  });
});

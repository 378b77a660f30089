import { describe, expect, it } from 'vitest';
import { lateRegexp } from '#base/regexp';
import { regexpLibrary } from '#base/regexp-library';
import { seconds } from '#base/sim-time';
import { Simulation } from '#sim/simulation';
import { FileSystem } from '../../files/file-system.ts';
import { PidNamespace } from '../process-table.ts';
import { noStdin } from '../program.ts';
import { runShell } from './run-shell.ts';

const folders = Object.fromEntries(['bin', 'etc', 'tmp'].map((name) => [`/${name}/.`, '']));

/** What a script wrote to both streams, and its exit code or the signal that ended it. */
function sh(script: string, argv: readonly string[] = ['sh', '-c', script]): string {
  const sim = new Simulation();
  const processes = new PidNamespace(sim, 20);
  const entry = processes.add(argv);
  let text = '';
  const write = (more: string): void => {
    text += more;
  };
  const files = new FileSystem([], {
    ...folders,
    '/etc/passwd': 'root:x:0:0:root:/root:/bin/sh\n',
  });
  const env = new Map([['NAME', 'world']]);
  const { pid, signals } = entry;
  const regexp = lateRegexp(() => regexpLibrary);
  const given = {
    sim,
    regexp,
    argv,
    env,
    files,
    cwd: '/',
    readStdin: noStdin,
    signals,
    processes,
    pid,
  };
  const task = processes.run(entry, runShell({ ...given, out: write, err: write }));
  sim.run(seconds(20));
  const step = task.join().next();
  return `${text}${task.done ? (step.value ?? entry.killedBy) : 'runs'}`;
}

/** Each line is what busybox itself prints. */
describe('a script as people write it in a manifest', () => {
  it.each([
    [
      'set -euo pipefail; cat /nosuch | wc -l; echo no',
      "cat: can't open '/nosuch': No such file or directory\n0\n1",
    ],
    ['set -u; echo $MISSING; echo no', 'sh: MISSING: parameter not set\n2'],
    [
      "set -x; A='x y' true; echo \"it's\" a=b",
      "+ A='x y' true\n+ echo 'it'\"'\"'s' 'a=b'\nit's a=b\n0",
    ],
    ['cd /nosuch', "sh: cd: line 0: can't cd to /nosuch: No such file or directory\n2"],
    ['echo > /no/x', "sh: can't create /no/x: nonexistent directory\n1"],
    ['/etc/passwd', 'sh: /etc/passwd: Permission denied\n126'],
    ['vi', 'sh: vi: not simulated\n127'],
    ['[ 1 -eq a ]; echo $?; [ a b ]', 'sh: a: bad number\n2\nsh: b: unknown operand\n2'],
    ['[ -n "$NAME" -a ! -f /x ] && [[ 1 -lt 2 && -d /tmp ]] && echo ok', 'ok\n0'],
    ["trap 'echo bye $?' EXIT; exit 4", 'bye 4\n4'],
    ["trap 'echo &&' EXIT; exit 4", 'sh: syntax error: unexpected end of file\n4'],
    ['usleep a || usleep 1.5', "usleep: invalid number 'a'\nusleep: invalid number '1.5'\n1"],
    [
      'mkdir /tmp/a; cp -r /tmp /tmp/a/b; mv /tmp /tmp/a; mv /tmp/a /tmp/a',
      "cp: recursion detected, omitting directory '/tmp/a/b'\n" +
        "mv: can't rename '/tmp': Invalid argument\nmv: can't rename '/tmp/a': Invalid argument\n1",
    ],
    ['echo x > /tmp/f; mv /tmp/f /tmp/f; cat /tmp/f', 'x\n0'],
    ['expr 7 / 0; expr 7 % 0', 'expr: division by zero\nexpr: division by zero\n2'],
    [
      'expr 9223372036854775807 + 1; expr -7 / 2; expr a + 1',
      '-9223372036854775808\n-3\nexpr: non-numeric argument\n2',
    ],
    // Of all white space only blanks, tabs and new lines separate words.
    ['echo a\u00a0b\fc', 'a\u00a0b\fc\n0'],
    ['\u2028', 'sh: \u2028: not found\n127'],
    ['kill -9 $$; echo no', 'SIGKILL'],
    ['sh -c "kill \\$\\$"; echo $?', 'Terminated\n143\n0'],
    [
      "trap 'echo bye; exit 0' TERM; (sleep 1; kill $$) & while :; do sleep 1 & wait $!; done",
      'bye\n0',
    ],
    [
      "trap 'echo caught' USR1; (sleep 1; kill -USR1 $$) & sleep 3 & wait $!; echo $?",
      'caught\n138\n0',
    ],
    ['while :; do echo tick; sleep 1; done | head -n 2', 'tick\ntick\n0'],
    ['for i in 1 2; do echo $i; sleep 1; done | tee /tmp/log; cat /tmp/log', '1\n2\n1\n2\n0'],
    ['yes | head -n 2', 'y\ny\n0'],
    ['for i in 1 2; do for j in 1 2; do break 2; done; echo no; done; echo $i$j', '11\n0'],
    ['f() { local x=1; echo $x; }; x=2; f; echo $x', '1\n2\n0'],
    ['exec > /tmp/log 2>&1; nosuch; cat /tmp/log >&2', '0'],
    // The shell's process becomes the program, wherever the shell stands: nothing comes after it.
    ['f() { for i in 1 2; do exec echo $i; done; }; f; echo no', '1\n0'],
    ["trap 'echo no' EXIT; exec sh -c 'exit 3'", '3'],
    ['(exec echo in); echo b | exec cat; x=$(exec echo c); echo $x', 'in\nb\nc\n0'],
    ['exec yes | head -n 1; exec nosuch; echo no', 'y\nsh: exec: line 0: nosuch: not found\n127'],
    ['set -e; ! true; false || true; if false; then :; fi; (false); echo no', '1'],
    ['set -- a "b c"; for x; do echo "<$x>"; done; IFS=,; echo "$*"', '<a>\n<b c>\na,b c\n0'],
    [
      `x=foobar; echo \${x:0:3} \${x/o/0} \${x//o/0} $((1<<4|2)) $((2**3)) $'a\\tb'`,
      'foo f0obar f00bar 18 8 a\tb\n0',
    ],
    ['readonly R=1; R=2; echo no', 'sh: R: is read only\n2'],
    ['printf "%03d|%-3s|%x|%.1f\\n" 5 a 255 3.14', '005|a  |ff|3.1\n0'],
    [
      'echo a > /tmp/f; wc /tmp/f; grep -n a /tmp/f /etc/passwd; grep x /nosuch',
      '        1         1         2 /tmp/f\n/tmp/f:1:a\ngrep: /nosuch: No such file or directory\n2',
    ],
    [
      "printf 'a\\nb\\nc\\n' | sed -n '/b/,$p'; echo ab | sed 's/\\(a\\)\\(b\\)/\\2\\1/'",
      'b\nc\nba\n0',
    ],
    [
      'mkdir -p /tmp/a/b; rmdir /tmp/a; rm /tmp/a; rm -r /tmp/a; ls /tmp',
      "rmdir: '/tmp/a': Directory not empty\nrm: '/tmp/a' is a directory\n0",
    ],
    [
      'tail -n1 /nosuch',
      "tail: can't open '/nosuch': No such file or directory\ntail: no files\n1",
    ],
    ['env A=1 sh -c \'echo $A\'; echo "a b" | xargs -n1 echo x', '1\nx a\nx b\n0'],
    ['date -u -d @86400 +%FT%T; echo hi | base64', '1970-01-02T00:00:00\naGkK\n0'],
  ])('runs %s', (script, output) => {
    expect(sh(script)).toBe(output);
  });
});

describe('a script in a file', () => {
  it('is run by its path once it may be executed, and complains with its lines', () => {
    const make = "printf '#!/bin/sh\\necho $0 $1\\nnosuch\\nexit 7\\n' > /tmp/s.sh;";
    const output = '/tmp/s.sh a\n/tmp/s.sh: line 3: nosuch: not found\n7';
    expect(sh(`${make} /tmp/s.sh a`)).toBe('sh: /tmp/s.sh: Permission denied\n126');
    expect(sh(`${make} chmod +x /tmp/s.sh; /tmp/s.sh a`)).toBe(output);
    expect(sh(`${make} sh /tmp/s.sh a`)).toBe(output);
  });

  it('speaks under the name the shell was called by', () => {
    expect(sh('', ['/bin/sh', '-c', 'nosuch'])).toBe('/bin/sh: nosuch: not found\n127');
  });
});

import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { Simulation } from '#sim/simulation';
import { FileSystem } from '../../files/file-system.ts';
import { ProcessSignals } from '../program.ts';
import { runShell } from './interpreter.ts';

/** Runs a script and gives what it wrote and its exit code. */
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
      argv: ['sh', '-c', script],
      env: new Map([['NAME', 'world']]),
      files: new FileSystem([], { '/tmp/.': '' }),
      cwd: '/',
      stdin: '',
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
    ['echo hello "$NAME" \'$NAME\'', 'hello world $NAME\n0'],
    [`A=1; B="\${A}2"; echo $B \${C:-none}`, '12 none\n0'],
    ['false || echo no && echo yes', 'no\nyes\n0'],
    ['for i in a b; do echo $i; done', 'a\nb\n0'],
    ['if [ -f /tmp/x ]; then echo there; else echo gone; fi', 'gone\n0'],
    ['env | grep -E "NAME|PASS"', 'NAME=world\n0'],
    ['echo one > /tmp/f; echo two >> /tmp/f; cat /tmp/f', 'one\ntwo\n0'],
    ['(exit 4); echo $?', '4\n0'],
    ['X=$(echo in); echo "[$X]"', '[in]\n0'],
    ['trap "echo bye" EXIT; exit 7', 'bye\n7'],
    ['foo', 'sh: foo: not found\n127'],
    ['(sleep 8; echo late) & echo first; sleep 9', 'first\nlate\n0'],
    ['while true; do sleep 1; done', 'runs'],
    ['echo "open', 'sh: syntax error: unterminated quoted string\n2'],
    ['case x in esac', 'sh: syntax error: unexpected "case"\n2'],
  ])('runs %s', (script, output) => {
    expect(sh(script)).toBe(output);
  });
});

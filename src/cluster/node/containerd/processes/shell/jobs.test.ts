/**
 * Each output is what busybox 1.35 prints, except the second answer of `wait -n`, which is wrong
 * there.
 */
import { describe, expect, it } from 'vitest';
import { outputOfScript } from './shell.fixture.ts';

const sh = (script: string): string => outputOfScript(script, '/');

const running = (number: number, mark: string): string =>
  `[${number}]${mark}  Running${' '.repeat(20)}\n`;

describe('what runs in the background of a shell', () => {
  it.each([
    ['sleep 1 & wait; echo $?', '0\n'],
    ['(exit 3) & wait $!; echo $?', '3\n'],
    ['(exit 3) & wait %%; echo $?', '3\n'],
    ['(exit 3) & (exit 4) & wait %2; echo $?; wait %1; echo $?', '4\n3\n'],
    ['sleep 1 & (sleep 2; exit 4) & wait -n; echo $?; wait -n; echo $?', '0\n4\n'],
    ['wait -n; echo $?; wait 99; echo $?', '127\n127\n'],
  ])('is waited for: %s', (script, output) => {
    expect(sh(script)).toBe(output);
  });

  it.each([
    ['wait %3; echo $?', 'sh: wait: line 0: %3: no such job\n2\n'],
    ['wait abc; echo $?', 'sh: wait: line 0: Illegal number: abc\n2\n'],
    ['wait -x; echo $?', 'sh: wait: line 0: illegal option -x\n2\n'],
    ['wait %-; echo $?', 'sh: wait: line 0: No previous job\n2\n'],
    ['kill %2; echo $?', 'sh: kill: line 0: %2: no such job\n2\n'],
  ])('has a number, or is unknown: %s', (script, output) => {
    expect(sh(script)).toBe(output);
  });

  it('is listed, the last one first, and once more when it has ended', () => {
    expect(sh('sleep 9 & sleep 8 & sleep 7 & jobs')).toBe(
      running(3, '+') + running(2, '-') + running(1, ' '),
    );
    expect(sh('(exit 3) & sleep 1 & sleep 2; jobs; jobs; echo on')).toBe(
      `[2]+  Done${' '.repeat(23)}\n[1]-  Done(3)${' '.repeat(20)}\non\n`,
    );
    expect(sh('sleep 9 & kill %1; sleep 1; jobs')).toBe(`[1]+  Terminated${' '.repeat(17)}\n`);
    expect(sh('sleep 9 & jobs -l')).toMatch(/^\[1\]\+ {2}\d+ Running +\n$/);
  });

  it('keeps its number when another one ends', () => {
    expect(sh('sleep 1 & sleep 9 & wait %1; jobs; sleep 9 & jobs')).toBe(
      `${running(2, '+')}[1]-  Done${' '.repeat(23)}\n${running(1, '+')}${running(2, '-')}`,
    );
    expect(sh('sleep 1 & sleep 9 & wait %1; sleep 9 & jobs')).toBe(
      running(1, '+') + running(2, '-'),
    );
  });

  it('can be killed by number, or by what `jobs -p` prints in a substitution', () => {
    expect(sh('sleep 9 & kill %1; wait $!; echo $?')).toBe('Terminated\n143\n');
    const ended = (number: number, mark: string): string =>
      `[${number}]${mark}  Terminated${' '.repeat(17)}\n`;
    expect(sh('sleep 9 & sleep 9 & kill $(jobs -p); wait; jobs; echo end')).toBe(
      `${ended(2, '+')}${ended(1, '-')}end\n`,
    );
  });

  it.each([
    ['fg; echo $?', 'sh: fg: line 0: No current job\n2\n'],
    ['bg %7; echo $?', 'sh: bg: line 0: %7: no such job\n2\n'],
    ['sleep 1 & fg', 'sh: fg: line 0: job (null) not created under job control\n'],
    ['sleep 1 & fg %1', 'sh: fg: line 0: job %1 not created under job control\n'],
  ])('does not come to the foreground: %s', (script, output) => {
    expect(sh(script)).toBe(output);
  });
});

import { describe, expect, it } from 'vitest';
import { shownLines } from './terminal-lines.ts';

const described = [
  'Name:         crash',
  'Namespace:    default',
  'Node:         node-1/10.0.0.11',
  'Containers:',
  '  app:',
  '    State:          Waiting',
  '      Reason:       CrashLoopBackOff',
  '    Last State:     Terminated',
  '      Reason:       Error',
  '      Exit Code:    3',
  '    Ready:          False',
  '    Restart Count:  3',
  'Volumes:          <none>',
].join('\n');

const words = ['Last State has the exit code.', 'Restart Count has the starts.'];

describe('the output of a command on a slide', () => {
  it('lights what is being said, marks what the other sentences say, and folds the rest', () => {
    const shown = shownLines(described, words, 0, 10);
    expect(shown).toEqual([
      { at: 0, folded: 7 },
      { at: 7, text: '    Last State:     Terminated', named: 'now' },
      { at: 8, text: '      Reason:       Error', named: 'now' },
      { at: 9, text: '      Exit Code:    3', named: 'now' },
      { at: 10, text: '    Ready:          False', named: undefined },
      { at: 11, text: '    Restart Count:  3', named: 'other' },
      { at: 12, text: 'Volumes:          <none>', named: undefined },
    ]);
    const then = shownLines(described, words, 1, 10);
    expect(then.find(({ at }) => at === 11)).toMatchObject({ named: 'now' });
  });

  it('is whole where it has room', () => {
    expect(shownLines(described, words, 0, 20)).toHaveLength(13);
  });

  it('keeps the head of a table, and the rows that the words name', () => {
    const rows = Array.from({ length: 9 }, (_, n) => `nginx-${n}${n}${n}   1/1     Running   0`);
    const table = ['NAME        READY   STATUS    RESTARTS', ...rows].join('\n');
    const shown = shownLines(table, ['Look at nginx-444.'], 0, 5);
    expect(shown).toMatchObject([
      { at: 0, named: undefined },
      { folded: 4 },
      { at: 5, named: 'now' },
      { folded: 4 },
    ]);
  });

  it('never takes more lines than there is room for', () => {
    const long = Array.from({ length: 60 }, (_, n) => `line ${n}`).join('\n');
    const shown = shownLines(long, ['Nothing of it.'], 0, 12);
    expect(shown).toHaveLength(12);
    expect(shown.at(-1)).toEqual({ at: 11, folded: 49 });
  });
});

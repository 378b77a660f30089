import { describe, expect, it } from 'vitest';
import { screenOf } from './screen.ts';

const printed = (...texts: string[]) => texts.map((text) => ({ stream: 'stdout' as const, text }));
const textOf = (...texts: string[]) =>
  screenOf(printed(...texts), false)
    .lines.map(({ text }) => text)
    .join('');

describe('the screen of a terminal', () => {
  it('keeps the line ends of a terminal as lines', () => {
    expect(textOf('bin\r\n', 'dev\r\n')).toBe('bin\ndev\n');
  });

  it('begins a line again at a carriage return, across pieces', () => {
    expect(textOf('press enter.\n', '\r/ # ', '\r/ # ')).toBe('press enter.\n/ # ');
  });

  it('takes back what a backspace erases', () => {
    expect(textOf('/ # lsx', '\b \b', ' /\r\n')).toBe('/ # ls /\n');
  });

  it('leaves out colours', () => {
    expect(textOf('\u001b[1;34mbin\u001b[m\n')).toBe('bin\n');
  });

  it('shows the unfinished line of a running command as its prompt', () => {
    const open = screenOf(printed('ls\r\n', 'bin\r\n/ ', '# '), true);
    expect(open.rest).toBe('/ # ');
    expect(open.lines.map(({ text }) => text).join('')).toBe('ls\nbin\n');
    expect(screenOf(printed('1\n'), true)).toMatchObject({ rest: '' });
  });
});

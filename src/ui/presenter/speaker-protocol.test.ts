import { describe, expect, it } from 'vitest';
import { isSession, readFromPresenter, readFromSpeaker } from './speaker-protocol.ts';

describe('a message on the channel', () => {
  it('is understood when it is one of ours, and ignored otherwise', () => {
    expect(readFromSpeaker({ version: 1, type: 'do', deed: 'next' })).toEqual({
      type: 'do',
      deed: 'next',
    });
    expect(readFromSpeaker({ version: 1, type: 'goTo', fact: 12 })).toEqual({
      type: 'goTo',
      fact: 12,
    });
    const foreign = [
      ...[undefined, null, 'hello', 7, [], {}, { type: 'hello' }],
      ...[
        { version: 2, type: 'hello' },
        { version: 1, type: 'do', deed: 'format' },
      ],
      ...[Number.NaN, -1, 1.5, 1e12, '3'].map((fact) => ({ version: 1, type: 'goTo', fact })),
    ];
    for (const data of foreign) expect(readFromSpeaker(data)).toBeUndefined();
  });

  it('becomes notes that hold nothing but texts, which are cut where they are too long', () => {
    const notes = readFromPresenter({
      version: 1,
      type: 'notes',
      title: { toString: 'no' },
      now: 'x'.repeat(9000),
      own: 7,
      n: 2,
      total: -5,
      chapters: [{ title: 'One', fact: 3, here: true }, null, ...Array(500).fill({})],
      question: { ask: '<b>bold</b>', revealed: 'yes' },
      blank: 1,
    });
    expect(notes).toMatchObject({ title: '', n: 2, total: 0, blank: false });
    if (notes?.type !== 'notes') throw new Error('These are notes.');
    expect(notes.own).toBe('');
    expect(notes.now).toHaveLength(4000);
    expect(notes.chapters).toHaveLength(200);
    expect(notes.chapters[0]).toEqual({ n: 1, title: 'One', fact: 3, here: true });
    expect(notes.question).toEqual({ ask: '<b>bold</b>', answer: '', why: '', revealed: false });
  });

  it('goes over a channel whose name holds only small letters and digits', () => {
    expect(isSession('0123456789abcdef0123')).toBe(true);
    for (const text of ['', 'short', 'with space 1', 'UPPER1234', 'x'.repeat(33)]) {
      expect(isSession(text)).toBe(false);
    }
  });
});

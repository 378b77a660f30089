import { describe, expect, it } from 'vitest';
import { isSession, readFromPresenter, readFromSpeaker } from './speaker-protocol.ts';

describe('what comes over the channel', () => {
  it('is understood when it is one of ours, and else ignored', () => {
    expect(readFromSpeaker({ version: 2, type: 'do', deed: 'next' })).toEqual({
      type: 'do',
      deed: 'next',
    });
    expect(readFromSpeaker({ version: 2, type: 'goTo', fact: 12 })).toEqual({
      type: 'goTo',
      fact: 12,
    });
    const foreign = [
      ...[undefined, null, 'hello', 7, [], {}, { type: 'hello' }],
      ...[
        { version: 1, type: 'hello' },
        { version: 2, type: 'do', deed: 'format' },
      ],
      ...[Number.NaN, -1, 1.5, 1e12, '3'].map((fact) => ({ version: 2, type: 'goTo', fact })),
    ];
    for (const data of foreign) expect(readFromSpeaker(data)).toBeUndefined();
  });

  it('becomes notes that hold nothing but texts, which are cut where they are too long', () => {
    const notes = readFromPresenter({
      version: 2,
      type: 'notes',
      title: { toString: 'no' },
      now: ['x'.repeat(9000), 7],
      notes: 'none',
      n: 2,
      total: -5,
      chapters: [{ title: 'One', fact: 3, here: true }, null, ...Array(500).fill({})],
      question: { ask: '<b>bold</b>', right: 'yes', choices: [{ text: 'A', hands: -1 }] },
      slide: { rooms: [{ name: 'etcd', x: 1.5, y: 3 }], lines: 'no' },
      blank: 1,
    });
    expect(notes).toMatchObject({ title: '', n: 2, total: 0, blank: false });
    if (notes?.type !== 'notes') throw new Error('These are notes.');
    expect(notes.notes).toEqual([]);
    expect(notes.now.map((text) => text.length)).toEqual([4000, 0]);
    expect(notes.chapters).toHaveLength(200);
    expect(notes.chapters[0]).toMatchObject({ n: 1, title: 'One', fact: 3, here: true, stops: 0 });
    expect(notes.question).toEqual({
      ask: '<b>bold</b>',
      choices: [{ text: 'A', hands: 0 }],
      right: undefined,
      why: '',
    });
    expect(notes.slide.rooms[0]).toMatchObject({ name: 'etcd', x: 0, y: 3, on: false });
    expect(notes.slide.lines).toEqual([]);
  });

  it('leads nowhere but to a page of this site', () => {
    const addressIn = (address: unknown): string => {
      const notes = readFromPresenter({ version: 2, type: 'notes', address });
      return notes?.type === 'notes' ? notes.address : '';
    };
    const own = new URL('/?present=1&session=0123456789', location.href).href;
    expect(addressIn(own)).toBe(own);
    for (const foreign of ['https://example.org/', 'javascript:alert(1)', '/x', 7, undefined]) {
      expect(addressIn(foreign)).toBe('');
    }
  });

  it('goes over a channel whose name holds only small letters and digits', () => {
    expect(isSession('0123456789abcdef0123')).toBe(true);
    for (const text of ['', 'short', 'with space 1', 'UPPER1234', 'x'.repeat(33)]) {
      expect(isSession(text)).toBe(false);
    }
  });
});

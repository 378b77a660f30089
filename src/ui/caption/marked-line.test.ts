import { describe, expect, it } from 'vitest';
import { anchorReadAt, partsOf } from './marked-line.ts';
import { plainLine } from './plain-line.ts';

const line =
  'Its [[informer|informer]] has a watch open, and the [[api|API server]] sends the news: [[news|ADDED]].';
const watch = { id: 'watch', names: ['watch', 'watches'] };

describe('a line with marks', () => {
  it('is read without them', () => {
    expect(plainLine(line)).toBe(
      'Its informer has a watch open, and the API server sends the news: ADDED.',
    );
    expect(partsOf(line).map(({ text }) => text)).toEqual([
      'Its ',
      'informer',
      ' has a watch open, and the ',
      'API server',
      ' sends the news: ',
      'ADDED',
      '.',
    ]);
  });

  it('keeps the brackets of what a program has printed', () => {
    const printed = 'kubectl prints [[output|00:01 [notice] 1#1]], and [[other|["a","b"]]].';
    expect(plainLine(printed)).toBe('kubectl prints 00:01 [notice] 1#1, and ["a","b"].');
    expect(partsOf(printed).flatMap(({ anchor }) => anchor ?? [])).toEqual(['output', 'other']);
  });

  it('has the anchor of each group of words', () => {
    expect(partsOf(line).flatMap(({ anchor }) => anchor ?? [])).toEqual([
      'informer',
      'api',
      'news',
    ]);
  });

  it('has each term once, as a whole word, and never inside of an anchor', () => {
    const terms = [watch, { id: 'informer', names: ['informer'] }, { id: 'new', names: ['new'] }];
    const found = partsOf(`${line} One watch more.`, terms).flatMap(({ term }) => term ?? []);
    expect(found).toEqual(['watch']);
  });

  it('is read from anchor to anchor, each with the words that lead to it', () => {
    const parts = partsOf(line);
    const read = [0, 0.1, 0.3, 0.6, 0.8, 1].map((share) => anchorReadAt(parts, share));
    expect(read).toEqual([0, 0, 1, 1, 2, 2]);
    expect(anchorReadAt(partsOf('Nothing is named here.'), 0.5)).toBe(-1);
  });
});

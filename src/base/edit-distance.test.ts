import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearestWord } from './edit-distance.ts';

describe('how unlike two words are', () => {
  it('is the number of letters that must change', () => {
    expect(editDistance('kitten', 'sitting')).toBe(3);
    expect(editDistance('', 'abc')).toBe(3);
    expect(editDistance('captoin', 'caption')).toBe(2);
  });

  it('is nothing only for the same word, and the same both ways', () => {
    const word = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b) === 0).toBe(a === b);
        expect(editDistance(a, b)).toBe(editDistance(b, a));
      }),
    );
  });
});

describe('the word that somebody meant', () => {
  it('is the nearest of those known, in any case of its letters', () => {
    expect(nearestWord('captoin', ['id', 'caption', 'chapter'])).toBe('caption');
    expect(nearestWord('Focus', ['focus'])).toBe('focus');
  });

  it('is none where no known word is like it', () => {
    expect(nearestWord('html', ['id', 'caption', 'chapter'])).toBeUndefined();
    expect(nearestWord('x'.repeat(1000), ['x'.repeat(999)])).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { momentWords } from './words.ts';

describe('a moment of the run', () => {
  it.each([
    [38_200, '38.2 ms'],
    [5_039_900, '5.039 s'],
    [77_045_000, '1:17.045'],
    [748_926_400, '12:28.926'],
    [600_000_000, '10:00.000'],
  ])('%i µs is told to the millisecond: %s', (time, words) => {
    expect(momentWords(time)).toBe(words);
  });
});

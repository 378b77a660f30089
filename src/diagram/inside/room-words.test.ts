import { expect, it } from 'vitest';
import { momentOf } from './room-words.ts';

it('says a moment in milliseconds, and a late one in seconds', () => {
  expect(momentOf(33_480)).toBe('33.48 ms');
  expect(momentOf(71_040_500)).toBe('71.04 s');
});

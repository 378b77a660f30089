import { expect, it } from 'vitest';
import { textWidth } from './text-width.ts';

it('counts a Chinese or Japanese sign as two letters, its comma and full stop too', () => {
  expect(textWidth('node-1')).toBe(6);
  expect(textWidth('Pod が、')).toBe(8);
  expect(textWidth('调度器', 1.6)).toBeCloseTo(4.8);
});

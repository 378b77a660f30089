import { expect, it, vi } from 'vitest';
import { remembered } from './remembered.ts';

it('computes once for a text', () => {
  const make = vi.fn((text: string) => [...text]);
  const letters = remembered(make);
  expect(letters('ab')).toBe(letters('ab'));
  expect(make).toHaveBeenCalledTimes(1);
});

it('lets go of the text that came first', () => {
  const make = vi.fn((text: string) => text.length);
  const lengthOf = remembered(make, 2);
  for (const text of ['a', 'b', 'c', 'b', 'a']) lengthOf(text);
  expect(make.mock.calls.flat()).toEqual(['a', 'b', 'c', 'a']);
});

it('does not remember an error', () => {
  const parse = remembered((text) => {
    throw new Error(text);
  });
  expect(() => parse('x')).toThrow('x');
  expect(() => parse('x')).toThrow('x');
});

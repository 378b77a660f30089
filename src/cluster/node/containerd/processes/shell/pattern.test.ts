import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasPattern, isLike, patternOf, prefixesLike } from './pattern.ts';

const like = (pattern: string, text: string): boolean =>
  isLike(patternOf([{ text: pattern, quoted: false }]), text);

it('a star takes text of whatever length, a question mark one character', () => {
  expect(
    ['', 'x', 'conf', '.conf', 'a.conf', 'a.conf.d'].filter((text) => like('*.conf', text)),
  ).toEqual(['.conf', 'a.conf']);
  expect(['', '1', '12'].filter((text) => like('?', text))).toEqual(['1']);
});

it('brackets take one of their characters, or none of them', () => {
  expect([...'a5]!'].filter((text) => like('[0-9]', text))).toEqual(['5']);
  expect([...'a5]!'].filter((text) => like('[!0-9]', text))).toEqual(['a', ']', '!']);
});

it('quoted stars are stars', () => {
  expect(isLike(patternOf([{ text: 'a*', quoted: true }]), 'ab')).toBe(false);
});

it('a whole text matches exactly when its longest prefix does', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '😀'), maxLength: 8 });
  fc.assert(
    fc.property(letters, letters, (pattern, text) => {
      const steps = patternOf([{ text: pattern, quoted: false }]);
      expect(isLike(steps, text)).toBe(prefixesLike(steps, text)[text.length] === true);
    }),
  );
});

it('a bracket that nobody closes is a bracket', () => {
  expect(hasPattern([{ text: '[', quoted: false }])).toBe(false);
  expect(hasPattern([{ text: '[a-z]', quoted: false }])).toBe(true);
  expect(['[', '[x'].filter((text) => like('[*', text))).toEqual(['[', '[x']);
});

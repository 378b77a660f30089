import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  milliValue,
  parseQuantity,
  quantityFromWhole,
  roundedUpToMilli,
  subtractQuantities,
  wholeValue,
} from './quantity.ts';

describe('quantities', () => {
  it.each([
    ['1000m', '1'],
    ['1500m', '1500m'],
    ['0.5', '500m'],
    ['1.0', '1'],
    ['100000', '100k'],
    ['1234567', '1234567'],
    ['1024Mi', '1Gi'],
    ['1536Mi', '1536Mi'],
    ['1.5Gi', '1536Mi'],
    ['512', '512'],
    ['0.5Mi', '512Ki'],
    ['1Ki', '1Ki'],
    ['0.5Ki', '512'],
    ['3e6', '3e6'],
    ['1e3', '1e3'],
    ['0', '0'],
    ['0Mi', '0'],
    ['-5m', '-5m'],
    ['129e6', '129e6'],
    ['123456789n', '123456789n'],
  ])('prints %s in canonical form as %s', (text, canonical) => {
    expect(canonicalQuantity(text)).toBe(canonical);
  });

  // What resource.ParseQuantity and MarshalJSON of v0.36 make of them.
  it.each([
    ['1Ei', '1Ei'],
    ['1.5Ei', '1536Pi'],
    ['0.5Ei', '512Pi'],
    ['8Ei', '9223372036854775807'],
    ['16Ei', '9223372036854775807'],
    ['-16Ei', '-9223372036854775807'],
    ['100000Pi', '9223372036854775807'],
    ['1E', '1E'],
    ['1e19', '10e18'],
    ['1e999', '1e999'],
    ['1e-400', '1e-9'],
    ['1e-99999999999', '1e-9'],
  ])('holds %s as %s: what is binary is an int64 at most', (text, canonical) => {
    expect(canonicalQuantity(text)).toBe(canonical);
  });

  it('refuses an exponent that it would compute for minutes', () => {
    expect(parseQuantity('1e1000000000')).toBeUndefined();
    expect(parseQuantity('1e3Ei')).toBeUndefined();
    expect(parseQuantity('1Ee')).toBeUndefined();
  });

  it('refuses what is no quantity', () => {
    for (const text of ['', 'abc', '1.2.3', '1 Gi', '5kk', '.', 'Mi', '1K'])
      expect(parseQuantity(text)).toBeUndefined();
  });

  it('gives cpu in thousandths and memory in bytes, rounded up', () => {
    expect(milliValue('0.1')).toBe(100);
    expect(milliValue('100u')).toBe(1);
    expect(wholeValue('1500m')).toBe(2);
    expect(wholeValue('64Mi')).toBe(67_108_864);
    expect(roundedUpToMilli('0.0001')).toBe('1m');
  });

  it('keeps the format of the first operand unless that is zero', () => {
    expect(addQuantities('1Gi', '1M')).toBe('1074741824');
    expect(addQuantities('0', '64Mi')).toBe('64Mi');
    expect(subtractQuantities('1', '250m')).toBe('750m');
    expect(quantityFromWhole(1024 * 1024, 'BinarySI')).toBe('1Mi');
  });

  it('compares by value, not by text', () => {
    expect(compareQuantities('1', '1000m')).toBe(0);
    expect(compareQuantities('1Gi', '1G')).toBeGreaterThan(0);
    expect(compareQuantities('-1', '1n')).toBeLessThan(0);
  });

  it('reads its own canonical form back as the same value', () => {
    const suffix = fc.constantFrom('', 'n', 'u', 'm', 'k', 'M', 'Ki', 'Mi', 'Gi', 'e3');
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), suffix, (n, s) => {
        const text = `${n}${s}`;
        expect(compareQuantities(canonicalQuantity(text), text)).toBe(0);
      }),
    );
  });
});

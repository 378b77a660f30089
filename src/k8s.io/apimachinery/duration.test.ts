import { describe, expect, it } from 'vitest';
import { goDurationString, humanDuration, roundDuration } from './duration.ts';
import { scaledValue } from './int-or-string.ts';

describe('humanDuration', () => {
  it.each([
    [0, '0s'],
    [-1, '0s'],
    [-2, '<invalid>'],
    [119, '119s'],
    [120, '2m'],
    [125, '2m5s'],
    [600, '10m'],
    [10_800, '3h'],
    [12_000, '3h20m'],
    [172_800, '2d'],
    [183_600, '2d3h'],
    [8 * 86_400, '8d'],
    [800 * 86_400, '2y70d'],
    [9 * 365 * 86_400, '9y'],
  ])('prints an age of %d s as %s', (seconds, text) => {
    expect(humanDuration(seconds)).toBe(text);
  });
});

describe('goDurationString', () => {
  it.each([
    [0, '0s'],
    [1, '1µs'],
    [1_500, '1.5ms'],
    [10_000_000, '10s'],
    [3_723_500_000, '1h2m3.5s'],
    [-60_000_000, '-1m0s'],
  ])('prints %d µs as %s', (micros, text) => {
    expect(goDurationString(micros)).toBe(text);
  });

  it('rounds halves away from zero', () => {
    expect(roundDuration(1_500_000, 1_000_000)).toBe(2_000_000);
    expect(roundDuration(-1_500_000, 1_000_000)).toBe(-2_000_000);
  });
});

describe('scaledValue', () => {
  it('rounds a percentage up for surge and down for unavailable', () => {
    expect(scaledValue('25%', 3, 'up')).toBe(1);
    expect(scaledValue('25%', 3, 'down')).toBe(0);
    expect(scaledValue(2, 3, 'down')).toBe(2);
    expect(scaledValue('http', 3, 'down')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { minute, second } from '#base/sim-time';
import { Backoff } from './backoff.ts';

describe('crash back-off', () => {
  it('doubles from 10 s to 5 min', () => {
    const backoff = new Backoff(10 * second, 5 * minute);
    const delays = Array.from({ length: 7 }, (_, index) => {
      backoff.next('key', index * minute, index * minute);
      return backoff.get('key') / second;
    });
    expect(delays).toEqual([10, 20, 40, 80, 160, 300, 300]);
  });

  it('counts from the exit of the container', () => {
    const backoff = new Backoff(10 * second, 5 * minute);
    backoff.next('key', 0, 0);
    expect(backoff.isInBackOffSince('key', 5 * second, 14 * second)).toBe(true);
    expect(backoff.isInBackOffSince('key', 5 * second, 15 * second)).toBe(false);
  });

  it('starts over after ten quiet minutes', () => {
    const backoff = new Backoff(10 * second, 5 * minute);
    backoff.next('key', 0, 0);
    backoff.next('key', second, second);
    backoff.next('key', 11 * minute, 11 * minute);
    expect(backoff.get('key')).toBe(10 * second);
  });
});

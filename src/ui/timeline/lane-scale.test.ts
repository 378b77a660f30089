import { describe, expect, it } from 'vitest';
import { laneScale, ticksBetween, windowStart } from './lane-scale.ts';

const ms = 1000;
const timeline = { from: 0, to: 108 * ms, pauses: [[8 * ms, 100 * ms] as const] };

describe('the lanes', () => {
  const scale = laneScale(timeline, 800);

  it('give the same width to the same busy time, and fold idle time', () => {
    expect(scale.toX(4 * ms)).toBeCloseTo(scale.toX(8 * ms) / 2);
    expect(scale.toX(100 * ms) - scale.toX(8 * ms)).toBeCloseTo(64);
    expect(scale.toX(108 * ms)).toBeCloseTo(scale.width);
    expect(scale.width).toBe(800);
  });

  it('may be one gap from end to end', () => {
    const long = laneScale({ ...timeline, pauses: [[0, 108 * ms]] }, 800);
    expect(long.segments.map(({ folded }) => folded)).toEqual([true]);
  });

  it('mark no time inside of a gap', () => {
    const ticks = ticksBetween(scale, 0, scale.width);
    expect(ticks.some(({ at }) => at > 8 * ms && at < 100 * ms)).toBe(false);
    expect(ticks[0]).toEqual({ x: 0, at: 0 });
  });

  it('show the part around the cursor, whichever way it came there', () => {
    expect(windowStart(10, 4000, 800)).toBe(0);
    const start = windowStart(1999, 4000, 800);
    expect(1999 - start).toBeGreaterThanOrEqual(200);
    expect(1999 - start).toBeLessThanOrEqual(600);
    expect(windowStart(3999, 4000, 800)).toBe(3200);
  });
});

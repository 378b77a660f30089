import { describe, expect, it } from 'vitest';
import { ms } from '#base/sim-time';
import { Simulation, sleep } from '#sim/simulation';
import { type BatchResult, slowStartBatch } from './slow-start.ts';

/** Runs that many calls, of which those with these numbers fail; returns the size of each batch. */
function run(count: number, ...failing: readonly number[]) {
  const sim = new Simulation();
  const began = new Map<number, number>();
  let calls = 0;
  let result: BatchResult<string> | undefined;
  sim.spawn('controller', controller());
  sim.run(ms(1000));
  return { result, batches: [...began.values()] };

  function* controller() {
    result = yield* slowStartBatch(sim, count, function* () {
      const number = ++calls;
      began.set(sim.now, (began.get(sim.now) ?? 0) + 1);
      yield* sleep(ms(10));
      return failing.includes(number) ? `call ${number} failed` : undefined;
    });
  }
}

describe('a slow start', () => {
  it('makes its calls in batches of 1, 2, 4 and what is left, each after the one before', () => {
    expect(run(10)).toEqual({ result: { successes: 10 }, batches: [1, 2, 4, 3] });
    expect(run(3).batches).toEqual([1, 2]);
    expect(run(0)).toEqual({ result: { successes: 0 }, batches: [] });
  });

  it('makes one call only when the first fails', () => {
    expect(run(100, 1)).toEqual({
      result: { successes: 0, error: 'call 1 failed' },
      batches: [1],
    });
  });

  it('ends the batch in which some fail, counts those that did not, and tells the first error', () => {
    expect(run(100, 5, 6)).toEqual({
      result: { successes: 5, error: 'call 5 failed' },
      batches: [1, 2, 4],
    });
  });
});

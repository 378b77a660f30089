/**
 * Makes calls in growing batches, so that a call that always fails is not made a hundred times.
 * Models kubernetes/pkg/controller/replicaset/replica_set.go slowStartBatch.
 */
import type { Process, Simulation } from '#sim/simulation';
import { joinAll, type Task } from '#sim/task';

export interface BatchResult<E> {
  readonly successes: number;
  /** The error of the first call that failed; later batches were not started. */
  readonly error?: E;
}

/**
 * Calls `call` up to `count` times, in parallel batches of 1, 2, 4, … Every call has the cause of
 * the caller, and so does what the caller does afterwards.
 */
export function* slowStartBatch<E>(
  sim: Simulation,
  count: number,
  call: () => Process<E | undefined>,
): Process<BatchResult<E>> {
  let remaining = count;
  let successes = 0;
  for (let size = Math.min(remaining, 1); size > 0; size = Math.min(2 * size, remaining)) {
    const calls: Task<E | undefined>[] = [];
    for (let n = 0; n < size; n++) calls.push(sim.spawn('batch', call()));
    let error: E | undefined;
    for (const failure of yield* joinAll(sim, calls)) {
      if (failure === undefined) successes++;
      else error ??= failure;
    }
    if (error !== undefined) return { successes, error };
    remaining -= size;
  }
  return { successes };
}

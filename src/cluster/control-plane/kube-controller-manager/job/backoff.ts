/**
 * How long a Job waits before it replaces failed pods. Models
 * kubernetes/pkg/controller/job/backoff_utils.go: 10 s after the first failure in a row, twice as
 * long after each further one, at most ten minutes. A success resets it.
 */
import { type Duration, minute, type SimTime, second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { finishedAt } from './job-pods.ts';

const first: Duration = 10 * second;
const max: Duration = 10 * minute;

export interface BackoffRecord {
  readonly failures: number;
  readonly lastFailure: SimTime;
}

const none: BackoffRecord = { failures: 0, lastFailure: 0 };

/** The record after the pods that ended since the last sync. */
export function nextRecord(
  before: BackoffRecord = none,
  succeeded: readonly Pod[],
  failed: readonly Pod[],
): BackoffRecord {
  const failures = failed.map(finishedAt);
  if (succeeded.length === 0) {
    if (failures.length === 0) return before;
    return { failures: before.failures + failures.length, lastFailure: Math.max(...failures) };
  }
  const lastSuccess = Math.max(...succeeded.map(finishedAt));
  const later = failures.filter((at) => at > lastSuccess);
  return later.length === 0 ? none : { failures: later.length, lastFailure: Math.max(...later) };
}

export function remainingTime({ failures, lastFailure }: BackoffRecord, now: SimTime): Duration {
  if (failures === 0) return 0;
  const backoff = Math.min(first * 2 ** (failures - 1), max);
  return Math.max(0, backoff - (now - lastFailure));
}

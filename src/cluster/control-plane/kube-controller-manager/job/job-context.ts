/**
 * One Job in one sync: its pods in groups, and the draft of its status. Models syncJobCtx of
 * kubernetes/pkg/controller/job/job_controller.go.
 */
import { defined } from '#base/defined';
import { rfc3339, type SimTime } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { Job, JobCondition, JobStatus } from '#k8s.io/api/batch/v1';
import type { Pod } from '#k8s.io/api/core/v1';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { ComponentId } from '#trace/fact';
import type { ConsistencyStore } from '../controller/consistency-store.ts';
import type { ControllerExpectations } from '../controller/expectations.ts';
import type { PodControl } from '../controller/pod-control.ts';
import { isPodActive, isPodReady, isPodTerminating } from '../controller/pods.ts';
import { type BackoffRecord, nextRecord } from './backoff.ts';
import { matchFailurePolicy } from './failure-policy.ts';
import { type IndexSet, parseIndexes, union } from './index-set.ts';
import {
  finishedAt,
  hasTrackingFinalizer,
  hasValidIndex,
  indexFailureCount,
  indexIgnoredFailureCount,
  indexOf,
  isIndexed,
  isPodFailed,
} from './job-pods.ts';

export interface JobTools {
  readonly env: Environment;
  readonly component: ComponentId;
  readonly client: RestClient;
  readonly recorder: EventRecorder;
  readonly queue: RateLimitingQueue;
  readonly podControl: PodControl;
  readonly expectations: ControllerExpectations;
  readonly consistency: ConsistencyStore;
  /** By Job: the pods whose finalizer was removed, but is still in the cache. */
  readonly finalizerRemovals: Map<string, Set<string>>;
  readonly backoffRecords: Map<string, BackoffRecord>;
}

/** The status for the next write. */
export interface StatusDraft {
  conditions: readonly JobCondition[];
  startTime: string | undefined;
  completionTime: string | undefined;
  active: number;
  succeeded: number;
  failed: number;
  terminating: number | undefined;
  completedIndexes: string;
  failedIndexes: string | undefined;
  uncountedSucceeded: readonly string[];
  uncountedFailed: readonly string[];
  ready: number | undefined;
}

/** Changes during the sync; each status write replaces `job` by the returned object. */
export interface JobContext {
  readonly tools: JobTools;
  readonly key: string;
  job: Job;
  readonly status: StatusDraft;
  readonly pods: readonly Pod[];
  readonly activePods: readonly Pod[];
  readonly uncountedSucceeded: ReadonlySet<string>;
  readonly uncountedFailed: ReadonlySet<string>;
  readonly expectedRemovals: ReadonlySet<string>;
  readonly newFailed: readonly Pod[];
  readonly record: BackoffRecord;
  succeeded: number;
  failed: number;
  ready: number;
  terminating: number;
  finished: JobCondition | undefined;
  previousSucceededIndexes: IndexSet;
  succeededIndexes: IndexSet;
  failedIndexes: IndexSet | undefined;
  /** By index: the failed pod that must stay until its successor exists. */
  delayedDeletion: ReadonlyMap<number, Pod>;
}

export const newCondition = (
  type: string,
  reason: string,
  message: string,
  now: SimTime,
  status = 'True',
): JobCondition => ({
  type,
  status,
  lastProbeTime: rfc3339(now),
  lastTransitionTime: rfc3339(now),
  reason,
  message,
});

const draftOf = ({ status = {} }: Job): StatusDraft => ({
  conditions: status.conditions ?? [],
  startTime: status.startTime,
  completionTime: status.completionTime,
  active: status.active ?? 0,
  succeeded: status.succeeded ?? 0,
  failed: status.failed ?? 0,
  terminating: status.terminating,
  completedIndexes: status.completedIndexes ?? '',
  failedIndexes: status.failedIndexes,
  uncountedSucceeded: status.uncountedTerminatedPods?.succeeded ?? [],
  uncountedFailed: status.uncountedTerminatedPods?.failed ?? [],
  ready: status.ready,
});

/**
 * The draft in the form in which it is sent: zeros and empty texts are omitted, pointers are not.
 */
export function statusOf(draft: StatusDraft): JobStatus {
  const { conditions, startTime, completionTime, active, succeeded, failed } = draft;
  const { terminating, completedIndexes, failedIndexes, ready } = draft;
  const { uncountedSucceeded, uncountedFailed } = draft;
  return {
    ...(conditions.length === 0 ? {} : { conditions }),
    ...defined({ startTime, completionTime }),
    ...(active === 0 ? {} : { active }),
    ...(succeeded === 0 ? {} : { succeeded }),
    ...(failed === 0 ? {} : { failed }),
    ...defined({ terminating }),
    ...(completedIndexes === '' ? {} : { completedIndexes }),
    ...defined({ failedIndexes }),
    uncountedTerminatedPods: {
      ...(uncountedSucceeded.length === 0 ? {} : { succeeded: uncountedSucceeded }),
      ...(uncountedFailed.length === 0 ? {} : { failed: uncountedFailed }),
    },
    ...defined({ ready }),
  };
}

export function newContext(
  tools: JobTools,
  key: string,
  job: Job,
  pods: readonly Pod[],
): JobContext {
  const status = draftOf(job);
  const uncountedSucceeded = new Set(status.uncountedSucceeded);
  const uncountedFailed = new Set(status.uncountedFailed);
  const expectedRemovals = tools.finalizerRemovals.get(key) ?? new Set<string>();
  const isNew = (pod: Pod, counted: ReadonlySet<string>): boolean =>
    hasTrackingFinalizer(pod) &&
    !counted.has(pod.metadata.uid) &&
    !expectedRemovals.has(pod.metadata.uid) &&
    (!isIndexed(job) || hasValidIndex(job, pod));
  const newSucceeded = pods.filter(
    (pod) => pod.status?.phase === 'Succeeded' && isNew(pod, uncountedSucceeded),
  );
  const newFailed = pods.filter((pod) => isPodFailed(pod, job) && isNew(pod, uncountedFailed));
  const counted = newFailed.filter(
    (pod) => matchFailurePolicy(job.spec.podFailurePolicy, pod).counts,
  );
  const activePods = pods.filter(isPodActive);
  const previous = parseIndexes(status.completedIndexes, job.spec.completions ?? 0);
  return {
    tools,
    key,
    job,
    status,
    pods,
    activePods,
    uncountedSucceeded,
    uncountedFailed,
    expectedRemovals,
    newFailed,
    record: nextRecord(tools.backoffRecords.get(key), newSucceeded, newFailed),
    succeeded: status.succeeded + newSucceeded.length + uncountedSucceeded.size,
    failed: status.failed + counted.length + uncountedFailed.size,
    ready: activePods.filter(isPodReady).length,
    terminating: pods.filter(isPodTerminating).length,
    finished: undefined,
    previousSucceededIndexes: previous,
    succeededIndexes: previous,
    failedIndexes: undefined,
    delayedDeletion: new Map(),
  };
}

/** Source: calculateSucceededIndexes. */
export const succeededNow = ({ job, pods, previousSucceededIndexes }: JobContext): IndexSet =>
  union(
    previousSucceededIndexes,
    pods
      .filter(
        (pod) =>
          pod.status?.phase === 'Succeeded' && hasTrackingFinalizer(pod) && hasValidIndex(job, pod),
      )
      .map(indexOf),
  );

/** Source: calculateFailedIndexes. */
export function failedNow({ job, pods }: JobContext): IndexSet {
  const before = parseIndexes(job.status?.failedIndexes, job.spec.completions ?? 0);
  const failing = pods.filter(
    (pod) => hasTrackingFinalizer(pod) && hasValidIndex(job, pod) && isIndexFailed(job, pod),
  );
  return union(before, failing.map(indexOf));
}

function isIndexFailed(job: Job, pod: Pod): boolean {
  if (!isPodFailed(pod, job)) return false;
  const { counts, action } = matchFailurePolicy(job.spec.podFailurePolicy, pod);
  if (action === 'FailIndex') return true;
  const limit = job.spec.backoffLimitPerIndex ?? Number.POSITIVE_INFINITY;
  return counts && annotated(pod, indexFailureCount) >= limit;
}

const annotated = (pod: Pod, name: string): number =>
  Number(pod.metadata.annotations?.[name] ?? 0) || 0;

/** How many pods of this index failed before this one, counted or not. */
export const failuresBefore = (pod: Pod): number =>
  annotated(pod, indexFailureCount) + annotated(pod, indexIgnoredFailureCount);

/** The annotations of a pod that replaces another. Source: getNewIndexFailureCounts. */
export function failureAnnotations(
  job: Job,
  replaced: Pod | undefined,
): Readonly<Record<string, string>> {
  let [failures, ignored] = [0, 0];
  if (replaced !== undefined) {
    failures = annotated(replaced, indexFailureCount);
    ignored = annotated(replaced, indexIgnoredFailureCount);
    if (matchFailurePolicy(job.spec.podFailurePolicy, replaced).counts) failures++;
    else ignored++;
  }
  return {
    [indexFailureCount]: String(failures),
    ...(ignored === 0 ? {} : { [indexIgnoredFailureCount]: String(ignored) }),
  };
}

/** Source: getPodsWithDelayedDeletionPerIndex. */
export function delayedDeletions(context: JobContext): ReadonlyMap<number, Pod> {
  const { job, activePods, succeededIndexes, failedIndexes = [], pods, expectedRemovals } = context;
  const settled = new Set([...succeededIndexes, ...failedIndexes, ...activePods.map(indexOf)]);
  const delayed = new Map<number, Pod>();
  for (const pod of pods) {
    const index = indexOf(pod);
    const isOpen =
      hasTrackingFinalizer(pod) &&
      !expectedRemovals.has(pod.metadata.uid) &&
      hasValidIndex(job, pod) &&
      isPodFailed(pod, job) &&
      !settled.has(index);
    if (!isOpen) continue;
    const other = delayed.get(index);
    const isLater =
      other === undefined ||
      (failuresBefore(other) <= failuresBefore(pod) && finishedAt(pod) >= finishedAt(other));
    if (isLater) delayed.set(index, pod);
  }
  return delayed;
}

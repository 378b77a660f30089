/**
 * Counts each ended pod exactly once: first its UID is added to the status, then its finalizer is
 * removed, then the counter is incremented. Models trackJobStatusAndRemoveFinalizers and its parts
 * of kubernetes/pkg/controller/job/job_controller.go.
 */
import type { Job } from '#k8s.io/api/batch/v1';
import type { Pod } from '#k8s.io/api/core/v1';
import { jobs } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import { apiError, type SyncResult } from '../controller/workers.ts';
import { matchFailurePolicy } from './failure-policy.ts';
import { formatIndexes, union } from './index-set.ts';
import { type JobContext, newCondition, statusOf } from './job-context.ts';
import {
  hasLimitPerIndex,
  hasTrackingFinalizer,
  hasValidIndex,
  indexOf,
  isIndexed,
  isPodFailed,
  jobCondition,
} from './job-pods.ts';
import { forEachPod, removeFinalizer } from './manage-job.ts';

/** The most pods that can wait in the status. Source: MaxUncountedPods. */
const maxUncounted = 500;

/** `dirty`: the draft already differs from the stored status. */
export function* trackAndRemoveFinalizers(
  context: JobContext,
  dirty: boolean,
): Process<SyncResult> {
  const { expectedRemovals, pods } = context;
  const withFinalizer = new Set<string>();
  for (const pod of pods) {
    const { uid } = pod.metadata;
    if (hasTrackingFinalizer(pod) && !expectedRemovals.has(uid)) withFinalizer.add(uid);
  }
  let needsFlush = dirty;
  if (countThoseWithout(context, withFinalizer)) needsFlush = true;
  const found = collect(context);
  if (found.changed) needsFlush = true;
  if (noteIndexes(context, found.succeededIndexes)) needsFlush = true;
  if (noteInterimCondition(context)) needsFlush = true;
  if (needsFlush) {
    const failed = yield* flush(context, 'adding uncounted pods to status');
    if (failed !== undefined) return failed;
    context.tools.backoffRecords.set(context.key, context.record);
  }
  const removed = yield* removeFinalizers(context, found.toRemove, withFinalizer);
  needsFlush = countThoseWithout(context, withFinalizer);
  if (removed !== undefined) {
    if (needsFlush) yield* flush(context, 'removing uncounted pods from status');
    return removed;
  }
  const isFinished = !found.reachedMax && enactFinished(context);
  if (!needsFlush && !isFinished) return undefined;
  const failed = yield* flush(context, 'removing uncounted pods from status');
  if (failed === undefined && isFinished) recordFinished(context);
  return failed;
}

interface Found {
  readonly toRemove: readonly Pod[];
  readonly succeededIndexes: readonly number[];
  readonly changed: boolean;
  readonly reachedMax: boolean;
}

/** Finds the pods that have ended and are counted now. */
function collect(context: JobContext): Found {
  const { job, pods, expectedRemovals, status, uncountedSucceeded, uncountedFailed } = context;
  const indexed = isIndexed(job);
  const ordered = indexed ? [...pods].sort((a, b) => indexOf(a) - indexOf(b)) : pods;
  const before = new Set(context.previousSucceededIndexes);
  const toRemove: Pod[] = [];
  const succeeded = [...status.uncountedSucceeded];
  const failed = [...status.uncountedFailed];
  const indexes: number[] = [];
  let changed = false;
  let reachedMax = false;
  for (const pod of ordered) {
    const { uid } = pod.metadata;
    if (!hasTrackingFinalizer(pod) || expectedRemovals.has(uid)) continue;
    const isFailed = isPodFailed(pod, job);
    if (!canRemoveFinalizer(context, pod, isFailed)) continue;
    toRemove.push(pod);
    if (pod.status?.phase === 'Succeeded' && !uncountedFailed.has(uid)) {
      if (indexed && hasValidIndex(job, pod) && !before.has(indexOf(pod))) {
        indexes.push(indexOf(pod));
        changed = true;
      } else if (!indexed && !uncountedSucceeded.has(uid)) {
        succeeded.push(uid);
        changed = true;
      }
    } else if (isFailed || endsInFailure(context)) {
      const isKnown = uncountedFailed.has(uid) || (indexed && !hasValidIndex(job, pod));
      if (!isKnown && matchFailurePolicy(job.spec.podFailurePolicy, pod).counts) {
        failed.push(uid);
        changed = true;
      }
    }
    reachedMax = indexes.length + succeeded.length + failed.length >= maxUncounted;
    if (reachedMax) break;
  }
  status.uncountedSucceeded = succeeded;
  status.uncountedFailed = failed;
  return { toRemove, succeededIndexes: indexes, changed, reachedMax };
}

/** Whether the pods that have not ended count as failed, because the Job failed. */
const endsInFailure = ({ finished }: JobContext): boolean =>
  finished !== undefined && finished.type !== 'SuccessCriteriaMet';

/** Source: canRemoveFinalizer. */
function canRemoveFinalizer(context: JobContext, pod: Pod, isFailed: boolean): boolean {
  const { job, finished, delayedDeletion } = context;
  const isOver = job.metadata.deletionTimestamp !== undefined || finished !== undefined;
  if (isOver || pod.status?.phase === 'Succeeded') return true;
  if (!isFailed) return false;
  if (!hasLimitPerIndex(job)) return true;
  return delayedDeletion.get(indexOf(pod))?.metadata.uid !== pod.metadata.uid;
}

/** Moves pods whose finalizer is gone from the lists into the counters. */
function countThoseWithout({ status }: JobContext, withFinalizer: ReadonlySet<string>): boolean {
  const succeeded = status.uncountedSucceeded.filter((uid) => withFinalizer.has(uid));
  const failed = status.uncountedFailed.filter((uid) => withFinalizer.has(uid));
  const moved =
    status.uncountedSucceeded.length -
    succeeded.length +
    (status.uncountedFailed.length - failed.length);
  if (moved === 0) return false;
  status.succeeded += status.uncountedSucceeded.length - succeeded.length;
  status.failed += status.uncountedFailed.length - failed.length;
  status.uncountedSucceeded = succeeded;
  status.uncountedFailed = failed;
  return true;
}

function noteIndexes(context: JobContext, newlySucceeded: readonly number[]): boolean {
  const { job, status, failedIndexes } = context;
  if (!isIndexed(job)) return false;
  context.succeededIndexes = union(context.succeededIndexes, newlySucceeded);
  const completed = formatIndexes(context.succeededIndexes);
  const failed = failedIndexes && formatIndexes(failedIndexes);
  const changed = completed !== status.completedIndexes || failed !== status.failedIndexes;
  status.succeeded = context.succeededIndexes.length;
  status.completedIndexes = completed;
  status.failedIndexes = failed;
  return changed;
}

/**
 * The end of a Job is reported in two steps: the deciding condition before the finalizers are
 * removed, and the final condition after all pods have ended.
 */
function noteInterimCondition(context: JobContext): boolean {
  const { finished, status, job, tools } = context;
  if (finished === undefined) return false;
  const { type, reason = '', message = '' } = finished;
  const { now } = tools.env.sim;
  if (type === 'FailureTarget') {
    status.conditions = [...status.conditions, finished];
    context.finished = newCondition('Failed', reason, message, now);
    return true;
  }
  if (type !== 'SuccessCriteriaMet') return false;
  const isNew = jobCondition(job, 'SuccessCriteriaMet') === undefined;
  if (isNew) status.conditions = [...status.conditions, finished];
  context.finished = newCondition('Complete', reason, message, now);
  return isNew;
}

function* removeFinalizers(
  context: JobContext,
  pods: readonly Pod[],
  withFinalizer: Set<string>,
): Process<SyncResult> {
  if (pods.length === 0) return undefined;
  const { tools, key } = context;
  const expected = tools.finalizerRemovals.get(key) ?? new Set<string>();
  tools.finalizerRemovals.set(key, expected);
  for (const { metadata } of pods) expected.add(metadata.uid);
  const outcome = yield* forEachPod(context, pods, (pod) => removeFinalizer(context, pod));
  for (const { metadata } of outcome.done) withFinalizer.delete(metadata.uid);
  for (const { metadata } of outcome.failed) expected.delete(metadata.uid);
  return outcome.error;
}

/** Source: enactJobFinished. Returns whether the Job is finished now. */
function enactFinished(context: JobContext): boolean {
  const { finished, status, terminating } = context;
  if (finished === undefined) return false;
  if (status.uncountedSucceeded.length + status.uncountedFailed.length > 0) return false;
  if (terminating > 0) return false;
  const others = status.conditions.filter(({ type }) => type !== finished.type);
  status.conditions = [...others, finished];
  if (finished.type === 'Complete') status.completionTime = finished.lastTransitionTime;
  return true;
}

/** Source: recordJobFinished. */
function recordFinished({ job, finished, status, tools }: JobContext): void {
  if (finished === undefined) return;
  if (finished.type !== 'Complete') {
    const { reason = '', message = '' } = finished;
    tools.recorder.event(job, 'Warning', reason, message);
    return;
  }
  const { completions = Number.POSITIVE_INFINITY } = job.spec;
  if (status.succeeded > completions) {
    const message = 'Too many succeeded pods running after completion count reached';
    tools.recorder.event(job, 'Warning', 'TooManySucceededPods', message);
  }
  tools.recorder.event(job, 'Normal', 'Completed', 'Job completed');
}

function* flush(context: JobContext, doing: string): Process<SyncResult> {
  const { tools, key, job } = context;
  const { namespace, name } = job.metadata;
  const body: Job = { ...job, status: statusOf(context.status) };
  const target = { namespace, name, subresource: 'status' };
  const answer = yield* tools.client.update<Job>(jobs, body, target);
  if (!answer.ok) {
    const error = apiError(answer.error);
    return { ...error, message: `tracking status: ${doing}: ${error.message}` };
  }
  context.job = answer.value;
  const { resourceVersion } = answer.value.metadata;
  tools.consistency.wroteAt(key, jobs, resourceVersion);
  return undefined;
}

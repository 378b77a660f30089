/**
 * One sync of a Job: determines whether it has finished, manages its pods, and updates its status.
 * Models syncJob of kubernetes/pkg/controller/job/job_controller.go.
 */
import { parseRfc3339, rfc3339, second } from '#base/sim-time';
import type { Job, JobCondition } from '#k8s.io/api/batch/v1';
import type { Pod } from '#k8s.io/api/core/v1';
import type { Process } from '#sim/simulation';
import type { SyncResult } from '../controller/workers.ts';
import { matchFailurePolicy } from './failure-policy.ts';
import {
  delayedDeletions,
  failedNow,
  type JobContext,
  newCondition,
  succeededNow,
} from './job-context.ts';
import { hasLimitPerIndex, isIndexed, isPodFailed, isSuspended, jobCondition } from './job-pods.ts';
import { deleteActivePods, manageJob } from './manage-job.ts';
import { matchSuccessPolicy } from './success-policy.ts';
import { trackAndRemoveFinalizers } from './tracking.ts';

/** `mayManage`: all earlier creations and deletions of pods have been observed. */
export function* syncContext(context: JobContext, mayManage: boolean): Process<SyncResult> {
  const { job, status, tools } = context;
  if (status.startTime === undefined && !isSuspended(job)) {
    status.startTime = rfc3339(tools.env.sim.now);
  }
  context.finished = alreadyDecided(context) ?? failureByLimits(context);
  if (isIndexed(job)) judgeIndexes(context);
  let active = context.activePods.length;
  let error: SyncResult;
  let conditionChanged = false;
  if (context.finished !== undefined) {
    const gone = yield* deleteActivePods(context);
    // There may be pods that are not in the cache yet, or finalizers on them.
    if (gone.deleted !== active || !mayManage) context.finished = undefined;
    active -= gone.deleted;
    error = gone.error;
  } else {
    const managed = mayManage && job.metadata.deletionTimestamp === undefined;
    if (managed) ({ active, error } = yield* manageJob(context));
    if (isComplete(context, active)) {
      const message = 'Reached expected number of succeeded pods';
      context.finished = condition(context, 'SuccessCriteriaMet', 'CompletionsReached', message);
    } else if (managed) conditionChanged = noteSuspension(context);
  }
  const isDirty =
    conditionChanged ||
    active !== status.active ||
    context.ready !== status.ready ||
    context.terminating !== status.terminating;
  status.active = active;
  status.ready = context.ready;
  status.terminating = context.terminating;
  const untracked = yield* trackAndRemoveFinalizers(context, isDirty);
  return untracked ?? error;
}

const condition = (
  { tools }: JobContext,
  type: string,
  reason: string,
  message: string,
): JobCondition => newCondition(type, reason, message, tools.env.sim.now);

/** The end that an earlier sync decided, or that a rule of the failure policy decides now. */
function alreadyDecided(context: JobContext): JobCondition | undefined {
  const { job, pods } = context;
  const succeeded = jobCondition(job, 'SuccessCriteriaMet');
  if (succeeded !== undefined) return succeeded;
  const target = jobCondition(job, 'FailureTarget');
  if (target !== undefined) {
    return condition(context, 'Failed', target.reason ?? '', target.message ?? '');
  }
  const { podFailurePolicy } = job.spec;
  if (podFailurePolicy === undefined) return undefined;
  for (const pod of pods) {
    if (!isPodFailed(pod, job)) continue;
    const { jobFailure } = matchFailurePolicy(podFailurePolicy, pod);
    if (jobFailure === undefined) continue;
    return condition(context, 'FailureTarget', 'PodFailurePolicy', jobFailure);
  }
  return undefined;
}

/** The end because of too many failures or the deadline; otherwise syncs again at the deadline. */
function failureByLimits(context: JobContext): JobCondition | undefined {
  const { job, pods, failed, tools, key } = context;
  const { backoffLimit = 6, activeDeadlineSeconds } = job.spec;
  if (failed > backoffLimit || isPastLimitOnFailure(job, pods)) {
    const message = 'Job has reached the specified backoff limit';
    return condition(context, 'FailureTarget', 'BackoffLimitExceeded', message);
  }
  if (activeDeadlineSeconds === undefined || isSuspended(job)) return undefined;
  const { now } = tools.env.sim;
  const stored = parseRfc3339(job.status?.startTime ?? '');
  const left = activeDeadlineSeconds * second - (now - (stored ?? now));
  if (stored !== undefined && left <= 0) {
    const message = 'Job was active longer than specified deadline';
    return condition(context, 'FailureTarget', 'DeadlineExceeded', message);
  }
  tools.queue.addAfter(key, left);
  return undefined;
}

/** With restartPolicy OnFailure the restarts of containers count as failures. */
function isPastLimitOnFailure({ spec }: Job, pods: readonly Pod[]): boolean {
  if (spec.template.spec?.restartPolicy !== 'OnFailure') return false;
  const { backoffLimit = 6 } = spec;
  let restarts = 0;
  for (const { status } of pods) {
    if (status?.phase !== 'Running' && status?.phase !== 'Pending') continue;
    for (const { restartCount } of status.initContainerStatuses ?? []) restarts += restartCount;
    for (const { restartCount } of status.containerStatuses ?? []) restarts += restartCount;
  }
  return backoffLimit === 0 ? restarts > 0 : restarts >= backoffLimit;
}

function judgeIndexes(context: JobContext): void {
  const { job } = context;
  context.succeededIndexes = succeededNow(context);
  context.succeeded = context.succeededIndexes.length;
  if (hasLimitPerIndex(job)) {
    context.failedIndexes = failedNow(context);
    context.finished ??= failureByIndexes(context, context.failedIndexes.length);
    context.delayedDeletion = delayedDeletions(context);
  }
  if (context.finished !== undefined) return;
  const met = matchSuccessPolicy(job, context.succeededIndexes);
  if (met === undefined) return;
  context.finished = condition(context, 'SuccessCriteriaMet', 'SuccessPolicy', met);
}

function failureByIndexes(context: JobContext, failed: number): JobCondition | undefined {
  const { maxFailedIndexes = Number.POSITIVE_INFINITY, completions = 0 } = context.job.spec;
  if (failed > maxFailedIndexes) {
    const message = 'Job has exceeded the specified maximal number of failed indexes';
    return condition(context, 'FailureTarget', 'MaxFailedIndexesExceeded', message);
  }
  if (failed === 0 || failed + context.succeededIndexes.length < completions) return undefined;
  return condition(context, 'FailureTarget', 'FailedIndexes', 'Job has failed indexes');
}

function isComplete({ job, succeeded }: JobContext, active: number): boolean {
  const { completions } = job.spec;
  // Without a number of completions, one success is enough once the other pods have ended.
  const enough = completions === undefined ? succeeded > 0 : succeeded >= completions;
  return enough && active === 0;
}

/** Updates the Suspended condition and records events about its changes. */
function noteSuspension(context: JobContext): boolean {
  const { job, status, tools } = context;
  const suspended = isSuspended(job);
  const old = status.conditions.find(({ type }) => type === 'Suspended');
  const wanted = suspended ? 'True' : 'False';
  if (old === undefined ? !suspended : old.status === wanted) return false;
  const word = suspended ? 'suspended' : 'resumed';
  const reason = suspended ? 'JobSuspended' : 'JobResumed';
  const { now } = tools.env.sim;
  const next = newCondition('Suspended', reason, `Job ${word}`, now, wanted);
  status.conditions =
    old === undefined
      ? [...status.conditions, next]
      : status.conditions.map((one) => (one === old ? next : one));
  tools.recorder.event(job, 'Normal', suspended ? 'Suspended' : 'Resumed', `Job ${word}`);
  // A resumed Job starts again: its deadline counts from now. In v1.36 the gate
  // MutableSchedulingDirectivesForSuspendedJobs is on and clears the start time of a suspended Job.
  status.startTime = suspended ? undefined : rfc3339(now);
  return true;
}

/**
 * What the Job controller asks of a pod: does it count as failed, which index is it for, when did
 * it end.
 * Models parts of kubernetes/pkg/controller/job (tracking_utils.go, indexed_job_utils.go,
 * backoff_utils.go getFinishedTime).
 */
import { parseRfc3339, type SimTime, second } from '#base/sim-time';
import type { Job, JobCondition } from '#k8s.io/api/batch/v1';
import type { Pod } from '#k8s.io/api/core/v1';
import { podCondition } from '../controller/pods.ts';

export const trackingFinalizer = 'batch.kubernetes.io/job-tracking';
export const completionIndexAnnotation = 'batch.kubernetes.io/job-completion-index';
export const indexFailureCount = 'batch.kubernetes.io/job-index-failure-count';
export const indexIgnoredFailureCount = 'batch.kubernetes.io/job-index-ignored-failure-count';

/** A pod without a usable index. */
const unknownIndex = -1;

/** Takes the finalizer off, whatever others there are. */
export const removeFinalizerPatch = {
  metadata: { '$deleteFromPrimitiveList/finalizers': [trackingFinalizer] },
};

/** Not counted yet: the pod cannot go before it is. */
export const hasTrackingFinalizer = (pod: Pod): boolean =>
  pod.metadata.finalizers?.includes(trackingFinalizer) === true;

export const isIndexed = ({ spec }: Job): boolean => spec.completionMode === 'Indexed';
export const isSuspended = ({ spec }: Job): boolean => spec.suspend === true;
export const hasLimitPerIndex = ({ spec }: Job): boolean => spec.backoffLimitPerIndex !== undefined;

export function indexOf(pod: Pod): number {
  const text = pod.metadata.annotations?.[completionIndexAnnotation];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : unknownIndex;
}

/** Whether the pod is for an index that the Job has. */
export const hasValidIndex = (job: Job, pod: Pod): boolean => {
  const index = indexOf(pod);
  return index !== unknownIndex && index < (job.spec.completions ?? 0);
};

/** A pod that is being deleted is replaced only when it has ended. */
export const onlyReplacesFailed = ({ spec }: Job): boolean =>
  spec.podReplacementPolicy === 'Failed' || spec.podFailurePolicy !== undefined;

/** Source: isPodFailed. A pod that is being deleted counts unless the Job waits for its end. */
export function isPodFailed(pod: Pod, job: Job): boolean {
  const { phase } = pod.status ?? {};
  if (phase === 'Failed') return true;
  if (onlyReplacesFailed(job)) return false;
  return pod.metadata.deletionTimestamp !== undefined && phase !== 'Succeeded';
}

export const jobCondition = ({ status }: Job, type: string): JobCondition | undefined =>
  status?.conditions?.find((condition) => condition.type === type && condition.status === 'True');

/** Source: util.IsJobFinished. */
export const isJobFinished = (job: Job): boolean =>
  jobCondition(job, 'Complete') !== undefined || jobCondition(job, 'Failed') !== undefined;

/** Somebody else runs this Job. Source: managedByExternalController. */
export const isManagedElsewhere = ({ spec }: Job): boolean =>
  spec.managedBy !== undefined && spec.managedBy !== 'kubernetes.io/job-controller';

/** When the pod ended, as far as it can be told. Source: getFinishedTime. */
export function finishedAt(pod: Pod): SimTime {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, creationTimestamp } = pod.metadata;
  const ends = (pod.status?.containerStatuses ?? []).map(({ state }) =>
    parseRfc3339(state?.terminated?.finishedAt ?? ''),
  );
  const known = ends.filter((end) => end !== undefined);
  if (known.length > 0 && known.length === ends.length) return Math.max(...known);
  const ready = podCondition(pod, 'Ready');
  const since = parseRfc3339(ready?.lastTransitionTime ?? '');
  if (ready?.status === 'False' && since !== undefined) return since;
  const deletion = parseRfc3339(deletionTimestamp ?? '');
  if (deletion !== undefined) return deletion - deletionGracePeriodSeconds * second;
  return parseRfc3339(creationTimestamp) ?? 0;
}

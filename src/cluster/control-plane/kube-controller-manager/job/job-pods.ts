/**
 * Functions of the Job controller on pods: does a pod count as failed, what is its index, when did
 * it end. Models parts of kubernetes/pkg/controller/job (tracking_utils.go, indexed_job_utils.go,
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

/** The index of a pod without a valid one. */
const unknownIndex = -1;

/** Removes the finalizer and keeps any others. */
export const removeFinalizerPatch = {
  metadata: { '$deleteFromPrimitiveList/finalizers': [trackingFinalizer] },
};

/** Whether the pod has not been counted yet; until then it cannot be removed. */
export const hasTrackingFinalizer = (pod: Pod): boolean =>
  pod.metadata.finalizers?.includes(trackingFinalizer) === true;

export const isIndexed = ({ spec }: Job): boolean => spec.completionMode === 'Indexed';
export const isSuspended = ({ spec }: Job): boolean => spec.suspend === true;
export const hasLimitPerIndex = ({ spec }: Job): boolean => spec.backoffLimitPerIndex !== undefined;

export function indexOf(pod: Pod): number {
  const text = pod.metadata.annotations?.[completionIndexAnnotation];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : unknownIndex;
}

/** Whether the pod's index is one of the Job. */
export const hasValidIndex = (job: Job, pod: Pod): boolean => {
  const index = indexOf(pod);
  return index !== unknownIndex && index < (job.spec.completions ?? 0);
};

/** Whether a pod that is being deleted is replaced only when it has ended. */
export const onlyReplacesFailed = ({ spec }: Job): boolean =>
  spec.podReplacementPolicy === 'Failed' || spec.podFailurePolicy !== undefined;

/**
 * Source: isPodFailed. A pod that is being deleted counts as failed unless the Job waits for its
 * end.
 */
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

/** Whether another controller runs this Job. Source: managedByExternalController. */
export const isManagedElsewhere = ({ spec }: Job): boolean =>
  spec.managedBy !== undefined && spec.managedBy !== 'kubernetes.io/job-controller';

/** The best known time of the pod's end. Source: getFinishedTime. */
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

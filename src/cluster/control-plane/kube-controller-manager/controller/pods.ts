/**
 * What controllers ask of a pod: does it count, is it ready, since when.
 * Models kubernetes/pkg/api/v1/pod/util.go and kubernetes/pkg/controller/controller_utils.go.
 */
import { parseRfc3339, type SimTime, second } from '#base/sim-time';
import type { Pod, PodCondition } from '#k8s.io/api/core/v1';

export const podCondition = (pod: Pod, type: string): PodCondition | undefined =>
  pod.status?.conditions?.find((condition) => condition.type === type);

export const isPodReady = (pod: Pod): boolean => podCondition(pod, 'Ready')?.status === 'True';

/** Ended: its containers will not run again. Source: podutil.IsPodTerminal. */
export const isPodTerminal = (pod: Pod): boolean =>
  pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';

/** Neither ended nor being deleted. Source: controller.IsPodActive. */
export const isPodActive = (pod: Pod): boolean =>
  !isPodTerminal(pod) && pod.metadata.deletionTimestamp === undefined;

/** Being deleted and not ended. Source: controller.IsPodTerminating. */
export const isPodTerminating = (pod: Pod): boolean =>
  !isPodTerminal(pod) && pod.metadata.deletionTimestamp !== undefined;

/** Since when the pod is ready; `undefined` when it is not. */
export function podReadySince(pod: Pod): SimTime | undefined {
  const condition = podCondition(pod, 'Ready');
  if (condition?.status !== 'True') return undefined;
  return parseRfc3339(condition.lastTransitionTime ?? '');
}

/** Ready for at least `minReadySeconds`. Source: podutil.IsPodAvailable. */
export function isPodAvailable(pod: Pod, minReadySeconds: number, now: SimTime): boolean {
  if (!isPodReady(pod)) return false;
  if (minReadySeconds === 0) return true;
  const since = podReadySince(pod);
  return since !== undefined && since + minReadySeconds * second <= now;
}

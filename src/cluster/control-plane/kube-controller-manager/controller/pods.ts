/**
 * Functions of controllers on pods: is a pod active, is it ready, and since when. Models
 * kubernetes/pkg/api/v1/pod/util.go and kubernetes/pkg/controller/controller_utils.go.
 */

import { parseRfc3339, type SimTime, second } from '#base/sim-time';
import type { Pod, PodCondition } from '#k8s.io/api/core/v1';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';
import { isPodTerminal } from '#k8s.io/component-helpers/core/pod-phase';

const nodeIndex = 'spec.nodeName';

/** Adds the index that `podsOn` needs. Several controllers may call it. */
export const indexByNode = (informer: SharedInformer<Pod>): void =>
  informer.addIndex(nodeIndex, ({ spec }) => [spec.nodeName ?? '']);

/** The pods bound to a node; for the node '' the unbound ones. */
export const podsOn = (lister: Lister<Pod>, node: string): readonly Pod[] =>
  lister.byIndex(nodeIndex, node);

/** The nodes to which pods are bound, whether these nodes exist or not. */
export const nodesWithPods = (lister: Lister<Pod>): readonly string[] =>
  lister.indexValues(nodeIndex).filter((node) => node !== '');

export const podCondition = (pod: Pod, type: string): PodCondition | undefined =>
  pod.status?.conditions?.find((condition) => condition.type === type);

export const isPodReady = (pod: Pod): boolean => podCondition(pod, 'Ready')?.status === 'True';

/** Neither ended nor being deleted. Source: controller.IsPodActive. */
export const isPodActive = (pod: Pod): boolean =>
  !isPodTerminal(pod) && pod.metadata.deletionTimestamp === undefined;

/** Being deleted and not ended. Source: controller.IsPodTerminating. */
export const isPodTerminating = (pod: Pod): boolean =>
  !isPodTerminal(pod) && pod.metadata.deletionTimestamp !== undefined;

/** The time since when the pod is ready; `undefined` when it is not. */
export function podReadySince(pod: Pod): SimTime | undefined {
  const condition = podCondition(pod, 'Ready');
  if (condition?.status !== 'True') return undefined;
  return parseRfc3339(condition.lastTransitionTime ?? '');
}

/** Whether it has been ready for at least `minReadySeconds`. Source: podutil.IsPodAvailable. */
export function isPodAvailable(pod: Pod, minReadySeconds: number, now: SimTime): boolean {
  if (!isPodReady(pod)) return false;
  if (minReadySeconds === 0) return true;
  const since = podReadySince(pod);
  return since !== undefined && since + minReadySeconds * second <= now;
}

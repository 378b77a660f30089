/**
 * Whether the API server's copy of a status still equals the kubelet's.
 *
 * Models kubernetes/pkg/kubelet/status/status_manager.go needsReconcile, normalizeStatus and
 * isPodStatusByKubeletEqual. In: two statuses. Out: whether the kubelet has to write its own again.
 */

import type { Pod, PodCondition, PodStatus } from '#k8s.io/api/core/v1';
import { deepEqual, isJsonArray, isJsonObject } from '#k8s.io/apimachinery/json-value';
import { isStaticPod } from '../config/common.ts';
import type { PodManager } from '../pod/pod-manager.ts';
import { kubeletConditions } from './generate.ts';

/** The pods as their sources have them. */
export type ShownPods = Pick<PodManager, 'byUid' | 'mirrorOf' | 'mirrorUidOf'>;

/**
 * Whether a source has another status than the kubelet. For a static pod, its mirror pod is
 * compared. Source: needsReconcile.
 */
export function needsReconcile(shown: ShownPods, uid: string, known: PodStatus): boolean {
  const source = shown.byUid(uid);
  if (source === undefined) return false;
  const pod: Pod | undefined = isStaticPod(source) ? shown.mirrorOf(source) : source;
  return pod !== undefined && !isPodStatusByKubeletEqual(pod.status ?? {}, known);
}

/** Equal except for fields of other owners and the times of conditions. */
export function isPodStatusByKubeletEqual(shown: PodStatus, known: PodStatus): boolean {
  const theirs = conditionsByKubelet(shown);
  const ours = conditionsByKubelet(known);
  if (theirs.length !== ours.length) return false;
  const isShown = (own: PodCondition): boolean =>
    theirs.some((one) => one.type === own.type && hasSameContent(one, own));
  return ours.every(isShown) && deepEqual(normalized(shown), normalized(known));
}

/**
 * The kubelet's own conditions, and the one that it shares. Source: PodConditionSharedByKubelet.
 */
const conditionsByKubelet = ({ conditions = [] }: PodStatus): readonly PodCondition[] =>
  conditions.filter(({ type }) => kubeletConditions.includes(type) || type === 'DisruptionTarget');

const hasSameContent = (a: PodCondition, b: PodCondition): boolean =>
  a.status === b.status &&
  (a.reason ?? '') === (b.reason ?? '') &&
  (a.message ?? '') === (b.message ?? '');

/** Drops conditions and fields of other owners; sorts containers by name. */
function normalized(status: PodStatus): unknown {
  const {
    conditions: _conditions,
    nominatedNodeName: _nominated,
    resourceClaimStatuses: _claims,
    extendedResourceClaimStatus: _extended,
    ...own
  } = status;
  return withoutEmpty({
    ...own,
    containerStatuses: byName(own.containerStatuses),
    initContainerStatuses: byName(own.initContainerStatuses),
    ephemeralContainerStatuses: byName(own.ephemeralContainerStatuses),
  });
}

const byName = <T extends { readonly name: string }>(statuses: readonly T[] = []): readonly T[] =>
  [...statuses].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Go treats nil, an empty list and an empty map as equal. Source: equality.Semantic. */
function withoutEmpty(value: unknown): unknown {
  if (isJsonArray(value)) return value.length === 0 ? undefined : value.map(withoutEmpty);
  if (!isJsonObject(value)) return value ?? undefined;
  const kept = Object.entries(value)
    .map(([name, item]) => [name, withoutEmpty(item)] as const)
    .filter(([, item]) => item !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** Which pod is evicted first when a resource runs short, and the eviction message. */

import type { Pod } from '#k8s.io/api/core/v1';
import { wholeValue } from '#k8s.io/apimachinery/quantity';
import { isMirrorPod } from '#k8s.io/component-helpers/core/mirror-pod';
import { podRequests } from '#k8s.io/component-helpers/resource/pod-requests';
import type { ContainerStats, PodStats } from '#k8s.io/cri-api/runtime';
import {
  availableText,
  bytesText,
  type EvictedResource,
  type Observation,
  quantityText,
  type Threshold,
} from './thresholds.ts';

const criticalPriority = 2_000_000_000;

/** Static, mirror and system-critical pods are never evicted. Source: types.IsCriticalPod. */
export const isCriticalPod = (pod: Pod): boolean =>
  (pod.spec.priority ?? 0) >= criticalPriority ||
  isMirrorPod(pod) ||
  pod.metadata.annotations?.['kubernetes.io/config.source'] === 'file';

export interface Candidate {
  readonly pod: Pod;
  readonly stats: PodStats | undefined;
}

const amounts: Readonly<Record<EvictedResource, (of: ContainerStats) => number>> = {
  memory: ({ memoryBytes }) => memoryBytes,
  'ephemeral-storage': ({ diskBytes }) => diskBytes,
  inodes: ({ inodes }) => inodes,
  pids: ({ processes }) => processes,
};

/** Bytes or a count, including its volumes if they use this resource. */
export function usageOf({ stats }: Candidate, { resource }: Threshold): number {
  if (stats === undefined) return 0;
  const containers = stats.containers.reduce((sum, one) => sum + amounts[resource](one), 0);
  if (resource === 'inodes') return containers + stats.volumeFiles;
  if (resource !== 'ephemeral-storage') return containers;
  return containers + Object.values(stats.volumes).reduce((sum, bytes) => sum + bytes, 0);
}

const requestOf = ({ pod }: Candidate, { resource }: Threshold): number => {
  const request = podRequests(pod)[resource];
  return request === undefined ? 0 : wholeValue(request);
};

/** Whether it uses more than it asked for. */
export const exceedsRequest = (one: Candidate, threshold: Threshold): boolean =>
  usageOf(one, threshold) > requestOf(one, threshold);

/**
 * Pods over their request first, then by priority, then by how far over. There is no request for
 * processes: only priority and number count. Source: rankMemoryPressure and kin.
 */
export function rank(candidates: readonly Candidate[], threshold: Threshold): readonly Candidate[] {
  const over = (one: Candidate): number => usageOf(one, threshold) - requestOf(one, threshold);
  return [...candidates].sort((a, b) => {
    const exceeds = Number(over(b) > 0) - Number(over(a) > 0);
    if (exceeds !== 0 && threshold.resource !== 'pids') return exceeds;
    const priority = (a.pod.spec.priority ?? 0) - (b.pod.spec.priority ?? 0);
    return priority !== 0 ? priority : over(b) - over(a);
  });
}

/** Source: eviction/helpers.go evictionMessage. */
export function evictionMessage(observation: Observation, { pod, stats }: Candidate): string {
  const { resource } = observation.threshold;
  let message =
    `The node was low on resource: ${resource}. Threshold quantity: ${quantityText(observation)},` +
    ` available: ${availableText(observation)}. `;
  if (resource === 'inodes' || resource === 'pids') return message;
  for (const { name, memoryBytes, diskBytes } of stats?.containers ?? []) {
    const used = resource === 'memory' ? memoryBytes : diskBytes;
    const container = pod.spec.containers.find((one) => one.name === name);
    const request = container?.resources?.requests?.[resource] ?? '0';
    if (used <= wholeValue(request)) continue;
    message +=
      `Container ${name} was using ${bytesText(used)}, request is ${request},` +
      ` has larger consumption of ${resource}. `;
  }
  return message;
}

/** The local storage limits that a pod exceeds. Source: localStorageEviction. */
export function localStorageViolation({ pod, stats }: Candidate): string | undefined {
  if (stats === undefined) return undefined;
  for (const { name, emptyDir } of pod.spec.volumes ?? []) {
    const limit = emptyDir?.sizeLimit;
    if (limit === undefined || limit === '0') continue;
    const path = Object.keys(stats.volumes).find((one) => one.endsWith(`~empty-dir/${name}`));
    if ((stats.volumes[path ?? ''] ?? 0) > wholeValue(limit)) {
      return `Usage of EmptyDir volume "${name}" exceeds the limit "${limit}". `;
    }
  }
  return ephemeralStorageViolation(pod, stats);
}

const storage = 'ephemeral-storage';

function ephemeralStorageViolation(pod: Pod, stats: PodStats): string | undefined {
  let limits = 0;
  let isLimited = pod.spec.containers.length > 0;
  let used = Object.values(stats.volumes).reduce((sum, bytes) => sum + bytes, 0);
  for (const { name, resources } of pod.spec.containers) {
    const limit = resources?.limits?.[storage];
    const bytes = stats.containers.find((one) => one.name === name)?.diskBytes ?? 0;
    used += bytes;
    if (limit === undefined) isLimited = false;
    else {
      limits += wholeValue(limit);
      if (bytes > wholeValue(limit)) {
        return `Container ${name} exceeded its local ephemeral storage limit "${limit}". `;
      }
    }
  }
  if (!isLimited || used <= limits) return undefined;
  const total = bytesText(limits);
  return `Pod ephemeral local storage usage exceeds the total limit of containers ${total}. `;
}

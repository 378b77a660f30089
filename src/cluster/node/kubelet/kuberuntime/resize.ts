/**
 * In what order a resize is carried out, and what each container is given.
 *
 * Models kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodResizeAction and
 * doPodResizeAction: memory first, then CPU; decreases before increases; the pod's cgroup grows
 * before its containers and shrinks after them. In: running containers and allocated resources.
 * Out: steps. `SyncPod` acts.
 */

import { defined } from '#base/defined';
import type { Container, ResourceRequirements } from '#k8s.io/api/core/v1';
import { compareQuantities } from '#k8s.io/apimachinery/quantity';
import type { ContainerStatus, LinuxContainerResources } from '#k8s.io/cri-api/runtime';
import type { PodCgroup } from '../cm/pod-container-manager.ts';

/** A running container and its allocated resources. */
export interface ResizedContainer {
  readonly container: Container;
  readonly current: ContainerStatus;
  readonly wanted: LinuxContainerResources;
  /** The resources it had before. */
  readonly actuated: ResourceRequirements | undefined;
}

export type ResizeStep =
  /** Writes the pod's cgroup and notifies the runtime. */
  | { readonly kind: 'pod'; readonly resources: PodCgroup }
  | {
      readonly kind: 'container';
      readonly id: string;
      readonly resources: LinuxContainerResources;
    };

/** All steps of a resize, in order. */
export function resizeSteps(
  before: PodCgroup,
  after: PodCgroup,
  containers: readonly ResizedContainer[],
): readonly ResizeStep[] {
  const memory = inOrder(containers, memoryChange).map(({ current, wanted }) =>
    containerStep(current, {
      ...wanted,
      ...pick(current.resources, 'cpuShares'),
      ...pick(current.resources, 'cpuQuota'),
    }),
  );
  const cpu = inOrder(containers, cpuChange).map(({ current, wanted }) =>
    containerStep(current, wanted),
  );
  return [
    ...aroundContainers(before, after, ['memoryLimitInBytes'], memory),
    ...aroundContainers(before, after, ['cpuQuota', 'cpuShares'], cpu),
  ];
}

const pick = (
  from: LinuxContainerResources | undefined,
  field: 'cpuShares' | 'cpuQuota',
): LinuxContainerResources => {
  const value = from?.[field];
  return defined({ [field]: value });
};

const containerStep = (
  { id }: ContainerStatus,
  resources: LinuxContainerResources,
): ResizeStep => ({ kind: 'container', id, resources });

/**
 * The pod's cgroup grows before its containers and shrinks after them. Source: resizeContainers.
 */
function aroundContainers(
  before: PodCgroup,
  after: PodCgroup,
  fields: readonly (keyof PodCgroup)[],
  containers: readonly ResizeStep[],
): readonly ResizeStep[] {
  const step = (field: keyof PodCgroup): ResizeStep => ({
    kind: 'pod',
    resources: { [field]: after[field] },
  });
  // Without a pod-level value the present one stays.
  const growth = (field: keyof PodCgroup): number =>
    after[field] === undefined ? 0 : after[field] - (before[field] ?? -1);
  return [
    ...fields.filter((field) => growth(field) > 0).map(step),
    ...containers,
    ...[...fields]
      .reverse()
      .filter((field) => growth(field) < 0)
      .map(step),
  ];
}

/** Positive when the resource grows. */
type Change = (of: ResizedContainer) => number;

const inOrder = (
  containers: readonly ResizedContainer[],
  change: Change,
): readonly ResizedContainer[] => [
  ...containers.filter((one) => change(one) < 0).reverse(),
  ...containers.filter((one) => change(one) > 0),
];

/** The container's limit, or its request, which the runtime does not report. */
function memoryChange({ container, current, wanted, actuated }: ResizedContainer): number {
  const limit = (wanted.memoryLimitInBytes ?? 0) - (current.resources?.memoryLimitInBytes ?? 0);
  if (limit !== 0) return limit;
  const request = container.resources?.requests?.['memory'] ?? '0';
  return compareQuantities(request, actuated?.requests?.['memory'] ?? '0');
}

function cpuChange({ current: { resources }, wanted }: ResizedContainer): number {
  const limit = (wanted.cpuQuota ?? 0) - (resources?.cpuQuota ?? 0);
  return limit === 0 ? (wanted.cpuShares ?? 0) - (resources?.cpuShares ?? 0) : limit;
}

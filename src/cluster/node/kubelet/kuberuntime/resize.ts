/**
 * In what order a resize is carried out, and what each container is given.
 *
 * Models kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodResizeAction and
 * doPodResizeAction: memory first, then CPU; what becomes smaller before what becomes larger; a pod
 * that grows gets room before its containers do, one that shrinks after them. In: what runs and
 * what was granted. Out: steps. `SyncPod` acts.
 */

import { defined } from '#base/defined';
import type { Container, ResourceRequirements } from '#k8s.io/api/core/v1';
import { compareQuantities } from '#k8s.io/apimachinery/quantity';
import type { ContainerStatus, LinuxContainerResources } from '#k8s.io/cri-api/runtime';
import type { PodCgroup } from '../cm/pod-container-manager.ts';

/** A container that runs, and what it was granted. */
export interface ResizedContainer {
  readonly container: Container;
  readonly current: ContainerStatus;
  readonly wanted: LinuxContainerResources;
  /** What it had been granted before. */
  readonly actuated: ResourceRequirements | undefined;
}

export type ResizeStep =
  /** The pod's cgroup is written, and the runtime told. */
  | { readonly kind: 'pod'; readonly resources: PodCgroup }
  | {
      readonly kind: 'container';
      readonly id: string;
      readonly resources: LinuxContainerResources;
    };

/** All of it, in order. */
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

/** Limits grow before requests and shrink after them. Source: resizeContainers. */
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
  // Without a limit for the whole pod the one that stands stays.
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

/** Positive: it grows. */
type Change = (of: ResizedContainer) => number;

const inOrder = (
  containers: readonly ResizedContainer[],
  change: Change,
): readonly ResizedContainer[] => [
  ...containers.filter((one) => change(one) < 0).reverse(),
  ...containers.filter((one) => change(one) > 0),
];

/** Its limit, or its request, which the runtime does not know of. */
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

/**
 * What the containers of a pod are given while they are being resized: the most of what the spec
 * asks, what the kubelet promised and what they have; of a resize that the node can never grant,
 * the last two alone.
 *
 * Models determineContainerReqs and determineContainerLimits of k8s.io/component-helpers resource.
 */
import { defined } from '#base/defined';
import type { Container, ContainerStatus, Pod, PodSpec } from '#k8s.io/api/core/v1';
import type { Quantity } from '#k8s.io/apimachinery/meta/v1';
import { compareQuantities } from '#k8s.io/apimachinery/quantity';

type Quantities = Readonly<Record<string, Quantity>>;

const nothing: Quantities = {};

/** The spec with these resources; the very same one when the status says nothing else. */
export function resizedSpec({ metadata, spec, status }: Pod): PodSpec {
  // The spec has not been changed since the Pod was created.
  if ((metadata.generation ?? 1) <= 1 || status?.containerStatuses === undefined) return spec;
  const infeasible =
    status.conditions?.some(
      ({ type, reason }) => type === 'PodResizePending' && reason === 'Infeasible',
    ) === true;
  const containers = resized(spec.containers, status.containerStatuses, infeasible);
  const sidecars = (spec.initContainers ?? []).filter((one) => one.restartPolicy === 'Always');
  const initContainers =
    sidecars.length === 0
      ? spec.initContainers
      : resized(spec.initContainers ?? [], status.initContainerStatuses ?? [], infeasible);
  if (containers === spec.containers && initContainers === spec.initContainers) return spec;
  return { ...spec, containers, ...defined({ initContainers }) };
}

function resized(
  containers: readonly Container[],
  statuses: readonly ContainerStatus[],
  infeasible: boolean,
): readonly Container[] {
  let changed = false;
  const made = containers.map((container) => {
    const status = statuses.find(({ name }) => name === container.name);
    if (status?.resources === undefined) return container;
    const { resources = {} } = container;
    const { requests: had, limits: bound } = status.resources;
    const wanted = infeasible ? undefined : resources;
    const requests = most(wanted?.requests, had, status.allocatedResources);
    const limits = most(wanted?.limits, bound);
    if (same(requests, resources.requests) && same(limits, resources.limits)) return container;
    changed = true;
    return { ...container, resources: { ...resources, requests, limits } };
  });
  return changed ? made : containers;
}

function most(...lists: readonly (Quantities | undefined)[]): Quantities {
  const out: Record<string, Quantity> = {};
  for (const list of lists) {
    for (const name in list) {
      const quantity = list[name] as Quantity;
      const before = out[name];
      if (before === undefined || compareQuantities(before, quantity) < 0) out[name] = quantity;
    }
  }
  return out;
}

const same = (a: Quantities, b: Quantities = nothing): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.keys(a).every((name) => {
    const [left, right] = [a[name], b[name]];
    return left !== undefined && right !== undefined && compareQuantities(left, right) === 0;
  });

/**
 * Defaults of the resources that are given to a pod as a whole.
 *
 * Models kubernetes/pkg/apis/core/v1 defaults.go defaultPodRequests and defaultHugePagePodLimits,
 * with component-helpers/resource AggregateContainerRequests.
 */
import type { Quantity } from '#k8s.io/apimachinery/meta/v1';
import { addQuantities, compareQuantities } from '#k8s.io/apimachinery/quantity';
import type { Container, ResourceRequirements } from '../core/container.ts';
import type { PodSpec } from '../core/pod.ts';

type ResourceList = Readonly<Record<string, Quantity>>;

/** Nothing is filled in unless the pod asks for something as a whole. */
export function defaultPodResources(spec: PodSpec): PodSpec {
  const asked = spec.resources;
  if (asked === undefined) return spec;
  const resources = withRequests(spec, withHugePageLimits(spec, asked));
  return resources === asked ? spec : { ...spec, resources };
}

const isHugePage = (name: string): boolean => name.startsWith('hugepages-');
const isPodLevel = (name: string): boolean =>
  name === 'cpu' || name === 'memory' || isHugePage(name);
const isEmpty = (list: ResourceList | undefined): boolean => Object.keys(list ?? {}).length === 0;

function withHugePageLimits(spec: PodSpec, resources: ResourceRequirements): ResourceRequirements {
  if (isEmpty(resources.limits) && isEmpty(resources.requests)) return resources;
  const missing = Object.entries(aggregateOfContainers(spec, 'limits')).filter(
    ([name]) => isHugePage(name) && !resources.requests?.[name] && !resources.limits?.[name],
  );
  if (missing.length === 0) return resources;
  return { ...resources, limits: { ...resources.limits, ...Object.fromEntries(missing) } };
}

function withRequests(spec: PodSpec, resources: ResourceRequirements): ResourceRequirements {
  if (isEmpty(resources.limits)) return resources;
  const requests: Record<string, Quantity> = { ...resources.requests };
  for (const [name, amount] of Object.entries(aggregateOfContainers(spec, 'requests')))
    if (isPodLevel(name) && !isHugePage(name)) requests[name] ??= amount;
  for (const [name, amount] of Object.entries(resources.limits ?? {}))
    if (isPodLevel(name)) requests[name] ??= amount;
  const known = Object.keys(resources.requests ?? {}).length;
  return Object.keys(requests).length === known ? resources : { ...resources, requests };
}

/**
 * What the containers need together: the sum of those that run side by side, or what one init
 * container needs beside the sidecars started before it, whichever is more.
 */
export function aggregateOfContainers(spec: PodSpec, of: 'requests' | 'limits'): ResourceList {
  const amounts = (container: Container): ResourceList => container.resources?.[of] ?? {};
  let total: ResourceList = {};
  for (const container of spec.containers ?? []) total = combine(total, amounts(container), sum);
  let sidecars: ResourceList = {};
  let starting: ResourceList = {};
  for (const container of spec.initContainers ?? []) {
    const isSidecar = container.restartPolicy === 'Always';
    if (isSidecar) {
      total = combine(total, amounts(container), sum);
      sidecars = combine(sidecars, amounts(container), sum);
    }
    const now = isSidecar ? sidecars : combine(sidecars, amounts(container), sum);
    starting = combine(starting, now, larger);
  }
  return combine(total, starting, larger);
}

const sum = addQuantities;
const larger = (a: Quantity, b: Quantity): Quantity => (compareQuantities(a, b) >= 0 ? a : b);

function combine(
  a: ResourceList,
  b: ResourceList,
  by: (a: Quantity, b: Quantity) => Quantity,
): ResourceList {
  const result: Record<string, Quantity> = { ...a };
  for (const [name, amount] of Object.entries(b)) {
    const known = result[name];
    result[name] = known === undefined ? amount : by(known, amount);
  }
  return result;
}

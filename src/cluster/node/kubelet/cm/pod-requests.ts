/**
 * What a pod asks for as a whole: regular containers and sidecars together, against the largest
 * init container. Models k8s.io/component-helpers/resource PodRequests and PodLimits.
 */
import type { Container, Pod } from '#k8s.io/api/core/v1';
import type { Quantity } from '#k8s.io/apimachinery/meta/v1';
import { addQuantities, compareQuantities } from '#k8s.io/apimachinery/quantity';
import { isSidecar } from '../container/names.ts';

type ResourceList = Readonly<Record<string, Quantity>>;

const nothing: ResourceList = {};

function add(a: ResourceList, b: ResourceList): ResourceList {
  if (b === nothing) return a;
  const sum: Record<string, Quantity> = { ...a };
  for (const name in b) {
    const value = b[name] as Quantity;
    sum[name] = sum[name] === undefined ? value : addQuantities(sum[name], value);
  }
  return sum;
}

function larger(a: ResourceList, b: ResourceList): ResourceList {
  if (b === nothing) return a;
  const max: Record<string, Quantity> = { ...a };
  for (const name in b) {
    const value = b[name] as Quantity;
    const known = max[name];
    if (known === undefined || compareQuantities(value, known) > 0) max[name] = value;
  }
  return max;
}

function aggregate(pod: Pod, of: (container: Container) => ResourceList): ResourceList {
  let total = nothing;
  for (const container of pod.spec.containers) total = add(total, of(container));
  let sidecars = nothing;
  let init = nothing;
  for (const container of pod.spec.initContainers ?? []) {
    if (isSidecar(container)) {
      total = add(total, of(container));
      sidecars = add(sidecars, of(container));
      init = larger(init, sidecars);
    } else init = larger(init, add(of(container), sidecars));
  }
  total = larger(total, init);
  return total;
}

export function podRequests(pod: Pod): ResourceList {
  const requests = aggregate(pod, (container) => container.resources?.requests ?? nothing);
  const all = { ...requests, ...pod.spec.resources?.requests };
  return pod.spec.overhead === undefined ? all : add(all, pod.spec.overhead);
}

export function podLimits(pod: Pod): ResourceList {
  const limits = aggregate(pod, (container) => container.resources?.limits ?? nothing);
  return { ...limits, ...pod.spec.resources?.limits };
}

/** Whether every container names a limit of this resource. */
export const allLimited = (pod: Pod, name: string): boolean =>
  pod.spec.resources?.limits?.[name] !== undefined ||
  [...pod.spec.containers, ...(pod.spec.initContainers ?? [])].every(
    (container) => container.resources?.limits?.[name] !== undefined,
  );

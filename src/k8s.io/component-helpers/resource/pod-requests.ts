/**
 * The resources of a whole pod: the sum of regular containers and sidecars, or the largest init
 * container if that is more. Models k8s.io/component-helpers/resource PodRequests and PodLimits.
 */
import type { Container, Pod, PodSpec } from '#k8s.io/api/core/v1';
import type { Quantity } from '#k8s.io/apimachinery/meta/v1';
import { addQuantities, compareQuantities } from '#k8s.io/apimachinery/quantity';

/** An init container that goes on running beside the others. */
const isSidecar = ({ restartPolicy }: Container): boolean => restartPolicy === 'Always';

export type ResourceList = Readonly<Record<string, Quantity>>;

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

function aggregate(spec: PodSpec, of: (container: Container) => ResourceList): ResourceList {
  let total = nothing;
  for (const container of spec.containers) total = add(total, of(container));
  let sidecars = nothing;
  let init = nothing;
  for (const container of spec.initContainers ?? []) {
    if (isSidecar(container)) {
      total = add(total, of(container));
      sidecars = add(sidecars, of(container));
      init = larger(init, sidecars);
    } else init = larger(init, add(of(container), sidecars));
  }
  total = larger(total, init);
  return total;
}

// Cached by the identity of the spec, which is immutable.
const requestsOf = new WeakMap<PodSpec, ResourceList>();
const limitsOf = new WeakMap<PodSpec, ResourceList>();

/** The requests of its containers alone. Source: AggregateContainerRequests. */
export const containerRequests = (spec: PodSpec): ResourceList =>
  aggregate(spec, (container) => container.resources?.requests ?? nothing);

/** What a pod as a whole requests. Source: resource.PodRequests. */
export function podRequests({ spec }: Pod): ResourceList {
  let requests = requestsOf.get(spec);
  if (requests === undefined) {
    const all = { ...containerRequests(spec), ...spec.resources?.requests };
    requests = spec.overhead === undefined ? all : add(all, spec.overhead);
    requestsOf.set(spec, requests);
  }
  return requests;
}

/** What a pod as a whole may use. Source: resource.PodLimits. */
export function podLimits({ spec }: Pod): ResourceList {
  let limits = limitsOf.get(spec);
  if (limits === undefined) {
    const sum = aggregate(spec, (container) => container.resources?.limits ?? nothing);
    limits = withOverhead({ ...sum, ...spec.resources?.limits }, spec.overhead);
    limitsOf.set(spec, limits);
  }
  return limits;
}

/** Overhead raises an existing limit and does not create one. Source: PodLimits. */
function withOverhead(limits: ResourceList, overhead: ResourceList | undefined): ResourceList {
  const limited = Object.entries(overhead ?? nothing).filter(([name]) => name in limits);
  return limited.length === 0 ? limits : add(limits, Object.fromEntries(limited));
}

/** Whether every container names a limit of this resource. */
export const allLimited = (pod: Pod, name: string): boolean =>
  pod.spec.resources?.limits?.[name] !== undefined ||
  [...pod.spec.containers, ...(pod.spec.initContainers ?? [])].every(
    (container) => container.resources?.limits?.[name] !== undefined,
  );

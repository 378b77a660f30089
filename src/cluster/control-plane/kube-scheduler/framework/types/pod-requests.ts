/**
 * A pod's requests as numbers: cpu in thousandths, everything else in units.
 *
 * Models k8s.io/component-helpers resource.PodRequests and the scheduler's "non-zero" requests
 * (kubernetes/pkg/scheduler/util/pod_resources.go). In: a pod spec. Out: sums, kept per spec.
 */
import type { Container, Pod, PodSpec } from '#k8s.io/api/core/v1';
import type { Quantity } from '#k8s.io/apimachinery/meta/v1';
import { milliValue, wholeValue } from '#k8s.io/apimachinery/quantity';
import { resizedSpec } from '#k8s.io/component-helpers/core/resized-spec';

/** Amounts by resource name. */
export type Amounts = Readonly<Record<string, number>>;

export interface PodRequests {
  /** The requested amounts. */
  readonly requests: Amounts;
  /** The same for scoring: a container without cpu counts 100m, without memory 200 MiB. */
  readonly nonZeroMilliCpu: number;
  readonly nonZeroMemory: number;
}

const defaultRequests: Amounts = { cpu: 100, memory: 200 * 1024 * 1024 };

/** One quantity of a resource list as a number. */
const amountOf = (name: string, quantity: Quantity): number =>
  name === 'cpu' ? milliValue(quantity) : wholeValue(quantity);

/** A resource list as numbers. */
export function amountsOf(list: Readonly<Record<string, Quantity>> | undefined): Amounts {
  const amounts: Record<string, number> = {};
  for (const name in list) {
    const quantity = list[name];
    if (quantity !== undefined) amounts[name] = amountOf(name, quantity);
  }
  return amounts;
}

/** The requests of a pod, those of a resize under way included. */
export const podRequests = (pod: Pod): PodRequests => requestsOf(resizedSpec(pod));

/** The result is cached by the immutable spec. */
function requestsOf(spec: PodSpec): PodRequests {
  const known = computed.get(spec);
  if (known !== undefined) return known;
  const nonZero = sumOf(spec, defaultRequests);
  const made: PodRequests = {
    requests: sumOf(spec, {}),
    nonZeroMilliCpu: nonZero['cpu'] ?? 0,
    nonZeroMemory: nonZero['memory'] ?? 0,
  };
  computed.set(spec, made);
  return made;
}

// A cache by identity of an immutable value; an entry never depends on when it was computed.
const computed = new WeakMap<PodSpec, PodRequests>();

/**
 * Containers and sidecars together, or the peak of the init containers, whichever is more; then
 * the pod's own request where it names one, and the overhead of its runtime class on top.
 */
function sumOf(spec: PodSpec, defaults: Amounts): Amounts {
  const total: Record<string, number> = {};
  for (const container of spec.containers) add(total, containerRequests(container, defaults));
  const sidecars: Record<string, number> = {};
  const peak: Record<string, number> = {};
  for (const container of spec.initContainers ?? []) {
    const own = containerRequests(container, defaults);
    if (container.restartPolicy === 'Always') {
      add(total, own);
      add(sidecars, own);
      raise(peak, sidecars);
    } else {
      const during = { ...own };
      add(during, sidecars);
      raise(peak, during);
    }
  }
  raise(total, peak);
  Object.assign(total, amountsOf(spec.resources?.requests));
  add(total, amountsOf(spec.overhead));
  return total;
}

const containerRequests = (container: Container, defaults: Amounts): Amounts => ({
  ...defaults,
  ...amountsOf(container.resources?.requests),
});

function add(into: Record<string, number>, amounts: Amounts): void {
  for (const name in amounts) into[name] = (into[name] ?? 0) + (amounts[name] ?? 0);
}

function raise(into: Record<string, number>, amounts: Amounts): void {
  for (const name in amounts) into[name] = Math.max(into[name] ?? 0, amounts[name] ?? 0);
}

/** Whether two pods, or one pod at two times, have the same requests. */
export function sameRequests(a: PodRequests, b: PodRequests): boolean {
  if (a === b) return true;
  const names = Object.keys(a.requests);
  return (
    names.length === Object.keys(b.requests).length &&
    names.every((name) => a.requests[name] === b.requests[name])
  );
}

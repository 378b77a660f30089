/** The requests of a node's pods. Source: describe.go describeNodeResource. */
import type { SimTime } from '#base/sim-time';
import type { Container, Node, Pod } from '#k8s.io/api/core/v1';
import type { Quantity } from '#k8s.io/apimachinery/meta/v1';
import {
  addQuantities,
  compareQuantities,
  milliValue,
  wholeValue,
} from '#k8s.io/apimachinery/quantity';
import { resizedSpec } from '#k8s.io/component-helpers/core/resized-spec';
import { since } from './dates.ts';
import type { Page } from './page.ts';

type Quantities = Readonly<Record<string, Quantity>>;
type List = 'requests' | 'limits';

export function describeNodePods(page: Page, node: Node, pods: readonly Pod[], now: SimTime): void {
  const allocatable = node.status?.allocatable ?? node.status?.capacity ?? {};
  page.line(0, `Non-terminated Pods:\t(${pods.length} in total)`);
  page.line(1, 'Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge');
  page.line(1, '---------\t----\t\t------------\t----------\t---------------\t-------------\t---');
  for (const pod of pods) {
    const { namespace, name, creationTimestamp } = pod.metadata;
    const cells = (['cpu', 'memory'] as const).flatMap((resource) =>
      (['requests', 'limits'] as const).map((list) =>
        share(resource, podTotal(pod, list)[resource] ?? '0', allocatable),
      ),
    );
    page.line(1, `${namespace}\t${name}\t\t${cells.join('\t')}\t${since(now, creationTimestamp)}`);
  }
  describeTotals(page, pods, allocatable);
}

function describeTotals(page: Page, pods: readonly Pod[], allocatable: Quantities): void {
  page.line(0, 'Allocated resources:');
  page.line(0, '  (Total limits may be over 100 percent, i.e., overcommitted.)');
  page.line(1, 'Resource\tRequests\tLimits');
  page.line(1, '--------\t--------\t------');
  const requests = sum(pods.map((pod) => podTotal(pod, 'requests')));
  const limits = sum(pods.map((pod) => podTotal(pod, 'limits')));
  const others = Object.keys(allocatable)
    .filter((name) => !standard.has(name))
    .sort();
  const hugePages = others.filter((name) => name.startsWith('hugepages-'));
  for (const name of ['cpu', 'memory', 'ephemeral-storage', ...hugePages]) {
    const [request, limit] = [requests, limits].map((list) =>
      share(name, list[name] ?? '0', allocatable),
    );
    page.line(1, `${name}\t${request}\t${limit}`);
  }
  // Resources of device plugins have no percentage.
  for (const name of others.filter((each) => !hugePages.includes(each))) {
    page.line(1, `${name}\t${requests[name] ?? '0'}\t${limits[name] ?? '0'}`);
  }
}

const standard: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage', 'pods']);

/** `100m (5%)` of the node's allocatable. */
function share(name: string, quantity: Quantity, allocatable: Quantities): string {
  const value = name === 'cpu' ? milliValue : wholeValue;
  const whole = value(allocatable[name] ?? '0');
  const percent = whole === 0 ? 0 : Math.trunc((value(quantity) / whole) * 100);
  return `${quantity} (${percent}%)`;
}

/**
 * A pod's requests: the sum of its containers and sidecars, or its largest init container if that
 * is more. Source: component-helpers resource PodRequestsAndLimits.
 */
function podTotal(pod: Pod, list: List): Quantities {
  const spec = resizedSpec(pod);
  const of = (container: Container): Quantities => container.resources?.[list] ?? {};
  let sidecars: Quantities = {};
  let largest: Quantities = {};
  for (const container of spec.initContainers ?? []) {
    const together = sum([sidecars, of(container)]);
    if (container.restartPolicy === 'Always') sidecars = together;
    largest = greatest(largest, together);
  }
  const running = sum([sidecars, ...spec.containers.map(of)]);
  return sum([greatest(running, largest), spec.overhead ?? {}]);
}

const sum = (lists: readonly Quantities[]): Quantities =>
  merge(lists, (a, b) => addQuantities(a, b));

const greatest = (...lists: readonly Quantities[]): Quantities =>
  merge(lists, (a, b) => (compareQuantities(a, b) < 0 ? b : a));

function merge(
  lists: readonly Quantities[],
  join: (a: Quantity, b: Quantity) => Quantity,
): Quantities {
  const out: Record<string, Quantity> = {};
  for (const list of lists) {
    for (const [name, quantity] of Object.entries(list)) {
      const before = out[name];
      out[name] = before === undefined ? quantity : join(before, quantity);
    }
  }
  return out;
}

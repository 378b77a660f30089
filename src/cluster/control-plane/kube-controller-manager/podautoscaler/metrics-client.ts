/**
 * The resource usage of pods, from the resource metrics API.
 *
 * Models kubernetes/pkg/controller/podautoscaler/metrics/client.go. In: metrics.k8s.io, which a
 * metrics server serves; in a cluster without one the resource is not found. Out: the usage of one
 * resource by pod, in thousandths.
 */
import { err, ok, type Result } from '#base/result';
import { parseRfc3339, type SimTime, second } from '#base/sim-time';
import { parseGoDuration } from '#k8s.io/apimachinery/duration';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { milliValue } from '#k8s.io/apimachinery/quantity';
import type { Resource } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';

const podMetrics: Resource = {
  group: 'metrics.k8s.io',
  version: 'v1beta1',
  resource: 'pods',
  kind: 'PodMetrics',
  namespaced: true,
};

interface PodMetrics extends KubeObject {
  readonly timestamp?: string;
  readonly window?: string;
  readonly containers?: readonly {
    readonly name: string;
    readonly usage: Readonly<Record<string, string>>;
  }[];
}

export interface PodMetric {
  readonly value: number;
  readonly at: SimTime;
  readonly window: number;
}

export type PodMetricsInfo = ReadonlyMap<string, PodMetric>;

/** An empty `container` means the sum of all. Source: GetResourceMetric. */
export function* resourceMetric(
  client: RestClient,
  resource: string,
  namespace: string,
  labelSelector: string,
  container: string,
): Process<Result<PodMetricsInfo, string>> {
  const query = { labelSelector };
  const answer = yield* client.list<PodMetrics>(podMetrics, { namespace, query });
  if (!answer.ok) {
    const reason = answer.error.message ?? 'unknown error';
    return err(`unable to fetch metrics from resource metrics API: ${reason}`);
  }
  const { items } = answer.value;
  if (items.length === 0) return err('no metrics returned from resource metrics API');
  const found = new Map<string, PodMetric>();
  for (const item of items) {
    const value = usageOf(item, resource, container);
    if (value === undefined) continue;
    found.set(item.metadata.name, {
      value,
      at: parseRfc3339(item.timestamp ?? '') ?? 0,
      window: parseGoDuration(item.window ?? '') ?? 60 * second,
    });
  }
  return ok(found);
}

/** `undefined`: a container has no value for that resource. */
function usageOf(
  { containers = [] }: PodMetrics,
  resource: string,
  container: string,
): number | undefined {
  const counted =
    container === '' ? containers : containers.filter(({ name }) => name === container);
  let sum = 0;
  for (const { usage } of counted) {
    const used = usage[resource];
    if (used === undefined) return undefined;
    sum += milliValue(used);
  }
  return counted.length === 0 ? undefined : sum;
}

/** The quality of service class of a pod. Source: kubernetes pkg/apis/core/v1/helper/qos. */
import type { PodSpec } from '#k8s.io/api/core/v1';
import { addQuantities, compareQuantities, isZeroQuantity } from '#k8s.io/apimachinery/quantity';

type Amounts = Map<string, string>;
type HasResources = Pick<PodSpec, 'resources'>;

/**
 * Only cpu and memory count; an amount of zero counts as absent. If the pod as a whole has
 * resources, only those count. Source: ComputePodQOS.
 */
export function qosClassOf(spec: PodSpec): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const requests: Amounts = new Map();
  const limits: Amounts = new Map();
  let guaranteed = true;
  const counted: readonly HasResources[] =
    spec.resources === undefined ? [...(spec.initContainers ?? []), ...spec.containers] : [spec];
  for (const one of counted) {
    sum(requests, one.resources?.requests);
    sum(limits, one.resources?.limits);
    if (!hasBothLimits(one)) guaranteed = false;
  }
  if (requests.size === 0 && limits.size === 0) return 'BestEffort';
  const equal =
    requests.size === limits.size &&
    [...requests].every(([name, amount]) => {
      const limit = limits.get(name);
      return limit !== undefined && compareQuantities(limit, amount) === 0;
    });
  return guaranteed && equal ? 'Guaranteed' : 'Burstable';
}

function sum(into: Amounts, list: Readonly<Record<string, string>> = {}): void {
  for (const name of ['cpu', 'memory']) {
    const amount = list[name];
    if (amount === undefined || isZeroQuantity(amount)) continue;
    into.set(name, addQuantities(into.get(name) ?? '0', amount));
  }
}

const hasBothLimits = ({ resources }: HasResources): boolean =>
  ['cpu', 'memory'].every((name) => {
    const limit = resources?.limits?.[name];
    return limit !== undefined && !isZeroQuantity(limit);
  });

/**
 * How many pods of a budget may be disrupted now.
 * Models kubernetes/pkg/controller/disruption/disruption.go trySync and updatePdbStatus.
 */
import { defined } from '#base/defined';
import { minute, parseRfc3339, rfc3339, type SimTime } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '#k8s.io/api/policy/v1';
import { scaledValue } from '#k8s.io/apimachinery/int-or-string';
import type { Condition } from '#k8s.io/apimachinery/meta/v1';
import { isPodReady } from '../controller/pods.ts';

/** How long a granted eviction counts while the pod still exists. */
const deletionTimeout = 2 * minute;

export interface ExpectedPods {
  readonly expected: number;
  readonly desiredHealthy: number;
}

/**
 * An absolute minAvailable needs only the existing pods; anything else needs their controllers'
 * sizes.
 */
export const needsScale = ({ spec }: PodDisruptionBudget): boolean =>
  spec.maxUnavailable !== undefined || typeof spec.minAvailable === 'string';

/** `scales`: the sum of the desired sizes of the pods' controllers. */
export function expectedPods(
  { spec }: PodDisruptionBudget,
  pods: number,
  scales: number,
): ExpectedPods {
  const { maxUnavailable, minAvailable } = spec;
  if (maxUnavailable !== undefined) {
    const unavailable = scaledValue(maxUnavailable, scales, 'up') ?? 0;
    return { expected: scales, desiredHealthy: Math.max(0, scales - unavailable) };
  }
  if (minAvailable === undefined) return { expected: 0, desiredHealthy: 0 };
  if (typeof minAvailable === 'number') return { expected: pods, desiredHealthy: minAvailable };
  const desiredHealthy = scaledValue(minAvailable, scales, 'up') ?? 0;
  return { expected: scales, desiredHealthy };
}

export function budgetStatus(
  budget: PodDisruptionBudget,
  pods: readonly Pod[],
  { expected, desiredHealthy }: ExpectedPods,
  now: SimTime,
): PodDisruptionBudgetStatus {
  const disruptedPods = stillDisrupted(budget, pods, now);
  const healthy = pods.filter(
    (pod) =>
      pod.metadata.deletionTimestamp === undefined &&
      disruptedPods[pod.metadata.name] === undefined &&
      isPodReady(pod),
  ).length;
  const disruptionsAllowed = expected <= 0 ? 0 : Math.max(0, healthy - desiredHealthy);
  const { generation: observedGeneration = 0 } = budget.metadata;
  return {
    observedGeneration,
    ...(Object.keys(disruptedPods).length === 0 ? {} : { disruptedPods }),
    disruptionsAllowed,
    currentHealthy: healthy,
    desiredHealthy,
    expectedPods: expected,
    conditions: [condition(budget, disruptionsAllowed > 0, observedGeneration, now)],
  };
}

/** Source: disruption.go failSafe. */
export function failedStatus(
  { status }: PodDisruptionBudget,
  message: string,
  now: SimTime,
): PodDisruptionBudgetStatus {
  const known = status ?? { currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };
  const { conditions = [] } = status ?? {};
  const old = conditions.find(({ type }) => type === 'DisruptionAllowed');
  const failed: Condition = {
    type: 'DisruptionAllowed',
    status: 'False',
    ...defined({ observedGeneration: status?.observedGeneration }),
    lastTransitionTime: old?.status === 'False' ? old.lastTransitionTime : rfc3339(now),
    reason: 'SyncFailed',
    message,
  };
  const others = conditions.filter((one) => one !== old);
  return { ...known, disruptionsAllowed: 0, conditions: [...others, failed] };
}

function stillDisrupted(
  { status }: PodDisruptionBudget,
  pods: readonly Pod[],
  now: SimTime,
): Readonly<Record<string, string>> {
  const recorded = status?.disruptedPods ?? {};
  const present = new Set(
    pods
      .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .map(({ metadata }) => metadata.name),
  );
  return Object.fromEntries(
    Object.entries(recorded).filter(
      ([name, at]) => present.has(name) && (parseRfc3339(at) ?? 0) + deletionTimeout >= now,
    ),
  );
}

function condition(
  { status }: PodDisruptionBudget,
  isAllowed: boolean,
  observedGeneration: number,
  now: SimTime,
): Condition {
  const old = status?.conditions?.find(({ type }) => type === 'DisruptionAllowed');
  const is = isAllowed ? 'True' : 'False';
  return {
    type: 'DisruptionAllowed',
    status: is,
    observedGeneration,
    lastTransitionTime: old?.status === is ? old.lastTransitionTime : rfc3339(now),
    reason: isAllowed ? 'SufficientPods' : 'InsufficientPods',
    message: '',
  };
}

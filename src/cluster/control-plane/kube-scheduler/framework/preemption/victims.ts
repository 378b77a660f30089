/**
 * Which pods of a node must be removed for another pod, and on which node that costs least.
 *
 * Models SelectVictimsOnNode (kubernetes/pkg/scheduler/framework/plugins/defaultpreemption) and
 * pickOneNodeForPreemption (kubernetes/pkg/scheduler/framework/preemption).
 */
import type { Pod, PodStatus } from '#k8s.io/api/core/v1';
import type { PodDisruptionBudget } from '#k8s.io/api/policy/v1';
import { matchLabelSelector } from '#k8s.io/apimachinery/labels';
import type { CycleState } from '../cycle-state.ts';
import type { Handle } from '../interface.ts';
import type { Candidate } from '../types/candidate.ts';
import type { NodeInfo } from '../types/node-info.ts';
import { type PodInfo, priorityOf } from '../types/pod-info.ts';
import { type Status, unresolvable } from '../types/status.ts';

const noVictims = unresolvable('No preemption victims found for incoming pod');

const startOf = (pod: Pod): string => {
  const status: PodStatus | undefined = pod.status;
  return status?.startTime ?? pod.metadata.creationTimestamp;
};

/** Higher priority first, then the earlier start. Source: MoreImportantPod. */
const byImportance = (a: PodInfo, b: PodInfo): number => {
  const difference = priorityOf(b.pod) - priorityOf(a.pod);
  if (difference !== 0) return difference;
  return startOf(a.pod) < startOf(b.pod) ? -1 : startOf(a.pod) > startOf(b.pod) ? 1 : 0;
};

/**
 * Removes every less important pod from a copy of the node; if the pod then fits, adds back as many
 * as possible, those protected by a disruption budget first.
 */
export function selectVictims(
  handle: Handle,
  state: CycleState,
  info: PodInfo,
  node: NodeInfo,
): Candidate | Status {
  const lower = [...node.pods.values()].filter(({ pod }) => priorityOf(pod) < priorityOf(info.pod));
  if (lower.length === 0) return noVictims;
  const take = (pod: PodInfo): void => {
    node.removePod(pod.key);
    handle.removePod(state, info, pod, node);
  };
  const giveBack = (pod: PodInfo): boolean => {
    node.addPod(pod);
    handle.addPod(state, info, pod, node);
    if (handle.filterWithNominatedPods(state, info, node) === undefined) return true;
    take(pod);
    return false;
  };
  for (const pod of lower) take(pod);
  const status = handle.filterWithNominatedPods(state, info, node);
  if (status !== undefined) return status;
  const budgets = handle.listers.podDisruptionBudgets.list();
  const { violating, others } = splitByBudget([...lower].sort(byImportance), budgets);
  const violatingVictims = violating.filter((pod) => !giveBack(pod));
  const otherVictims = others.filter((pod) => !giveBack(pod));
  const victims = [...violatingVictims, ...otherVictims].sort(byImportance).map(({ pod }) => pod);
  return { node: node.name, victims, violations: violatingVictims.length };
}

/** Pods whose eviction would violate a disruption budget. Source: filterPodsWithPDBViolation. */
function splitByBudget(
  pods: readonly PodInfo[],
  budgets: readonly PodDisruptionBudget[],
): { readonly violating: readonly PodInfo[]; readonly others: readonly PodInfo[] } {
  const left = budgets.map((budget) => budget.status?.disruptionsAllowed ?? 0);
  const violating: PodInfo[] = [];
  const others: PodInfo[] = [];
  for (const info of pods) {
    let overdrawn = false;
    budgets.forEach((budget, index) => {
      if (!protects(budget, info.pod)) return;
      left[index] = (left[index] ?? 0) - 1;
      if ((left[index] ?? 0) < 0) overdrawn = true;
    });
    (overdrawn ? violating : others).push(info);
  }
  return { violating, others };
}

const protects = (budget: PodDisruptionBudget, pod: Pod): boolean =>
  budget.metadata.namespace === pod.metadata.namespace &&
  Object.keys(pod.metadata.labels ?? {}).length > 0 &&
  matchLabelSelector(budget.spec.selector, pod.metadata.labels) &&
  !(pod.metadata.name in (budget.status?.disruptedPods ?? {}));

/** 2^31: makes a sum of priorities count the victims too, even where priorities are negative. */
const priorityOffset = 2 ** 31;

const sumOfPriorities = ({ victims }: Candidate): number =>
  victims.reduce((sum, pod) => sum + priorityOf(pod) + priorityOffset, 0);

const highestPriority = ({ victims }: Candidate): number =>
  victims.reduce((highest, pod) => Math.max(highest, priorityOf(pod)), -priorityOffset);

/** When the first of the most important victims started, negated: later is better. */
function earliestStart(candidate: Candidate): string {
  const highest = highestPriority(candidate);
  const starts = candidate.victims.filter((pod) => priorityOf(pod) === highest).map(startOf);
  return [...starts].sort()[0] ?? '';
}

/** The candidate with the least impact, the first of equals. */
export function pickCandidate(candidates: readonly Candidate[]): Candidate | undefined {
  return [...candidates].sort(
    (a, b) =>
      a.violations - b.violations ||
      highestPriority(a) - highestPriority(b) ||
      sumOfPriorities(a) - sumOfPriorities(b) ||
      a.victims.length - b.victims.length ||
      (earliestStart(a) > earliestStart(b) ? -1 : earliestStart(a) < earliestStart(b) ? 1 : 0),
  )[0];
}

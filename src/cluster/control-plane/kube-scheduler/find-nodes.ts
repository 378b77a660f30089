/**
 * The feasible nodes of a pod: PreFilter, then Filter node by node until enough are found.
 *
 * Models findNodesThatFitPod and findNodesThatPassFilters of kubernetes/pkg/scheduler
 * schedule_one.go. The real workers run in parallel; here nodes are checked in order, and
 * filter-workers.ts gives the order in which they finish.
 */
import type { Prng } from '#base/prng';
import { inOrderOfFinish } from './filter-workers.ts';
import type { CycleState } from './framework/cycle-state.ts';
import type { Framework } from './framework/runtime/framework.ts';
import type { NodeInfo } from './framework/types/node-info.ts';
import type { PodInfo } from './framework/types/pod-info.ts';
import { type Diagnosis, isRejected, type Status, unresolvable } from './framework/types/status.ts';

const minFeasibleNodes = 100;
const minFeasiblePercentage = 5;

/** How many feasible nodes are enough; 0 percent: by size. Source: numFeasibleNodesToFind. */
export function feasibleNodesToFind(nodes: number, asked = 0): number {
  if (nodes < minFeasibleNodes) return nodes;
  const adaptive = Math.max(50 - Math.trunc(nodes / 125), minFeasiblePercentage);
  const percentage = asked === 0 ? adaptive : asked;
  if (percentage >= 100) return nodes;
  return Math.max(minFeasibleNodes, Math.trunc((nodes * percentage) / 100));
}

export interface FilterRun {
  /** In the order in which the workers found them. */
  readonly feasible: readonly NodeInfo[];
  readonly statuses: ReadonlyMap<string, Status>;
  /** In the order of the checks. */
  readonly visited: readonly NodeInfo[];
}

/** Checks `nodes` from `start` on, wrapping around, until enough are feasible. */
export function filterNodes(
  framework: Framework,
  state: CycleState,
  info: PodInfo,
  nodes: readonly NodeInfo[],
  start: number,
  prng: Prng,
  wantsMany = framework.scores,
): FilterRun {
  const wanted = wantsMany
    ? feasibleNodesToFind(nodes.length, framework.percentageOfNodesToScore)
    : 1;
  const feasible: NodeInfo[] = [];
  const visited: NodeInfo[] = [];
  const statuses = new Map<string, Status>();
  const filters = framework.activeFilters(state);
  for (let i = 0; i < nodes.length && feasible.length < wanted; i++) {
    const node = nodes[(start + i) % nodes.length];
    if (node === undefined) continue;
    visited.push(node);
    const status = framework.runFilterWithNominatedPods(state, info, node, filters);
    if (status === undefined) feasible.push(node);
    else statuses.set(node.name, status);
  }
  return { feasible: inOrderOfFinish(feasible, prng), statuses, visited };
}

const noAbsence = unresolvable();

/** A rejection by PreFilter concerns every node alike. */
export const diagnosisOfPreFilter = (status: Status): Diagnosis => ({
  nodeToStatus: new Map(),
  absent: status,
  unschedulablePlugins: new Set([status.plugin]),
  pendingPlugins: new Set(),
  preFilterMessage: status.reasons.join(', '),
  postFilterMessage: '',
});

/** Nodes that PreFilter left out failed by the plugins that restricted them. */
export function diagnosisOfFilter(
  statuses: ReadonlyMap<string, Status>,
  restrictedBy: readonly string[],
): Diagnosis {
  const rejectors = [...statuses.values()].filter(isRejected);
  const pending = rejectors.filter(({ code }) => code === 'Pending');
  const others = rejectors.filter(({ code }) => code !== 'Pending');
  return {
    nodeToStatus: statuses,
    absent:
      restrictedBy.length === 0
        ? noAbsence
        : unresolvable(`node(s) didn't satisfy plugin(s) [${restrictedBy.join(' ')}]`),
    unschedulablePlugins: new Set([...others.map(({ plugin }) => plugin), ...restrictedBy]),
    pendingPlugins: new Set(pending.map(({ plugin }) => plugin)),
    preFilterMessage: '',
    postFilterMessage: '',
  };
}

/** In place of the plugin that rejected a pod, when extenders did. Source: ExtenderName. */
export const extenderName = 'Extender';

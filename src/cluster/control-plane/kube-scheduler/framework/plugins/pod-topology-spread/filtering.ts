/**
 * DoNotSchedule constraints: how many more matching pods a domain may have than the emptiest one.
 * Models kubernetes/pkg/scheduler/framework/plugins/podtopologyspread/filtering.go.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import { matches } from '#k8s.io/apimachinery/labels';
import { type CycleState, type StateData, StateKey } from '../../cycle-state.ts';
import type { NodeInfo } from '../../types/node-info.ts';
import { type Status, unresolvable, unschedulable } from '../../types/status.ts';
import { type Constraint, hasAllKeys, includesNode } from './constraints.ts';

const tooSkewed = unschedulable("node(s) didn't match pod topology spread constraints");
const noLabel = unresolvable(
  "node(s) didn't match pod topology spread constraints (missing required label)",
);

/** The number of matching pods in each domain of each constraint. */
class SpreadState implements StateData {
  readonly constraints: readonly Constraint[];
  readonly counts: readonly Map<string, number>[];

  constructor(constraints: readonly Constraint[], counts: readonly Map<string, number>[]) {
    this.constraints = constraints;
    this.counts = counts;
  }

  clone(): SpreadState {
    return new SpreadState(
      this.constraints,
      this.counts.map((count) => new Map(count)),
    );
  }
}

const key = new StateKey<SpreadState>('PodTopologySpread/filter');

/** Counts every domain once for the pod. */
export function prepareFilter(
  state: CycleState,
  pod: Pod,
  constraints: readonly Constraint[],
  nodes: readonly NodeInfo[],
): void {
  const counts = constraints.map(() => new Map<string, number>());
  for (const node of nodes) {
    if (node.node === undefined || !hasAllKeys(node, constraints)) continue;
    const object = node.node;
    constraints.forEach((constraint, index) => {
      if (!includesNode(constraint, pod, object)) return;
      const matching = node.fellows.matching(constraint.selector, pod.metadata.namespace);
      add(counts[index], node.labels[constraint.topologyKey] ?? '', matching);
    });
  }
  state.write(key, new SpreadState(constraints, counts));
}

function add(count: Map<string, number> | undefined, domain: string, by: number): void {
  count?.set(domain, (count.get(domain) ?? 0) + by);
}

/** Source: updateWithPod: a dry run moved a pod to or from a node. */
export function adjustFilter(
  state: CycleState,
  pod: Pod,
  moved: Pod,
  node: NodeInfo,
  by: 1 | -1,
): void {
  const spread = state.read(key);
  const object = node.node;
  if (spread === undefined || object === undefined) return;
  if (moved.metadata.namespace !== pod.metadata.namespace) return;
  if (!hasAllKeys(node, spread.constraints)) return;
  spread.constraints.forEach((constraint, index) => {
    if (!matches(constraint.selector, moved.metadata.labels)) return;
    if (!includesNode(constraint, pod, object)) return;
    add(spread.counts[index], node.labels[constraint.topologyKey] ?? '', by);
  });
}

export function filterNode(state: CycleState, pod: Pod, node: NodeInfo): Status | undefined {
  const spread = state.read(key);
  for (const [index, constraint] of (spread?.constraints ?? []).entries()) {
    const domain = node.labels[constraint.topologyKey];
    if (domain === undefined) return noLabel;
    const counts = spread?.counts[index] ?? new Map<string, number>();
    const self = matches(constraint.selector, pod.metadata.labels) ? 1 : 0;
    const skew = (counts.get(domain) ?? 0) + self - leastOf(counts, constraint.minDomains);
    if (skew > constraint.maxSkew) return tooSkewed;
  }
  return undefined;
}

const leastOf = (counts: ReadonlyMap<string, number>, minDomains: number): number =>
  counts.size < minDomains || counts.size === 0 ? 0 : Math.min(...counts.values());

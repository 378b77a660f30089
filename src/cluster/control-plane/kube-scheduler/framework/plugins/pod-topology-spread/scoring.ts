/**
 * ScheduleAnyway constraints: fewer matching pods in a domain give a higher score.
 * Models kubernetes/pkg/scheduler/framework/plugins/podtopologyspread/scoring.go.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import { type CycleState, type StateData, StateKey } from '../../cycle-state.ts';
import { maxNodeScore } from '../../interface.ts';
import type { NodeInfo } from '../../types/node-info.ts';
import { type Constraint, hasAllKeys, hostnameLabel, includesNode } from './constraints.ts';

/** Domains with more of them weigh a pod more: ln(size + 2). */
const weightOf = (domains: number): number => Math.log(domains + 2);

class ScoreState implements StateData {
  readonly constraints: readonly Constraint[];
  /**
   * By constraint: matching pods in each domain; empty for the hostname, which is counted per node.
   */
  readonly counts: readonly ReadonlyMap<string, number>[];
  readonly weights: readonly number[];
  readonly ignored: ReadonlySet<string>;

  constructor(
    constraints: readonly Constraint[],
    counts: readonly ReadonlyMap<string, number>[],
    weights: readonly number[],
    ignored: ReadonlySet<string>,
  ) {
    this.constraints = constraints;
    this.counts = counts;
    this.weights = weights;
    this.ignored = ignored;
  }

  clone(): ScoreState {
    return this;
  }
}

const key = new StateKey<ScoreState>('PodTopologySpread/score');

export interface ScoreInputs {
  readonly pod: Pod;
  readonly constraints: readonly Constraint[];
  /** Nodes that lack a topology label are left out; false under the system defaults. */
  readonly requireAllKeys: boolean;
  readonly feasible: readonly NodeInfo[];
  readonly all: readonly NodeInfo[];
}

/** Source: PreScore. */
export function prepareScore(state: CycleState, inputs: ScoreInputs): void {
  const { constraints, requireAllKeys, feasible } = inputs;
  const ignored = new Set<string>();
  const counts = constraints.map(() => new Map<string, number>());
  for (const node of feasible) {
    if (requireAllKeys && !hasAllKeys(node, constraints)) {
      ignored.add(node.name);
      continue;
    }
    const { labels } = node;
    for (let i = 0; i < constraints.length; i++) {
      const { topologyKey } = constraints[i] as Constraint;
      if (topologyKey !== hostnameLabel) counts[i]?.set(labels[topologyKey] ?? '', 0);
    }
  }
  const weights = constraints.map(({ topologyKey }, index) =>
    weightOf(
      topologyKey === hostnameLabel ? feasible.length - ignored.size : (counts[index]?.size ?? 0),
    ),
  );
  countDomains(inputs, counts);
  state.write(key, new ScoreState(constraints, counts, weights, ignored));
}

function countDomains(inputs: ScoreInputs, counts: readonly Map<string, number>[]): void {
  const { pod, constraints, requireAllKeys, all } = inputs;
  const domains = constraints.filter(({ topologyKey }) => topologyKey !== hostnameLabel);
  if (!domains.some(({ topologyKey }) => isOnSome(topologyKey, all))) return;
  for (const node of all) {
    const object = node.node;
    if (object === undefined || (requireAllKeys && !hasAllKeys(node, constraints))) continue;
    constraints.forEach((constraint, index) => {
      const domain = node.labels[constraint.topologyKey] ?? '';
      const count = counts[index];
      const known = count?.get(domain);
      if (count === undefined || known === undefined) return;
      if (!includesNode(constraint, pod, object)) return;
      const matching = node.fellows.matching(constraint.selector, pod.metadata.namespace);
      count.set(domain, known + matching);
    });
  }
}

function isOnSome(label: string, nodes: readonly NodeInfo[]): boolean {
  for (const node of nodes) if (label in node.labels) return true;
  return false;
}

/** Lower is better until it is normalised. */
export function scoreNode(state: CycleState, pod: Pod, node: NodeInfo): number {
  const spread = state.read(key);
  if (spread === undefined || spread.ignored.has(node.name)) return 0;
  let score = 0;
  const { constraints, counts, weights } = spread;
  const { labels } = node;
  for (let i = 0; i < constraints.length; i++) {
    const { topologyKey, selector, maxSkew } = constraints[i] as Constraint;
    const domain = labels[topologyKey];
    if (domain === undefined) continue;
    const count =
      topologyKey === hostnameLabel
        ? node.fellows.matching(selector, pod.metadata.namespace)
        : (counts[i]?.get(domain) ?? 0);
    score += count * (weights[i] ?? 0) + (maxSkew - 1);
  }
  return Math.round(score);
}

/** Reverses the scores: the emptiest gets most. Ignored nodes get 0. */
export function normalizeScores(
  state: CycleState,
  scores: readonly number[],
  nodes: readonly NodeInfo[],
): number[] {
  const ignored = state.read(key)?.ignored;
  const isIgnored = (index: number): boolean =>
    ignored !== undefined && ignored.size > 0 && ignored.has(nodes[index]?.name ?? '');
  let max = 0;
  let min = Number.POSITIVE_INFINITY;
  for (let i = 0; i < scores.length; i++) {
    if (isIgnored(i)) continue;
    max = Math.max(max, scores[i] as number);
    min = Math.min(min, scores[i] as number);
  }
  return scores.map((score, index) => {
    if (isIgnored(index)) return 0;
    if (max === 0) return maxNodeScore;
    return Math.trunc((maxNodeScore * (max + min - score)) / max);
  });
}

/**
 * Preferred affinity between pods, in both directions.
 * Models kubernetes/pkg/scheduler/framework/plugins/interpodaffinity/scoring.go.
 */
import type { Labels } from '#k8s.io/apimachinery/labels';
import { type CycleState, type StateData, StateKey } from '../../cycle-state.ts';
import { maxNodeScore } from '../../interface.ts';
import type { NodeInfo } from '../../types/node-info.ts';
import { type AffinityTerm, type PodInfo, termMatches } from '../../types/pod-info.ts';

/** The score of an existing pod's required affinity term. */
const defaultHardWeight = 1;

export interface AffinityArgs {
  readonly hardPodAffinityWeight?: number;
  readonly ignorePreferredTermsOfExistingPods?: boolean;
}

class TopologyScores implements StateData {
  /** Topology key → value → score. */
  readonly scores = new Map<string, Map<string, number>>();

  clone(): TopologyScores {
    return this;
  }

  add(node: NodeInfo, term: AffinityTerm, by: number): void {
    const value = node.labels[term.topologyKey];
    if (value === undefined || by === 0) return;
    const values = this.scores.get(term.topologyKey) ?? new Map<string, number>();
    values.set(value, (values.get(value) ?? 0) + by);
    this.scores.set(term.topologyKey, values);
  }
}

const key = new StateKey<TopologyScores>('InterPodAffinity/score');

export interface ScoreInputs {
  readonly allNodes: readonly NodeInfo[];
  readonly nodesWithAffinity: readonly NodeInfo[];
  readonly labelsOfNamespace: (namespace: string) => Labels | undefined;
  readonly args: AffinityArgs;
}

/** Sums all terms that match; false when none does. Source: PreScore. */
export function prepareScore(state: CycleState, info: PodInfo, inputs: ScoreInputs): boolean {
  const prefers = info.preferredAffinityTerms.length + info.preferredAntiAffinityTerms.length > 0;
  const scores = new TopologyScores();
  if (!prefers && inputs.args.ignorePreferredTermsOfExistingPods === true) return false;
  for (const node of prefers ? inputs.allNodes : inputs.nodesWithAffinity) {
    const others = prefers ? node.pods : node.podsWithAffinity;
    for (const other of others.values()) scorePair(scores, info, other, node, inputs);
  }
  if (scores.scores.size === 0) return false;
  state.write(key, scores);
  return true;
}

function scorePair(
  scores: TopologyScores,
  info: PodInfo,
  other: PodInfo,
  node: NodeInfo,
  { labelsOfNamespace, args }: ScoreInputs,
): void {
  const hardWeight = args.hardPodAffinityWeight ?? defaultHardWeight;
  const mine = labelsOfNamespace(info.pod.metadata.namespace);
  const theirs = labelsOfNamespace(other.pod.metadata.namespace);
  const sum = (
    terms: readonly AffinityTerm[],
    pod: PodInfo,
    labels: Labels | undefined,
    by: (term: AffinityTerm) => number,
  ): void => {
    for (const term of terms) {
      if (termMatches(term, pod.pod, labels)) scores.add(node, term, by(term));
    }
  };
  sum(info.preferredAffinityTerms, other, theirs, (term) => term.weight);
  sum(info.preferredAntiAffinityTerms, other, theirs, (term) => -term.weight);
  sum(other.requiredAffinityTerms, info, mine, () => hardWeight);
  sum(other.preferredAffinityTerms, info, mine, (term) => term.weight);
  sum(other.preferredAntiAffinityTerms, info, mine, (term) => -term.weight);
}

export function scoreNode(state: CycleState, node: NodeInfo): number {
  let score = 0;
  for (const [topologyKey, values] of state.read(key)?.scores ?? []) {
    score += values.get(node.labels[topologyKey] ?? '') ?? 0;
  }
  return score;
}

/** Scales from least to most to 0…100; equal scores give 0. */
export function normalizeScores(scores: readonly number[]): number[] {
  const min = Math.min(...scores);
  const range = Math.max(...scores) - min;
  return scores.map((score) =>
    range > 0 ? Math.trunc(maxNodeScore * ((score - min) / range)) : 0,
  );
}

/**
 * Required affinity and anti-affinity between pods.
 * Models kubernetes/pkg/scheduler/framework/plugins/interpodaffinity/filtering.go.
 */
import type { Labels } from '#k8s.io/apimachinery/labels';
import { type CycleState, type StateData, StateKey } from '../../cycle-state.ts';
import type { NodeInfo } from '../../types/node-info.ts';
import { type AffinityTerm, type PodInfo, termMatches } from '../../types/pod-info.ts';
import { type Status, unresolvable, unschedulable } from '../../types/status.ts';

const affinityUnmet = unresolvable("node(s) didn't match pod affinity rules");
const antiAffinityHit = unschedulable("node(s) didn't match pod anti-affinity rules");
const existingObjects = unschedulable("node(s) didn't satisfy existing pods anti-affinity rules");

/** How many terms match per `topology key` and value. */
type Counts = Map<string, number>;

class AffinityState implements StateData {
  readonly existingAnti: Counts;
  readonly affinity: Counts;
  readonly antiAffinity: Counts;
  readonly namespaceLabels: Labels | undefined;

  constructor(
    namespaceLabels: Labels | undefined,
    existingAnti: Counts = new Map(),
    affinity: Counts = new Map(),
    antiAffinity: Counts = new Map(),
  ) {
    this.namespaceLabels = namespaceLabels;
    this.existingAnti = existingAnti;
    this.affinity = affinity;
    this.antiAffinity = antiAffinity;
  }

  clone(): AffinityState {
    const copy = (counts: Counts): Counts => new Map(counts);
    return new AffinityState(
      this.namespaceLabels,
      copy(this.existingAnti),
      copy(this.affinity),
      copy(this.antiAffinity),
    );
  }
}

const key = new StateKey<AffinityState>('InterPodAffinity/filter');

const domainKey = (topologyKey: string, value: string): string => `${topologyKey}=${value}`;

function add(counts: Counts, node: NodeInfo, term: AffinityTerm, by: number): void {
  const value = node.labels[term.topologyKey];
  if (value === undefined) return;
  const domain = domainKey(term.topologyKey, value);
  const count = (counts.get(domain) ?? 0) + by;
  if (count === 0) counts.delete(domain);
  else counts.set(domain, count);
}

export interface AffinityInputs {
  readonly nodes: readonly NodeInfo[];
  readonly nodesWithAntiAffinity: readonly NodeInfo[];
  readonly labelsOfNamespace: (namespace: string) => Labels | undefined;
}

/** Counts all terms once; false when no affinity is in play. Source: PreFilter. */
export function prepareFilter(state: CycleState, info: PodInfo, inputs: AffinityInputs): boolean {
  const own = inputs.labelsOfNamespace(info.pod.metadata.namespace);
  const made = new AffinityState(own);
  for (const node of inputs.nodesWithAntiAffinity) {
    for (const other of node.podsWithRequiredAntiAffinity.values()) {
      countExistingAnti(made, info, other, node, 1);
    }
  }
  const asks = info.requiredAffinityTerms.length + info.requiredAntiAffinityTerms.length > 0;
  if (!asks && made.existingAnti.size === 0) return false;
  if (asks) {
    for (const node of inputs.nodes) {
      for (const other of node.pods.values()) {
        countOwn(made, info, other, node, 1, inputs.labelsOfNamespace);
      }
    }
  }
  state.write(key, made);
  return true;
}

/** A dry run moved a pod to or from a node. */
export function adjustFilter(
  state: CycleState,
  info: PodInfo,
  moved: PodInfo,
  node: NodeInfo,
  by: 1 | -1,
  labelsOfNamespace: AffinityInputs['labelsOfNamespace'],
): void {
  const affinity = state.read(key);
  if (affinity === undefined) return;
  countExistingAnti(affinity, info, moved, node, by);
  countOwn(affinity, info, moved, node, by, labelsOfNamespace);
}

function countExistingAnti(
  state: AffinityState,
  info: PodInfo,
  other: PodInfo,
  node: NodeInfo,
  by: number,
): void {
  for (const term of other.requiredAntiAffinityTerms) {
    if (termMatches(term, info.pod, state.namespaceLabels)) {
      add(state.existingAnti, node, term, by);
    }
  }
}

function countOwn(
  state: AffinityState,
  info: PodInfo,
  other: PodInfo,
  node: NodeInfo,
  by: number,
  labelsOfNamespace: AffinityInputs['labelsOfNamespace'],
): void {
  const labels = labelsOfNamespace(other.pod.metadata.namespace);
  if (matchesAll(info, other, labels)) {
    for (const term of info.requiredAffinityTerms) add(state.affinity, node, term, by);
  }
  for (const term of info.requiredAntiAffinityTerms) {
    if (termMatches(term, other.pod, labels)) add(state.antiAffinity, node, term, by);
  }
}

const matchesAll = (info: PodInfo, other: PodInfo, labels: Labels | undefined): boolean =>
  info.requiredAffinityTerms.length > 0 &&
  info.requiredAffinityTerms.every((term) => termMatches(term, other.pod, labels));

export function filterNode(state: CycleState, info: PodInfo, node: NodeInfo): Status | undefined {
  const affinity = state.read(key);
  if (affinity === undefined) return undefined;
  if (!affinityHolds(affinity, info, node)) return affinityUnmet;
  for (const { topologyKey } of info.requiredAntiAffinityTerms) {
    const value = node.labels[topologyKey];
    if (value !== undefined && affinity.antiAffinity.has(domainKey(topologyKey, value))) {
      return antiAffinityHit;
    }
  }
  for (const topologyKey in node.labels) {
    const value = node.labels[topologyKey] ?? '';
    if (affinity.existingAnti.has(domainKey(topologyKey, value))) return existingObjects;
  }
  return undefined;
}

/** The first pod of a group with affinity to itself may go anywhere. */
function affinityHolds(state: AffinityState, info: PodInfo, node: NodeInfo): boolean {
  let together = true;
  for (const { topologyKey } of info.requiredAffinityTerms) {
    const value = node.labels[topologyKey];
    if (value === undefined) return false;
    if (!state.affinity.has(domainKey(topologyKey, value))) together = false;
  }
  if (together) return true;
  return state.affinity.size === 0 && matchesAll(info, info, state.namespaceLabels);
}

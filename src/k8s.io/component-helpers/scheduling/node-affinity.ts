/**
 * Whether a node is what a pod's nodeSelector and required node affinity ask for.
 * Models k8s.io/component-helpers/scheduling/corev1/nodeaffinity.
 */
import type { Node, NodeSelectorTerm, PodSpec } from '#k8s.io/api/core/v1';
import { matches, type Operator, selectorFromSet } from '#k8s.io/apimachinery/labels';

type Requirement = NonNullable<NodeSelectorTerm['matchExpressions']>[number];

const operators: Readonly<Record<Requirement['operator'], Operator>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
  Gt: 'gt',
  Lt: 'lt',
};

const holds = (requirement: Requirement, labels: Readonly<Record<string, string>>): boolean => {
  const { key, operator, values = [] } = requirement;
  return matches({ requirements: [{ key, operator: operators[operator], values }] }, labels);
};

/** A term without any requirement matches nothing. */
export function nodeSelectorTermMatches(term: NodeSelectorTerm, node: Node): boolean {
  const { matchExpressions = [], matchFields = [] } = term;
  if (matchExpressions.length === 0 && matchFields.length === 0) return false;
  const labels = node.metadata.labels ?? {};
  const fields = { 'metadata.name': node.metadata.name };
  return (
    matchExpressions.every((requirement) => holds(requirement, labels)) &&
    matchFields.every((requirement) => holds(requirement, fields))
  );
}

/** The terms of required node affinity, one of which must match; undefined: none are asked for. */
export const requiredNodeTerms = ({ affinity }: PodSpec): readonly NodeSelectorTerm[] | undefined =>
  affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;

/** Source: GetRequiredNodeAffinity(pod).Match(node). */
export function requiredNodeAffinityMatches(spec: PodSpec, node: Node): boolean {
  const { nodeSelector } = spec;
  if (nodeSelector !== undefined) {
    if (!matches(selectorFromSet(nodeSelector), node.metadata.labels)) return false;
  }
  const terms = requiredNodeTerms(spec);
  return terms === undefined || terms.some((term) => nodeSelectorTermMatches(term, node));
}

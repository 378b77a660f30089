/**
 * Whether a node is what a pod's nodeSelector and required node affinity ask for.
 * Models k8s.io/component-helpers/scheduling/corev1/nodeaffinity.
 */
import type { Node, NodeSelectorTerm, Pod } from '#k8s.io/api/core/v1';
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
  const expressions = term.matchExpressions ?? [];
  const fields = term.matchFields ?? [];
  if (expressions.length === 0 && fields.length === 0) return false;
  const labels = node.metadata.labels ?? {};
  return (
    expressions.every((requirement) => holds(requirement, labels)) &&
    fields.every((requirement) => holds(requirement, { 'metadata.name': node.metadata.name }))
  );
}

export const requiredNodeTerms = (pod: Pod): readonly NodeSelectorTerm[] | undefined =>
  pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
    ?.nodeSelectorTerms;

/** Source: GetRequiredNodeAffinity(pod).Match(node). */
export function requiredNodeAffinityMatches(pod: Pod, node: Node): boolean {
  const { nodeSelector } = pod.spec;
  if (nodeSelector !== undefined) {
    if (!matches(selectorFromSet(nodeSelector), node.metadata.labels)) return false;
  }
  const terms = requiredNodeTerms(pod);
  return terms === undefined || terms.some((term) => nodeSelectorTermMatches(term, node));
}

/**
 * Which events can help a pod that was rejected because of other pods.
 * Models isSchedulableAfterPodChange and isSchedulableAfterNodeChange of
 * kubernetes/pkg/scheduler/framework/plugins/interpodaffinity/plugin.go.
 */
import type { Node, Pod } from '#k8s.io/api/core/v1';
import type { Labels } from '#k8s.io/apimachinery/labels';
import { type AffinityTerm, podInfoOf, termMatches } from '../../types/pod-info.ts';

type NamespaceLabels = (namespace: string) => Labels | undefined;

/** `before` and `after` of another pod: absent before its creation and after its deletion. */
export function podChangeHelps(
  pod: Pod,
  before: Pod | undefined,
  after: Pod | undefined,
  labelsOf: NamespaceLabels,
): boolean {
  const { requiredAffinityTerms, requiredAntiAffinityTerms } = podInfoOf(pod);
  const all = (terms: readonly AffinityTerm[], other: Pod | undefined): boolean =>
    other !== undefined &&
    terms.length > 0 &&
    terms.every((term) => termMatches(term, other, labelsOf(other.metadata.namespace)));
  const any = (terms: readonly AffinityTerm[], other: Pod): boolean =>
    terms.some((term) => termMatches(term, other, labelsOf(other.metadata.namespace)));
  if (!all(requiredAffinityTerms, before) && all(requiredAffinityTerms, after)) return true;
  if (before === undefined) return false;
  if (any(requiredAntiAffinityTerms, before)) {
    if (after === undefined || !any(requiredAntiAffinityTerms, after)) return true;
  }
  // The other pod kept this pod away.
  return after === undefined && any(podInfoOf(before).requiredAntiAffinityTerms, pod);
}

/**
 * A node joins a domain that the pod needs, or leaves one that it must avoid; a new node helps
 * every pod with anti-affinity.
 */
export function nodeChangeHelps(pod: Pod, node: Node, before: Node | undefined): boolean {
  const { requiredAffinityTerms, requiredAntiAffinityTerms } = podInfoOf(pod);
  const domain = (one: Node, { topologyKey }: AffinityTerm): string | undefined =>
    one.metadata.labels?.[topologyKey];
  if (before === undefined) {
    const joins = requiredAffinityTerms.some((term) => domain(node, term) !== undefined);
    return joins || requiredAntiAffinityTerms.length > 0;
  }
  const moves = (term: AffinityTerm): boolean => domain(node, term) !== domain(before, term);
  return (
    requiredAffinityTerms.some((term) => domain(node, term) !== undefined && moves(term)) ||
    requiredAntiAffinityTerms.some((term) => domain(before, term) !== undefined && moves(term))
  );
}

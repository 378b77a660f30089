/**
 * A pod with the values that the scheduler reads repeatedly: its requests and affinity terms.
 * Models kubernetes/pkg/scheduler/framework/types.go PodInfo and AffinityTerm.
 */
import type { Pod, PodAffinityTerm } from '#k8s.io/api/core/v1';
import {
  type Labels,
  labelSelectorAsSelector,
  matches,
  nothing,
  type Selector,
} from '#k8s.io/apimachinery/labels';
import { type PodRequests, podRequests } from './pod-requests.ts';

/** One term of pod affinity or anti-affinity; the weight is 0 for required terms. */
export interface AffinityTerm {
  readonly namespaces: ReadonlySet<string>;
  readonly namespaceSelector: Selector;
  readonly selector: Selector;
  readonly topologyKey: string;
  readonly weight: number;
}

export interface PodInfo {
  readonly pod: Pod;
  /** `namespace/name` */
  readonly key: string;
  readonly requests: PodRequests;
  readonly requiredAffinityTerms: readonly AffinityTerm[];
  readonly requiredAntiAffinityTerms: readonly AffinityTerm[];
  readonly preferredAffinityTerms: readonly AffinityTerm[];
  readonly preferredAntiAffinityTerms: readonly AffinityTerm[];
}

export const podKey = (pod: Pod): string => `${pod.metadata.namespace}/${pod.metadata.name}`;

const none: readonly AffinityTerm[] = [];

/** Reads a pod. Source: NewPodInfo. */
export function podInfoOf(pod: Pod): PodInfo {
  const { podAffinity, podAntiAffinity } = pod.spec.affinity ?? {};
  return {
    pod,
    key: podKey(pod),
    requests: podRequests(pod),
    requiredAffinityTerms: required(
      pod,
      podAffinity?.requiredDuringSchedulingIgnoredDuringExecution,
    ),
    requiredAntiAffinityTerms: required(
      pod,
      podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution,
    ),
    preferredAffinityTerms: preferred(
      pod,
      podAffinity?.preferredDuringSchedulingIgnoredDuringExecution,
    ),
    preferredAntiAffinityTerms: preferred(
      pod,
      podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution,
    ),
  };
}

const required = (pod: Pod, terms: readonly PodAffinityTerm[] = []): readonly AffinityTerm[] =>
  terms.length === 0 ? none : terms.map((term) => termOf(pod, term, 0));

const preferred = (
  pod: Pod,
  terms: readonly { readonly weight: number; readonly podAffinityTerm: PodAffinityTerm }[] = [],
): readonly AffinityTerm[] =>
  terms.length === 0 ? none : terms.map((term) => termOf(pod, term.podAffinityTerm, term.weight));

/** A term without any namespace means the pod's own. Source: getNamespacesFromPodAffinityTerm. */
function termOf(pod: Pod, term: PodAffinityTerm, weight: number): AffinityTerm {
  const named = term.namespaces ?? [];
  const own = named.length === 0 && term.namespaceSelector === undefined;
  return {
    namespaces: new Set(own ? [pod.metadata.namespace] : named),
    namespaceSelector:
      term.namespaceSelector === undefined
        ? nothing
        : labelSelectorAsSelector(term.namespaceSelector),
    selector: labelSelectorAsSelector(term.labelSelector),
    topologyKey: term.topologyKey,
    weight,
  };
}

/** Whether a term matches this pod. Source: AffinityTerm.Matches. */
export function termMatches(
  term: AffinityTerm,
  pod: Pod,
  namespaceLabels: Labels | undefined,
): boolean {
  const named =
    term.namespaces.has(pod.metadata.namespace) ||
    matches(term.namespaceSelector, namespaceLabels ?? {});
  return named && matches(term.selector, pod.metadata.labels);
}

export const hasPodAffinity = (info: PodInfo): boolean =>
  info.requiredAffinityTerms.length > 0 ||
  info.requiredAntiAffinityTerms.length > 0 ||
  info.preferredAffinityTerms.length > 0 ||
  info.preferredAntiAffinityTerms.length > 0;

export const priorityOf = (pod: Pod): number => pod.spec.priority ?? 0;

/**
 * Finds the new one among a Deployment's ReplicaSets, and sorts the others. Models
 * kubernetes/pkg/controller/deployment/util/deployment_util.go and the sort types of
 * kubernetes/pkg/controller/controller_utils.go.
 */
import type { Deployment, ReplicaSet } from '#k8s.io/api/apps/v1';
import type { PodTemplateSpec } from '#k8s.io/api/core/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { desiredReplicasOf, revisionOf } from './annotations.ts';
import { desiredReplicas, specReplicas } from './arithmetic.ts';

export const hashLabel = 'pod-template-hash';

/**
 * Whether they are equal except for the hash label that the controller adds. Source:
 * EqualIgnoreHash.
 */
export function isSameTemplate(a: PodTemplateSpec, b: PodTemplateSpec): boolean {
  return deepEqual(a.spec, b.spec) && deepEqual(metadataWithoutHash(a), metadataWithoutHash(b));
}

function metadataWithoutHash({ metadata = {} }: PodTemplateSpec): unknown {
  const { [hashLabel]: _, ...labels } = metadata.labels ?? {};
  return { ...metadata, labels };
}

const byCreation = (a: ReplicaSet, b: ReplicaSet): number =>
  compare(a.metadata.creationTimestamp, b.metadata.creationTimestamp) ||
  compare(a.metadata.name, b.metadata.name);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const oldestFirst = (sets: readonly ReplicaSet[]): readonly ReplicaSet[] =>
  sets.length < 2 ? sets : [...sets].sort(byCreation);

export const lowestRevisionFirst = (sets: readonly ReplicaSet[]): readonly ReplicaSet[] =>
  [...sets].sort((a, b) => Number(revisionOf(a) - revisionOf(b)) || byCreation(a, b));

/** Largest first; among equals the newer one when growing, the older one when shrinking. */
export const largestFirst = (
  sets: readonly ReplicaSet[],
  ties: 'newer' | 'older',
): readonly ReplicaSet[] =>
  [...sets].sort(
    (a, b) =>
      specReplicas(b) - specReplicas(a) || (ties === 'newer' ? byCreation(b, a) : byCreation(a, b)),
  );

/** The sets with a desired size above zero. */
export const activeSets = (sets: readonly ReplicaSet[]): readonly ReplicaSet[] =>
  sets.filter((set) => specReplicas(set) > 0);

/** The oldest set with the Deployment's template. Source: FindNewReplicaSet. */
export const findNewSet = (
  { spec }: Deployment,
  sets: readonly ReplicaSet[],
): ReplicaSet | undefined =>
  oldestFirst(sets).find(({ spec: { template } }) => isSameTemplate(template ?? {}, spec.template));

/**
 * The only set with pods, or the newest of all when none has pods; nothing when several have.
 * Source: FindActiveOrLatest.
 */
export function activeOrLatest(
  newSet: ReplicaSet | undefined,
  oldSets: readonly ReplicaSet[],
): ReplicaSet | undefined {
  const active = activeSets(newSet === undefined ? oldSets : [...oldSets, newSet]);
  if (active.length === 0) return newSet ?? oldestFirst(oldSets).at(-1);
  return active.length === 1 ? active[0] : undefined;
}

/** Whether the new set has all pods of the Deployment, and they are available. */
export function isSaturated(deployment: Deployment, set: ReplicaSet | undefined): boolean {
  const replicas = desiredReplicas(deployment);
  return (
    set !== undefined &&
    specReplicas(set) === replicas &&
    desiredReplicasOf(set) === replicas &&
    set.status?.availableReplicas === replicas
  );
}

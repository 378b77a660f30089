/**
 * Computes how many pods a Deployment may have and must have. Models
 * kubernetes/pkg/controller/deployment/util/deployment_util.go: ResolveFenceposts, MaxSurge,
 * MaxUnavailable, NewRSNewReplicas, GetReplicaSetProportion.
 */
import type { Deployment, ReplicaSet } from '#k8s.io/api/apps/v1';
import { scaledValue } from '#k8s.io/apimachinery/int-or-string';
import { maxReplicasOf } from './annotations.ts';

export const isRollingUpdate = ({ spec }: Deployment): boolean =>
  spec.strategy?.type === 'RollingUpdate';

export const desiredReplicas = ({ spec }: Deployment): number => spec.replicas ?? 1;

export const specReplicas = ({ spec }: ReplicaSet): number => spec.replicas ?? 0;

/** The total size in the specs of these sets. */
export const replicaCount = (sets: readonly ReplicaSet[]): number =>
  sets.reduce((sum, set) => sum + specReplicas(set), 0);

export const availableCount = (sets: readonly ReplicaSet[]): number =>
  sets.reduce((sum, { status }) => sum + (status?.availableReplicas ?? 0), 0);

/** Surge is rounded up, unavailable down; not both may be zero. */
function fenceposts(deployment: Deployment): { surge: number; unavailable: number } {
  const { maxSurge = 0, maxUnavailable = 0 } = deployment.spec.strategy?.rollingUpdate ?? {};
  const replicas = desiredReplicas(deployment);
  const surge = scaledValue(maxSurge, replicas, 'up') ?? 0;
  const unavailable = scaledValue(maxUnavailable, replicas, 'down') ?? 0;
  return surge === 0 && unavailable === 0 ? { surge, unavailable: 1 } : { surge, unavailable };
}

/** How many pods beyond the desired number may exist during a rolling update. */
export const maxSurge = (deployment: Deployment): number =>
  isRollingUpdate(deployment) ? fenceposts(deployment).surge : 0;

/** How many of the desired pods may be unavailable. */
export function maxUnavailable(deployment: Deployment): number {
  const replicas = desiredReplicas(deployment);
  if (!isRollingUpdate(deployment) || replicas === 0) return 0;
  return Math.min(fenceposts(deployment).unavailable, replicas);
}

/** The size that the new ReplicaSet can have now. */
export function newSetReplicas(
  deployment: Deployment,
  all: readonly ReplicaSet[],
  current: number,
): number {
  const replicas = desiredReplicas(deployment);
  if (!isRollingUpdate(deployment)) return replicas;
  const room = replicas + maxSurge(deployment) - replicaCount(all);
  return room <= 0 ? current : current + Math.min(room, replicas - current);
}

/** The set's share of `toAdd` pods; other sets already got `added` of them. */
export function proportionOf(
  set: ReplicaSet,
  deployment: Deployment,
  toAdd: number,
  added: number,
): number {
  if (specReplicas(set) === 0 || toAdd === 0 || toAdd === added) return 0;
  const fraction = fractionOf(set, deployment);
  const allowed = toAdd - added;
  return toAdd > 0 ? Math.min(fraction, allowed) : Math.max(fraction, allowed);
}

function fractionOf(set: ReplicaSet, deployment: Deployment): number {
  const replicas = desiredReplicas(deployment);
  const size = specReplicas(set);
  if (replicas === 0) return -size;
  const before = maxReplicasOf(set) ?? deployment.status?.replicas ?? 0;
  if (before === 0) return 0;
  return roundHalfAway((size * (replicas + maxSurge(deployment))) / before) - size;
}

const roundHalfAway = (value: number): number =>
  value < 0 ? Math.ceil(value - 0.5) : Math.floor(value + 0.5);

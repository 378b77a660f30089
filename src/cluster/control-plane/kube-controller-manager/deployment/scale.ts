/**
 * Scales a Deployment without a rollout: all ReplicaSets with pods grow or shrink in proportion.
 * Models kubernetes/pkg/controller/deployment/sync.go sync and scale.
 */
import { ok } from '#base/result';
import type { ReplicaSet } from '#k8s.io/api/apps/v1';
import type { ApiResult } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import type { DeploymentSync, SetsOfDeployment } from './deployment-sync.ts';
import { syncStatus } from './progress.ts';
import { allOf, cleanupHistory, resize, scaleReplicaSet, setsAndRevision } from './sync.ts';
import {
  desiredReplicas,
  isRollingUpdate,
  maxSurge,
  proportionOf,
  replicaCount,
  specReplicas,
} from './util/arithmetic.ts';
import { activeOrLatest, activeSets, isSaturated, largestFirst } from './util/replica-sets.ts';

/** For a paused Deployment, or one whose size changed. Source: sync.go sync. */
export function* syncScale(sync: DeploymentSync): Process<ApiResult<undefined>> {
  const sets = yield* setsAndRevision(sync, false);
  if (!sets.ok) return sets;
  const scaled = yield* scale(sync, sets.value);
  if (!scaled.ok) return scaled;
  if (sync.deployment.spec.paused === true) {
    const cleaned = yield* cleanupHistory(sync, sets.value.oldSets);
    if (!cleaned.ok) return cleaned;
  }
  return yield* syncStatus(sync, sets.value);
}

/** Source: sync.go scale. */
function* scale(sync: DeploymentSync, sets: SetsOfDeployment): Process<ApiResult<undefined>> {
  const { deployment } = sync;
  const { newSet, oldSets } = sets;
  const only = activeOrLatest(newSet, oldSets);
  if (only !== undefined) {
    const answer = yield* resize(sync, only, desiredReplicas(deployment));
    return answer.ok ? ok(undefined) : answer;
  }
  if (isSaturated(deployment, newSet)) {
    for (const old of sync.tools.env.sim.inTurn(activeSets(oldSets))) {
      const answer = yield* resize(sync, old, 0);
      if (!answer.ok) return answer;
    }
    return ok(undefined);
  }
  if (!isRollingUpdate(deployment)) return ok(undefined);
  for (const [set, size] of sync.tools.env.sim.inTurn(
    proportionalSizes(sync, activeSets(allOf(sets))),
  )) {
    const answer = yield* scaleReplicaSet(sync, set, size);
    if (!answer.ok) return answer;
  }
  return ok(undefined);
}

/** The sizes of sets in the middle of a rollout, the largest set first. */
function proportionalSizes(
  { deployment }: DeploymentSync,
  sets: readonly ReplicaSet[],
): readonly (readonly [ReplicaSet, number])[] {
  const replicas = desiredReplicas(deployment);
  const allowed = replicas > 0 ? replicas + maxSurge(deployment) : 0;
  const toAdd = allowed - replicaCount(sets);
  const ordered = toAdd === 0 ? sets : largestFirst(sets, toAdd > 0 ? 'newer' : 'older');
  let added = 0;
  const sizes = ordered.map((set): [ReplicaSet, number] => {
    const share = proportionOf(set, deployment, toAdd, added);
    added += share;
    return [set, specReplicas(set) + share];
  });
  // What is left after rounding goes to the largest set.
  const largest = sizes[0];
  if (largest !== undefined && toAdd !== 0) largest[1] = Math.max(0, largest[1] + toAdd - added);
  return sizes;
}

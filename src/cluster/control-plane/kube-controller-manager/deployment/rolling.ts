/**
 * Replaces pods step by step: the new ReplicaSet grows while the old ones shrink, within the limits
 * of maxSurge and maxUnavailable. Models kubernetes/pkg/controller/deployment/rolling.go.
 */
import { ok } from '#base/result';
import type { ReplicaSet } from '#k8s.io/api/apps/v1';
import type { ApiResult } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import type { DeploymentSync, SetsOfDeployment } from './deployment-sync.ts';
import { syncRolloutStatus } from './progress.ts';
import { allOf, cleanupHistory, resize, setsAndRevision } from './sync.ts';
import {
  availableCount,
  desiredReplicas,
  maxUnavailable,
  newSetReplicas,
  replicaCount,
  specReplicas,
} from './util/arithmetic.ts';
import { isComplete } from './util/conditions.ts';
import { activeSets, oldestFirst } from './util/replica-sets.ts';

/** Source: rolling.go rolloutRolling. */
export function* rolloutRolling(sync: DeploymentSync): Process<ApiResult<undefined>> {
  const sets = yield* setsAndRevision(sync, true);
  if (!sets.ok) return sets;
  const grown = yield* growNew(sync, sets.value);
  if (!grown.ok) return grown;
  if (!grown.value) {
    const shrunk = yield* shrinkOld(sync, sets.value);
    if (!shrunk.ok) return shrunk;
    if (!shrunk.value && isComplete(sync.deployment, sync.deployment.status)) {
      const cleaned = yield* cleanupHistory(sync, sets.value.oldSets);
      if (!cleaned.ok) return cleaned;
    }
  }
  return yield* syncRolloutStatus(sync, sets.value);
}

/** Returns whether the new ReplicaSet was scaled. Source: rolling.go reconcileNewReplicaSet. */
function* growNew(sync: DeploymentSync, sets: SetsOfDeployment): Process<ApiResult<boolean>> {
  const { newSet } = sets;
  if (newSet === undefined) return ok(false);
  const wanted = desiredReplicas(sync.deployment);
  const current = specReplicas(newSet);
  const size = current >= wanted ? wanted : newSetReplicas(sync.deployment, allOf(sets), current);
  const answer = yield* resize(sync, newSet, size);
  return answer.ok ? ok(answer.value.scaled) : answer;
}

/**
 * Returns whether an old ReplicaSet was scaled down. Source: rolling.go reconcileOldReplicaSets.
 */
function* shrinkOld(sync: DeploymentSync, sets: SetsOfDeployment): Process<ApiResult<boolean>> {
  const { deployment } = sync;
  const { newSet } = sets;
  const active = oldestFirst(activeSets(sets.oldSets));
  if (active.length === 0) return ok(false);
  const minAvailable = desiredReplicas(deployment) - maxUnavailable(deployment);
  const newAvailable = newSet?.status?.availableReplicas ?? 0;
  const newUnavailable = (newSet === undefined ? 0 : specReplicas(newSet)) - newAvailable;
  const maxScaledDown = replicaCount(allOf(sets)) - minAvailable - newUnavailable;
  if (maxScaledDown <= 0) return ok(false);
  const cleaned = yield* shrinkUnhealthy(sync, active, maxScaledDown);
  if (!cleaned.ok) return cleaned;
  const all = newSet === undefined ? cleaned.value.sets : [...cleaned.value.sets, newSet];
  const surplus = availableCount(all) - minAvailable;
  const shrunk = yield* shrinkAvailable(sync, cleaned.value.sets, surplus);
  return shrunk.ok ? ok(cleaned.value.count + shrunk.value > 0) : shrunk;
}

/** Unavailable pods are removed first. Source: rolling.go cleanupUnhealthyReplicas. */
function* shrinkUnhealthy(
  sync: DeploymentSync,
  sets: readonly ReplicaSet[],
  max: number,
): Process<ApiResult<{ readonly sets: readonly ReplicaSet[]; readonly count: number }>> {
  const after: ReplicaSet[] = [];
  let count = 0;
  for (const set of sync.tools.env.sim.inTurn(sets)) {
    const size = specReplicas(set);
    const unhealthy = size - (set.status?.availableReplicas ?? 0);
    const surplus = Math.min(max - count, unhealthy);
    if (surplus <= 0) {
      after.push(set);
      continue;
    }
    const answer = yield* resize(sync, set, size - surplus);
    if (!answer.ok) return answer;
    count += surplus;
    after.push(answer.value.set);
  }
  return ok({ sets: after, count });
}

/** Source: rolling.go scaleDownOldReplicaSetsForRollingUpdate. */
function* shrinkAvailable(
  sync: DeploymentSync,
  sets: readonly ReplicaSet[],
  surplus: number,
): Process<ApiResult<number>> {
  let count = 0;
  for (const set of sync.tools.env.sim.inTurn(sets)) {
    if (count >= surplus) break;
    const size = specReplicas(set);
    if (size === 0) continue;
    const less = Math.min(size, surplus - count);
    const answer = yield* resize(sync, set, size - less);
    if (!answer.ok) return answer;
    count += less;
  }
  return ok(count);
}

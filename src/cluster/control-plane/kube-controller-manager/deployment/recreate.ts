/**
 * Ends all old pods before the first new one is created. Models
 * kubernetes/pkg/controller/deployment/recreate.go.
 */
import type { ApiResult } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import type { DeploymentSync, SetsOfDeployment } from './deployment-sync.ts';
import { syncRolloutStatus } from './progress.ts';
import { cleanupHistory, resize, setsAndRevision } from './sync.ts';
import { desiredReplicas } from './util/arithmetic.ts';
import { isComplete } from './util/conditions.ts';
import { activeSets } from './util/replica-sets.ts';

/** Source: recreate.go rolloutRecreate. */
export function* rolloutRecreate(sync: DeploymentSync): Process<ApiResult<undefined>> {
  const found = yield* setsAndRevision(sync, false);
  if (!found.ok) return found;
  const active = activeSets(found.value.oldSets);
  for (const old of sync.tools.env.sim.inTurn(active)) {
    const answer = yield* resize(sync, old, 0);
    if (!answer.ok) return answer;
  }
  if (active.length > 0 || oldPodsRunning(sync, found.value)) {
    return yield* syncRolloutStatus(sync, found.value);
  }
  const sets = found.value.newSet === undefined ? yield* setsAndRevision(sync, true) : found;
  if (!sets.ok) return sets;
  const { newSet, oldSets } = sets.value;
  if (newSet !== undefined) {
    const answer = yield* resize(sync, newSet, desiredReplicas(sync.deployment));
    if (!answer.ok) return answer;
  }
  if (isComplete(sync.deployment, sync.deployment.status)) {
    const cleaned = yield* cleanupHistory(sync, oldSets);
    if (!cleaned.ok) return cleaned;
  }
  return yield* syncRolloutStatus(sync, sets.value);
}

/** Source: recreate.go oldPodsRunning. */
const oldPodsRunning = ({ tools }: DeploymentSync, { oldSets }: SetsOfDeployment): boolean =>
  oldSets.some((set) => (set.status?.replicas ?? 0) > 0 || tools.hasLivePods(set));

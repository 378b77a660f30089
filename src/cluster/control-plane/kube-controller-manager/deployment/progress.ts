/**
 * The status of a Deployment: counts, conditions, and when to sync it again. Models
 * kubernetes/pkg/controller/deployment/progress.go and the status part of sync.go.
 */
import { defined } from '#base/defined';
import { ok } from '#base/result';
import { second } from '#base/sim-time';
import type { DeploymentCondition, DeploymentStatus, ReplicaSet } from '#k8s.io/api/apps/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import type { ApiResult } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import type { DeploymentSync, SetsOfDeployment } from './deployment-sync.ts';
import { allOf } from './sync.ts';
import {
  availableCount,
  desiredReplicas,
  maxUnavailable,
  replicaCount,
} from './util/arithmetic.ts';
import {
  conditionOf,
  deadlineOf,
  hasProgressDeadline,
  isComplete,
  isProgressing,
  isTimedOut,
  newCondition,
  replicaFailure,
  withCondition,
  withConditions,
  withoutCondition,
} from './util/conditions.ts';

/** Status after a rollout step. Source: progress.go syncRolloutStatus. */
export function* syncRolloutStatus(
  sync: DeploymentSync,
  sets: SetsOfDeployment,
): Process<ApiResult<undefined>> {
  const { deployment } = sync;
  const status = rolloutStatus(sync, sets);
  if (deepEqual(deployment.status ?? {}, status)) {
    requeueStuck(sync, status);
    return ok(undefined);
  }
  sync.setStatus(status);
  return yield* sync.updateStatus();
}

/** Status without the progress conditions. Source: sync.go syncDeploymentStatus. */
export function* syncStatus(
  sync: DeploymentSync,
  sets: SetsOfDeployment,
): Process<ApiResult<undefined>> {
  const status = calculateStatus(sync, sets);
  if (deepEqual(sync.deployment.status ?? {}, status)) return ok(undefined);
  sync.setStatus(status);
  return yield* sync.updateStatus();
}

function rolloutStatus(sync: DeploymentSync, sets: SetsOfDeployment): DeploymentStatus {
  const { deployment } = sync;
  const status = calculateStatus(sync, sets);
  let conditions = status.conditions ?? [];
  const current = conditionOf(deployment.status, 'Progressing');
  if (!hasProgressDeadline(deployment)) conditions = withoutCondition(conditions, 'Progressing');
  const isDone =
    status.replicas === status.updatedReplicas && current?.reason === 'NewReplicaSetAvailable';
  if (hasProgressDeadline(deployment) && !isDone) {
    conditions = withProgress(sync, sets.newSet, status, conditions, current);
  }
  const failure = replicaFailure(sets.newSet, allOf(sets));
  conditions =
    failure === undefined
      ? withoutCondition(conditions, 'ReplicaFailure')
      : withCondition(conditions, failure);
  return withConditions(status, conditions);
}

function withProgress(
  { deployment, now }: DeploymentSync,
  newSet: ReplicaSet | undefined,
  status: DeploymentStatus,
  conditions: readonly DeploymentCondition[],
  current: DeploymentCondition | undefined,
): readonly DeploymentCondition[] {
  const subject =
    newSet === undefined
      ? `Deployment "${deployment.metadata.name}"`
      : `ReplicaSet "${newSet.metadata.name}"`;
  if (isComplete(deployment, status)) {
    const message = `${subject} has successfully progressed.`;
    const complete = newCondition('Progressing', 'True', 'NewReplicaSetAvailable', message, now);
    return withCondition(conditions, complete);
  }
  if (isProgressing(deployment.status, status)) {
    const message = `${subject} is progressing.`;
    const progress = newCondition('Progressing', 'True', 'ReplicaSetUpdated', message, now);
    // Unlike other conditions, this one is written again with the same reason, so that its update
    // time changes.
    const since = current?.status === 'True' ? current.lastTransitionTime : undefined;
    const renewed = since === undefined ? progress : { ...progress, lastTransitionTime: since };
    return withCondition(withoutCondition(conditions, 'Progressing'), renewed);
  }
  if (isTimedOut(deployment, status, now)) {
    const message = `${subject} has timed out progressing.`;
    const late = newCondition('Progressing', 'False', 'ProgressDeadlineExceeded', message, now);
    return withCondition(conditions, late);
  }
  return conditions;
}

const sum = (sets: readonly ReplicaSet[], of: (set: ReplicaSet) => number | undefined): number =>
  sets.reduce((total, set) => total + (of(set) ?? 0), 0);

/** Source: sync.go calculateStatus. Counts of zero are omitted, as their encoding omits them. */
function calculateStatus(sync: DeploymentSync, sets: SetsOfDeployment): DeploymentStatus {
  const { deployment, now } = sync;
  const all = allOf(sets);
  const available = availableCount(all);
  const counts = {
    observedGeneration: deployment.metadata.generation ?? 0,
    replicas: sum(all, ({ status }) => status?.replicas),
    updatedReplicas: sets.newSet?.status?.replicas ?? 0,
    readyReplicas: sum(all, ({ status }) => status?.readyReplicas),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, replicaCount(all) - available),
  };
  const { collisionCount, conditions = [] } = deployment.status ?? {};
  const isAvailable = available >= desiredReplicas(deployment) - maxUnavailable(deployment);
  const availability = isAvailable
    ? newCondition(
        'Available',
        'True',
        'MinimumReplicasAvailable',
        'Deployment has minimum availability.',
        now,
      )
    : newCondition(
        'Available',
        'False',
        'MinimumReplicasUnavailable',
        'Deployment does not have minimum availability.',
        now,
      );
  const status: DeploymentStatus = {
    ...withoutZeros(counts),
    terminatingReplicas: sum(all, ({ status }) => status?.terminatingReplicas),
    ...defined({ collisionCount }),
  };
  return withConditions(status, withCondition(conditions, availability));
}

const withoutZeros = (counts: Readonly<Record<string, number>>): DeploymentStatus =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));

/** Syncs again after the progress deadline. Source: progress.go requeueStuckDeployment. */
function requeueStuck(sync: DeploymentSync, status: DeploymentStatus): void {
  const { deployment, tools, key, now } = sync;
  const current = conditionOf(deployment.status, 'Progressing');
  if (!hasProgressDeadline(deployment) || current === undefined) return;
  if (isComplete(deployment, status) || current.reason === 'ProgressDeadlineExceeded') return;
  const after = deadlineOf(deployment, current) - now;
  if (after < second) tools.queue.addRateLimited(key);
  else tools.queue.addAfter(key, after + second);
}

/** Records in the conditions that it was paused or resumed. Source: checkPausedConditions. */
export function* checkPaused(sync: DeploymentSync): Process<ApiResult<undefined>> {
  const { deployment, now } = sync;
  if (!hasProgressDeadline(deployment)) return ok(undefined);
  const { status = {} } = deployment;
  const current = conditionOf(status, 'Progressing');
  if (current?.reason === 'ProgressDeadlineExceeded') return ok(undefined);
  const isPaused = deployment.spec.paused === true;
  if (isPaused === (current?.reason === 'DeploymentPaused')) return ok(undefined);
  const [reason, message] = isPaused
    ? ['DeploymentPaused', 'Deployment is paused']
    : ['DeploymentResumed', 'Deployment is resumed'];
  const condition = newCondition('Progressing', 'Unknown', reason, message, now);
  sync.setStatus(withConditions(status, withCondition(status.conditions ?? [], condition)));
  return yield* sync.updateStatus();
}

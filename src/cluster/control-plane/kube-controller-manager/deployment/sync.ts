/**
 * The code that all strategies share: the new ReplicaSet, scaling, history and status. Models
 * kubernetes/pkg/controller/deployment/sync.go.
 */

import { err, ok } from '#base/result';
import type { ReplicaSet } from '#k8s.io/api/apps/v1';
import { isAlreadyExists, isNotFound } from '#k8s.io/apimachinery/errors';
import { controllerOf, newControllerRef } from '#k8s.io/apimachinery/meta/controller-ref';
import { computeHash } from '#k8s.io/apimachinery/pod-template-hash';
import { replicaSets } from '#k8s.io/client-go/rest/resource';
import type { ApiResult } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import { isNamespaceTerminating } from '../controller/pod-control.ts';
import type { DeploymentSync, SetsOfDeployment } from './deployment-sync.ts';
import {
  desiredReplicasOf,
  maxRevision,
  revisionAnnotation,
  withRevision,
  withSizes,
} from './util/annotations.ts';
import { desiredReplicas, maxSurge, newSetReplicas } from './util/arithmetic.ts';
import {
  conditionOf,
  hasProgressDeadline,
  hasRevisionHistoryLimit,
  newCondition,
  withCondition,
  withConditions,
} from './util/conditions.ts';
import {
  activeSets,
  findNewSet,
  hashLabel,
  isSameTemplate,
  lowestRevisionFirst,
} from './util/replica-sets.ts';

/**
 * Finds the new ReplicaSet and updates its revision; creates it if it is missing and `create` is
 * set. Source: sync.go getAllReplicaSetsAndSyncRevision.
 */
export function* setsAndRevision(
  sync: DeploymentSync,
  create: boolean,
): Process<ApiResult<SetsOfDeployment>> {
  const existing = findNewSet(sync.deployment, sync.sets);
  const oldSets = sync.sets.filter((set) => set !== existing);
  const revision = maxRevision(oldSets) + 1n;
  if (existing !== undefined) {
    const updated = yield* updateNewSet(sync, existing, revision);
    return updated.ok ? ok({ newSet: updated.value, oldSets }) : updated;
  }
  if (!create) return ok({ newSet: undefined, oldSets });
  const created = yield* createNewSet(sync, oldSets, revision);
  return created.ok ? ok({ newSet: created.value, oldSets }) : created;
}

/** Source: sync.go getNewReplicaSet, the part for an existing set. */
function* updateNewSet(
  sync: DeploymentSync,
  set: ReplicaSet,
  revision: bigint,
): Process<ApiResult<ReplicaSet>> {
  const { deployment } = sync;
  const before = set.metadata.annotations ?? {};
  const annotations = withRevision(deployment, before, revision);
  const minReadySeconds = deployment.spec.minReadySeconds ?? 0;
  const isSlower = minReadySeconds !== (set.spec.minReadySeconds ?? 0);
  if (annotations !== before || isSlower) {
    const { namespace, name } = set.metadata;
    const body: ReplicaSet = {
      ...set,
      metadata: { ...set.metadata, annotations },
      spec: isSlower ? { ...set.spec, minReadySeconds } : set.spec,
    };
    return yield* sync.tools.client.update<ReplicaSet>(replicaSets, body, { namespace, name });
  }
  const revised = reviseDeployment(sync, annotations[revisionAnnotation] ?? '');
  const unknown = conditionOf(deployment.status, 'Progressing') === undefined;
  const found = hasProgressDeadline(deployment) && unknown;
  const name = set.metadata.name;
  if (found) report(sync, 'True', 'FoundNewReplicaSet', `Found new replica set "${name}"`);
  if (!revised && !found) return ok(set);
  const written = yield* sync.updateStatus();
  return written.ok ? ok(set) : written;
}

/** Writes the revision into the working copy; returns whether it changed. */
function reviseDeployment(sync: DeploymentSync, revision: string): boolean {
  if (sync.deployment.metadata.annotations?.[revisionAnnotation] === revision) return false;
  sync.setAnnotation(revisionAnnotation, revision);
  return true;
}

/** Sets a Progressing condition in the working copy. */
function report(
  sync: DeploymentSync,
  status: 'True' | 'False',
  reason: string,
  message: string,
): void {
  const { status: current = {} } = sync.deployment;
  const condition = newCondition('Progressing', status, reason, message, sync.now);
  sync.setStatus(withConditions(current, withCondition(current.conditions ?? [], condition)));
}

/** Source: sync.go getNewReplicaSet, the part for a missing set. */
function* createNewSet(
  sync: DeploymentSync,
  oldSets: readonly ReplicaSet[],
  revision: bigint,
): Process<ApiResult<ReplicaSet>> {
  const { deployment, tools } = sync;
  const { namespace } = deployment.metadata;
  const replicas = newSetReplicas(deployment, oldSets, 0);
  const body = newReplicaSet(sync, replicas, revision);
  const { name } = body.metadata;
  sync.decide('deployment.create-replica-set', {
    ...{ replicaSet: name, replicas },
    revision: Number(revision),
  });
  const answer = yield* tools.client.create<ReplicaSet>(replicaSets, body, { namespace });
  if (!answer.ok && isAlreadyExists(answer.error)) {
    const existing = ownSetOfThatName(sync, name);
    if (existing === undefined) {
      yield* countCollision(sync);
      return answer;
    }
    const written = reviseDeployment(sync, String(revision)) ? yield* sync.updateStatus() : ok(0);
    return written.ok ? ok(existing) : written;
  }
  if (!answer.ok) {
    if (!isNamespaceTerminating(answer.error)) {
      yield* reportCreateError(sync, name, answer.error.message ?? '');
    }
    return answer;
  }
  if (replicas > 0) {
    const message = `Scaled up replica set ${name} from 0 to ${replicas}`;
    sync.event('Normal', 'ScalingReplicaSet', message);
  }
  const revised = reviseDeployment(sync, String(revision));
  const hasDeadline = hasProgressDeadline(deployment);
  if (hasDeadline) {
    report(sync, 'True', 'NewReplicaSetCreated', `Created new replica set "${name}"`);
  }
  if (!revised && !hasDeadline) return answer;
  const written = yield* sync.updateStatus();
  return written.ok ? answer : written;
}

function newReplicaSet(sync: DeploymentSync, replicas: number, revision: bigint) {
  const { deployment } = sync;
  const { spec, status, metadata } = deployment;
  const { template, selector, minReadySeconds = 0 } = spec;
  const hash = computeHash(template, status?.collisionCount);
  const labels = { ...template.metadata?.labels, [hashLabel]: hash };
  const matchLabels = { ...selector.matchLabels, [hashLabel]: hash };
  const desired = desiredReplicas(deployment);
  return {
    kind: 'ReplicaSet',
    apiVersion: 'apps/v1',
    metadata: {
      name: `${metadata.name}-${hash}`,
      namespace: metadata.namespace,
      labels,
      annotations: withSizes(
        withRevision(deployment, {}, revision),
        desired,
        desired + maxSurge(deployment),
      ),
      ownerReferences: [newControllerRef(deployment)],
    },
    spec: {
      replicas,
      ...(minReadySeconds === 0 ? {} : { minReadySeconds }),
      selector: { ...selector, matchLabels },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
    status: { replicas: 0 },
  };
}

/** The cached set of that name, if it belongs to this Deployment and has its template. */
function ownSetOfThatName(sync: DeploymentSync, name: string): ReplicaSet | undefined {
  const { metadata, spec } = sync.deployment;
  const set = sync.tools.sets.get(`${metadata.namespace}/${name}`);
  if (set === undefined || controllerOf(set)?.uid !== metadata.uid) return undefined;
  return isSameTemplate(set.spec.template ?? {}, spec.template) ? set : undefined;
}

/** Another object has the name: the collision count changes the next hash. */
function* countCollision(sync: DeploymentSync): Process {
  const { status = {} } = sync.deployment;
  const collisionCount = (status.collisionCount ?? 0) + 1;
  sync.decide('deployment.hash-collision', { collisionCount });
  sync.setStatus({ ...status, collisionCount });
  yield* sync.updateStatus();
}

function* reportCreateError(sync: DeploymentSync, name: string, error: string): Process {
  const message = `Failed to create new replica set "${name}": ${error}`;
  if (hasProgressDeadline(sync.deployment)) {
    report(sync, 'False', 'ReplicaSetCreateError', message);
    yield* sync.updateStatus();
  }
  sync.event('Warning', 'ReplicaSetCreateError', message);
}

/**
 * Changes the size of a ReplicaSet and its size annotations, and records the event; returns the
 * changed set. Source: sync.go scaleReplicaSet.
 */
export function* scaleReplicaSet(
  sync: DeploymentSync,
  set: ReplicaSet,
  replicas: number,
): Process<ApiResult<ReplicaSet>> {
  const { deployment, tools } = sync;
  const { namespace, name } = set.metadata;
  const before = set.spec.replicas ?? 0;
  const desired = desiredReplicas(deployment);
  const max = desired + maxSurge(deployment);
  const annotations = withSizes(set.metadata.annotations, desired, max);
  if (replicas === before && annotations === set.metadata.annotations) return ok(set);
  const direction = before < replicas ? 'up' : 'down';
  sync.decide('deployment.scale-replica-set', { replicaSet: name, from: before, to: replicas });
  const body: ReplicaSet = {
    ...set,
    metadata: { ...set.metadata, annotations },
    spec: { ...set.spec, replicas },
  };
  const answer = yield* tools.client.update<ReplicaSet>(replicaSets, body, { namespace, name });
  if (answer.ok && replicas !== before) {
    const message = `Scaled ${direction} replica set ${name} from ${before} to ${replicas}`;
    sync.event('Normal', 'ScalingReplicaSet', message);
  }
  return answer;
}

/** Scales only if the size differs. Source: sync.go scaleReplicaSetAndRecordEvent. */
export function* resize(
  sync: DeploymentSync,
  set: ReplicaSet,
  replicas: number,
): Process<ApiResult<{ readonly scaled: boolean; readonly set: ReplicaSet }>> {
  if ((set.spec.replicas ?? 0) === replicas) return ok({ scaled: false, set });
  const answer = yield* scaleReplicaSet(sync, set, replicas);
  return answer.ok ? ok({ scaled: true, set: answer.value }) : answer;
}

/**
 * Whether a ReplicaSet with pods was last scaled for another Deployment size. Source: sync.go
 * isScalingEvent.
 */
export function* isScalingEvent(sync: DeploymentSync): Process<ApiResult<boolean>> {
  const sets = yield* setsAndRevision(sync, false);
  if (!sets.ok) return sets;
  const replicas = desiredReplicas(sync.deployment);
  const differs = activeSets(allOf(sets.value)).some((set) => {
    const desired = desiredReplicasOf(set);
    return desired !== undefined && desired !== replicas;
  });
  return ok(differs);
}

export const allOf = ({ newSet, oldSets }: SetsOfDeployment): readonly ReplicaSet[] =>
  newSet === undefined ? oldSets : [...oldSets, newSet];

/**
 * Deletes the oldest empty ReplicaSets beyond the history limit. Source: sync.go cleanupDeployment.
 */
export function* cleanupHistory(
  sync: DeploymentSync,
  oldSets: readonly ReplicaSet[],
): Process<ApiResult<undefined>> {
  const { deployment, tools } = sync;
  if (!hasRevisionHistoryLimit(deployment)) return ok(undefined);
  const alive = oldSets.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const excess = alive.length - (deployment.spec.revisionHistoryLimit ?? 0);
  if (excess <= 0) return ok(undefined);
  for (const set of tools.env.sim.inTurn(lowestRevisionFirst(alive).slice(0, excess))) {
    const { namespace, name, generation = 0 } = set.metadata;
    const { replicas = 0, observedGeneration = 0 } = set.status ?? {};
    if (replicas !== 0 || set.spec.replicas !== 0 || generation > observedGeneration) continue;
    sync.decide('deployment.clean-up-replica-set', { replicaSet: name });
    const answer = yield* tools.client.delete(replicaSets, { namespace, name });
    if (!answer.ok && !isNotFound(answer.error)) return err(answer.error);
  }
  return ok(undefined);
}

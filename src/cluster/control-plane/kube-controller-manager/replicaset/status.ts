/**
 * The status of a ReplicaSet, computed from its pods and written.
 * Models kubernetes/pkg/controller/replicaset/replica_set_utils.go.
 */

import { defined } from '#base/defined';
import { ok } from '#base/result';
import { rfc3339, type SimTime } from '#base/sim-time';
import type { ReplicaSet, ReplicaSetCondition, ReplicaSetStatus } from '#k8s.io/api/apps/v1';
import type { Pod } from '#k8s.io/api/core/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { matches, selectorFromSet } from '#k8s.io/apimachinery/labels';
import type { Resource } from '#k8s.io/client-go/rest/resource';
import type { ApiResult, RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import { isPodAvailable, isPodReady } from '../controller/pods.ts';
import type { SyncError } from '../controller/workers.ts';

/** How often a failed status update is retried with a fresh object. */
const statusUpdateRetries = 1;

export interface ObservedPods {
  readonly active: readonly Pod[];
  /** Absent for a kind whose status does not count them. */
  readonly terminating: readonly Pod[] | undefined;
  /** The error of creating or deleting pods in this sync. */
  readonly manageError: SyncError | undefined;
}

/** Source: replica_set_utils.go calculateStatus. */
export function calculateStatus(
  set: ReplicaSet,
  { active, terminating, manageError }: ObservedPods,
  now: SimTime,
): ReplicaSetStatus {
  const templateLabels = selectorFromSet(set.spec.template?.metadata?.labels);
  const ready = active.filter(isPodReady);
  const minReadySeconds = set.spec.minReadySeconds ?? 0;
  const available =
    minReadySeconds === 0
      ? ready
      : ready.filter((pod) => isPodAvailable(pod, minReadySeconds, now));
  const labeled = active.filter((pod) => matches(templateLabels, pod.metadata.labels));
  const conditions = nextConditions(set, active.length, manageError, now);
  return {
    replicas: active.length,
    ...(labeled.length === 0 ? {} : { fullyLabeledReplicas: labeled.length }),
    ...(ready.length === 0 ? {} : { readyReplicas: ready.length }),
    ...(available.length === 0 ? {} : { availableReplicas: available.length }),
    ...defined({ terminatingReplicas: terminating?.length }),
    ...observed(set.status?.observedGeneration),
    ...(conditions.length === 0 ? {} : { conditions }),
  };
}

const observed = (observedGeneration: number | undefined) => defined({ observedGeneration });

function nextConditions(
  set: ReplicaSet,
  active: number,
  manageError: SyncError | undefined,
  now: SimTime,
): readonly ReplicaSetCondition[] {
  const conditions = set.status?.conditions ?? [];
  const failure = conditions.find(({ type }) => type === 'ReplicaFailure');
  if (manageError === undefined) {
    return failure === undefined ? conditions : conditions.filter((other) => other !== failure);
  }
  if (failure !== undefined) return conditions;
  const reason = active < (set.spec.replicas ?? 0) ? 'FailedCreate' : 'FailedDelete';
  return [
    ...conditions,
    {
      type: 'ReplicaFailure',
      status: 'True',
      lastTransitionTime: rfc3339(now),
      reason,
      message: manageError.message,
    },
  ];
}

/**
 * Writes the status if it has changed; returns the ReplicaSet after that. Source:
 * replica_set_utils.go updateReplicaSetStatus.
 */
export function* updateReplicaSetStatus(
  client: RestClient,
  resource: Resource,
  set: ReplicaSet,
  next: ReplicaSetStatus,
): Process<ApiResult<ReplicaSet>> {
  const { namespace, name, generation } = set.metadata;
  const isCurrent = generation === set.status?.observedGeneration;
  if (isCurrent && set.status !== undefined && sameStatus(set.status, next)) return ok(set);
  const status = withGeneration(next, generation);
  const target = { namespace, name, subresource: 'status' };
  let latest = set;
  for (let tries = 0; ; tries++) {
    const body: ReplicaSet = { ...latest, status };
    const answer = yield* client.update<ReplicaSet>(resource, body, target);
    if (answer.ok || tries >= statusUpdateRetries) return answer;
    const fresh = yield* client.get<ReplicaSet>(resource, { namespace, name });
    if (!fresh.ok) return fresh;
    latest = fresh.value;
  }
}

function withGeneration(
  { conditions, ...counts }: ReplicaSetStatus,
  generation = 0,
): ReplicaSetStatus {
  return {
    ...counts,
    observedGeneration: generation,
    ...defined({ conditions }),
  };
}

const counts = [
  'replicas',
  'fullyLabeledReplicas',
  'readyReplicas',
  'availableReplicas',
] as const satisfies readonly (keyof ReplicaSetStatus)[];

const sameStatus = (a: ReplicaSetStatus, b: ReplicaSetStatus): boolean =>
  counts.every((count) => (a[count] ?? 0) === (b[count] ?? 0)) &&
  a.terminatingReplicas === b.terminatingReplicas &&
  deepEqual(a.conditions ?? [], b.conditions ?? []);

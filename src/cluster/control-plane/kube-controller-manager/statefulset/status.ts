/**
 * The status of a StatefulSet.
 * Models updateStatus and completeRollingUpdate of stateful_set_control.go, inconsistentStatus of
 * stateful_set_utils.go, and stateful_set_status_updater.go.
 */
import { defined } from '#base/defined';
import type { SimTime } from '#base/sim-time';
import { ms } from '#base/sim-time';
import type { StatefulSet, StatefulSetStatus } from '#k8s.io/api/apps/v1';
import { isConflict } from '#k8s.io/apimachinery/errors';
import { statefulSets } from '#k8s.io/client-go/rest/resource';
import type { ApiResult, RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';
import { type Process, sleep } from '#sim/simulation';
import type { Revisions } from './revisions.ts';
import {
  isCreated,
  isRunningAndAvailable,
  isRunningAndReady,
  isTerminating,
  type Replica,
  replicaCount,
  revisionOf,
} from './stateful-set-utils.ts';

/** Source: retry.DefaultRetry. */
const retries = 4;
const retryPause = ms(10);

/** The draft of a status. */
export type Draft = { -readonly [K in keyof StatefulSetStatus]: StatefulSetStatus[K] };

type Counts = Required<
  Pick<
    StatefulSetStatus,
    'replicas' | 'readyReplicas' | 'availableReplicas' | 'currentReplicas' | 'updatedReplicas'
  >
>;

export function countReplicas(
  set: StatefulSet,
  { current, update }: Revisions,
  pods: readonly Replica[],
  now: SimTime,
): Counts {
  const counts = {
    replicas: 0,
    readyReplicas: 0,
    availableReplicas: 0,
    currentReplicas: 0,
    updatedReplicas: 0,
  };
  for (const pod of pods) {
    if (!isCreated(pod)) continue;
    counts.replicas++;
    if (isRunningAndReady(pod)) counts.readyReplicas++;
    if (isRunningAndAvailable(pod, set, now)) counts.availableReplicas++;
    if (isTerminating(pod)) continue;
    const revision = revisionOf(pod);
    if (revision === current.metadata.name) counts.currentReplicas++;
    if (revision === update.metadata.name) counts.updatedReplicas++;
  }
  return counts;
}

/** The update revision becomes the current one when all pods have it and are ready. */
export function completeRollingUpdate(set: StatefulSet, status: Draft): void {
  const replicas = replicaCount(set);
  const isDone =
    set.spec.updateStrategy?.type === 'RollingUpdate' &&
    status.updatedReplicas === replicas &&
    status.readyReplicas === replicas &&
    status.replicas === replicas;
  if (!isDone) return;
  status.currentReplicas = replicas;
  if (status.updateRevision !== undefined) status.currentRevision = status.updateRevision;
}

const compared = [
  'replicas',
  'currentReplicas',
  'readyReplicas',
  'updatedReplicas',
  'availableReplicas',
] as const satisfies readonly (keyof StatefulSetStatus)[];

export function isInconsistent({ status }: StatefulSet, next: StatefulSetStatus): boolean {
  if (status === undefined) return true;
  return (
    (next.observedGeneration ?? 0) > (status.observedGeneration ?? 0) ||
    compared.some((name) => (next[name] ?? 0) !== (status[name] ?? 0)) ||
    next.currentRevision !== status.currentRevision ||
    next.updateRevision !== status.updateRevision
  );
}

/** In the form and order in which it is sent: counts of zero are omitted, except for two. */
function sentStatus(status: StatefulSetStatus, old: StatefulSetStatus | undefined) {
  const { readyReplicas = 0, currentReplicas = 0, updatedReplicas = 0 } = status;
  return {
    observedGeneration: status.observedGeneration ?? 0,
    replicas: status.replicas,
    ...(readyReplicas === 0 ? {} : { readyReplicas }),
    ...(currentReplicas === 0 ? {} : { currentReplicas }),
    ...(updatedReplicas === 0 ? {} : { updatedReplicas }),
    currentRevision: status.currentRevision ?? '',
    updateRevision: status.updateRevision ?? '',
    collisionCount: status.collisionCount ?? 0,
    ...defined({ conditions: old?.conditions }),
    availableReplicas: status.availableReplicas ?? 0,
  };
}

/** Writes the status; after a conflict it is retried with the set in the cache. */
export function* writeStatus(
  client: RestClient,
  sets: Lister<StatefulSet>,
  set: StatefulSet,
  next: StatefulSetStatus,
): Process<ApiResult<StatefulSet>> {
  const { namespace, name } = set.metadata;
  const status = sentStatus(next, set.status);
  const target = { namespace, name, subresource: 'status' };
  let latest = set;
  for (let tries = 0; ; tries++) {
    const answer = yield* client.update<StatefulSet>(statefulSets, { ...latest, status }, target);
    if (answer.ok || !isConflict(answer.error) || tries >= retries) return answer;
    yield* sleep(retryPause);
    latest = sets.get(`${namespace}/${name}`) ?? latest;
  }
}

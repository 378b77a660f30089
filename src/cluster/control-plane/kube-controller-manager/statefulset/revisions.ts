/**
 * The current and the update revision of a StatefulSet.
 * Models getStatefulSetRevisions and truncateHistory of
 * kubernetes/pkg/controller/statefulset/stateful_set_control.go.
 */

import { defined } from '#base/defined';
import { err, ok } from '#base/result';
import type { ControllerRevision, StatefulSet } from '#k8s.io/api/apps/v1';
import type { Pod } from '#k8s.io/api/core/v1';
import { isAlreadyExists, isNotFound } from '#k8s.io/apimachinery/errors';
import type { JsonObject } from '#k8s.io/apimachinery/json-value';
import { newControllerRef } from '#k8s.io/apimachinery/meta/controller-ref';
import { hashControllerRevision } from '#k8s.io/apimachinery/pod-template-hash';
import { controllerRevisions } from '#k8s.io/client-go/rest/resource';
import type { ApiResult, RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Process, Simulation } from '#sim/simulation';
import { apiError, type SyncResult } from '../controller/workers.ts';
import {
  byRevision,
  holdsPatch,
  renumber,
  templatePatch,
} from '../history/controller-revisions.ts';
import { revisionOf } from './stateful-set-utils.ts';

/** The label of a revision itself; pods carry the revision's name. */
const hashLabel = 'controller.kubernetes.io/hash';

export interface Revisions {
  readonly current: ControllerRevision;
  readonly update: ControllerRevision;
  readonly collisionCount: number;
}

/** `revisions`: oldest first. */
export function* statefulSetRevisions(
  client: RestClient,
  set: StatefulSet,
  revisions: readonly ControllerRevision[],
): Process<ApiResult<Revisions>> {
  const patch = templatePatch(set.spec.template);
  const newest = revisions.at(-1);
  const number = (newest?.revision ?? 0) + 1;
  const equal = revisions.filter((revision) => holdsPatch(revision, patch)).at(-1);
  const collisions = set.status?.collisionCount ?? 0;
  const { currentRevision } = set.status ?? {};
  const known = revisions.find(({ metadata }) => metadata.name === currentRevision);
  if (equal !== undefined) {
    // The template equals that of an older revision, which becomes the newest.
    const back = equal === newest ? ok(equal) : yield* renumber(client, equal, number);
    if (!back.ok) return back;
    return ok({ current: known ?? back.value, update: back.value, collisionCount: collisions });
  }
  const made = yield* createRevision(client, set, patch, number, collisions);
  if (!made.ok) return made;
  const { revision: update, collisionCount } = made.value;
  return ok({ current: known ?? update, update, collisionCount });
}

/** Tries other names while the name is taken. Source: CreateControllerRevision. */
function* createRevision(
  client: RestClient,
  set: StatefulSet,
  data: JsonObject,
  revision: number,
  collisions: number,
): Process<ApiResult<{ revision: ControllerRevision; collisionCount: number }>> {
  const { namespace, name: setName, annotations } = set.metadata;
  const labels = {
    ...set.spec.template.metadata?.labels,
    [hashLabel]: hashControllerRevision(data, collisions),
  };
  for (let collisionCount = collisions; ; collisionCount++) {
    const name = `${setName}-${hashControllerRevision(data, collisionCount)}`;
    const body = {
      kind: 'ControllerRevision',
      apiVersion: 'apps/v1',
      metadata: {
        name,
        labels,
        ...defined({ annotations }),
        ownerReferences: [newControllerRef(set)],
      },
      data,
      revision,
    };
    const made = yield* client.create<ControllerRevision>(controllerRevisions, body, {
      namespace,
    });
    if (made.ok) return ok({ revision: made.value, collisionCount });
    if (!isAlreadyExists(made.error)) return made;
    const there = yield* client.get<ControllerRevision>(controllerRevisions, { namespace, name });
    if (!there.ok) return err(there.error);
    if (holdsPatch(there.value, data)) return ok({ revision: there.value, collisionCount });
  }
}

/** Deletes the oldest unused revisions beyond the limit. Source: truncateHistory. */
export function* truncateHistory(
  sim: Simulation,
  client: RestClient,
  set: StatefulSet,
  pods: readonly Pod[],
  revisions: readonly ControllerRevision[],
  live: readonly ControllerRevision[],
): Process<SyncResult> {
  const limit = set.spec.revisionHistoryLimit ?? 10;
  if (revisions.length <= limit) return undefined;
  const inUse = new Set([...live.map(({ metadata }) => metadata.name), ...pods.map(revisionOf)]);
  const history = byRevision(revisions).filter(({ metadata }) => !inUse.has(metadata.name));
  for (const { metadata } of sim.inTurn(history.slice(0, Math.max(0, history.length - limit)))) {
    const { namespace, name } = metadata;
    const gone = yield* client.delete(controllerRevisions, { namespace, name });
    if (!gone.ok && !isNotFound(gone.error)) return apiError(gone.error);
  }
  return undefined;
}

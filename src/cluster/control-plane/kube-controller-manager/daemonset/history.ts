/**
 * The revisions of a DaemonSet.
 * Models kubernetes/pkg/controller/daemon/update.go constructHistory, snapshot, cleanupHistory.
 */

import { defined } from '#base/defined';
import { err, ok, type Result } from '#base/result';
import type { ControllerRevision, DaemonSet } from '#k8s.io/api/apps/v1';
import { isAlreadyExists } from '#k8s.io/apimachinery/errors';
import type { JsonObject } from '#k8s.io/apimachinery/json-value';
import { newControllerRef } from '#k8s.io/apimachinery/meta/controller-ref';
import { computeHash } from '#k8s.io/apimachinery/pod-template-hash';
import { controllerRevisions, daemonSets, pods } from '#k8s.io/client-go/rest/resource';
import type { ApiResult } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import { apiError, type SyncError, type SyncResult } from '../controller/workers.ts';
import {
  byRevision,
  holdsPatch,
  maxRevision,
  renumber,
  revisionHashLabel,
  templatePatch,
} from '../history/controller-revisions.ts';
import { type DaemonSync, type DaemonTools, isError, podsByNode } from './daemon-tools.ts';

export interface DaemonHistory {
  readonly current: ControllerRevision;
  readonly old: readonly ControllerRevision[];
}

/** Finds the revision of the present template, or creates it. Source: constructHistory. */
export function* constructHistory(
  tools: DaemonTools,
  set: DaemonSet,
): Process<Result<DaemonHistory, SyncError>> {
  const claimed = yield* tools.claimRevisions(set);
  if (claimed.error !== undefined) return err(claimed.error);
  const patch = templatePatch(set.spec.template);
  const matching: ControllerRevision[] = [];
  const old: ControllerRevision[] = [];
  for (const revision of tools.env.sim.inTurn(claimed.objects)) {
    const labelled = yield* withHashLabel(tools, revision);
    if (!labelled.ok) return err(apiError(labelled.error));
    (holdsPatch(labelled.value, patch) ? matching : old).push(labelled.value);
  }
  const number = maxRevision(old) + 1;
  const [first] = matching;
  if (first === undefined) {
    const made = yield* snapshot(tools, set, patch, number);
    return made.ok ? ok({ current: made.value, old }) : err(apiError(made.error));
  }
  const current = yield* dedup(tools, set, matching, first);
  if (!current.ok) return current;
  if (current.value.revision < number) {
    const updated = yield* renumber(tools.client, current.value, number);
    if (!updated.ok) return err(apiError(updated.error));
  }
  return ok({ current: current.value, old });
}

function* withHashLabel(
  { client }: DaemonTools,
  revision: ControllerRevision,
): Process<ApiResult<ControllerRevision>> {
  const { namespace, name, labels } = revision.metadata;
  if (labels?.[revisionHashLabel] !== undefined) return ok(revision);
  const metadata = { ...revision.metadata, labels: { ...labels, [revisionHashLabel]: name } };
  const body: ControllerRevision = { ...revision, metadata };
  return yield* client.update<ControllerRevision>(controllerRevisions, body, { namespace, name });
}

/** Source: snapshot. */
function* snapshot(
  tools: DaemonTools,
  set: DaemonSet,
  data: JsonObject,
  revision: number,
): Process<ApiResult<ControllerRevision>> {
  const { namespace, name: setName, annotations } = set.metadata;
  const hash = computeHash(set.spec.template, set.status?.collisionCount);
  const name = `${setName}-${hash}`;
  const body = {
    kind: 'ControllerRevision',
    apiVersion: 'apps/v1',
    metadata: {
      name,
      namespace,
      labels: { ...set.spec.template.metadata?.labels, [revisionHashLabel]: hash },
      ...defined({ annotations }),
      ownerReferences: [newControllerRef(set)],
    },
    data,
    revision,
  };
  const { client } = tools;
  const made = yield* client.create<ControllerRevision>(controllerRevisions, body, { namespace });
  if (made.ok || !isAlreadyExists(made.error)) return made;
  const existing = yield* client.get<ControllerRevision>(controllerRevisions, { namespace, name });
  if (!existing.ok || holdsPatch(existing.value, data)) return existing;
  const counted = yield* countCollision(tools, set);
  return counted.ok ? made : counted;
}

/** Another template has the same hash: the collision count changes the next name. */
function* countCollision({ client }: DaemonTools, set: DaemonSet): Process<ApiResult<DaemonSet>> {
  const { namespace, name } = set.metadata;
  const found = yield* client.get<DaemonSet>(daemonSets, { namespace, name });
  if (!found.ok) return found;
  const { status } = found.value;
  if (status === undefined) return found;
  const collisionCount = (status.collisionCount ?? 0) + 1;
  const body: DaemonSet = { ...found.value, status: { ...status, collisionCount } };
  const target = { namespace, name, subresource: 'status' };
  return yield* client.update<DaemonSet>(daemonSets, body, target);
}

/** Keeps the newest of several equal revisions and assigns the pods to it. */
function* dedup(
  tools: DaemonTools,
  set: DaemonSet,
  matching: readonly ControllerRevision[],
  first: ControllerRevision,
): Process<Result<ControllerRevision, SyncError>> {
  const kept = matching.reduce((a, b) => (b.revision >= a.revision ? b : a), first);
  for (const other of tools.env.sim.inTurn(matching)) {
    if (other === kept) continue;
    const relabelled = yield* relabelPods(tools, set, kept.metadata.labels?.[revisionHashLabel]);
    if (relabelled !== undefined) return err(relabelled);
    const { namespace, name } = other.metadata;
    const gone = yield* tools.client.delete(controllerRevisions, { namespace, name });
    if (!gone.ok) return err(apiError(gone.error));
  }
  return ok(kept);
}

function* relabelPods(tools: DaemonTools, set: DaemonSet, hash = ''): Process<SyncResult> {
  const claimed = yield* tools.claimPods(set);
  if (claimed.error !== undefined) return claimed.error;
  for (const pod of tools.env.sim.inTurn(claimed.objects)) {
    const { namespace, name, labels } = pod.metadata;
    if (labels?.[revisionHashLabel] === hash) continue;
    const metadata = { ...pod.metadata, labels: { ...labels, [revisionHashLabel]: hash } };
    const answer = yield* tools.client.update(pods, { ...pod, metadata }, { namespace, name });
    if (!answer.ok) return apiError(answer.error);
  }
  return undefined;
}

/** Deletes the oldest unused revisions beyond the limit. Source: cleanupHistory. */
export function* cleanupHistory(
  sync: DaemonSync,
  old: readonly ControllerRevision[],
): Process<SyncResult> {
  let excess = old.length - (sync.set.spec.revisionHistoryLimit ?? 10);
  if (excess <= 0) return undefined;
  const byNode = yield* podsByNode(sync, true);
  if (isError(byNode)) return byNode;
  const live = new Set(
    [...byNode.values()].flat().map(({ metadata }) => metadata.labels?.[revisionHashLabel]),
  );
  for (const { metadata } of sync.tools.env.sim.inTurn(byRevision(old))) {
    if (excess <= 0) break;
    if (live.has(metadata.labels?.[revisionHashLabel])) continue;
    const { namespace, name } = metadata;
    const gone = yield* sync.tools.client.delete(controllerRevisions, { namespace, name });
    if (!gone.ok) return apiError(gone.error);
    excess--;
  }
  return undefined;
}

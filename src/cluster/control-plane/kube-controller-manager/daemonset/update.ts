/**
 * Rolls a DaemonSet out from one template to the next, a few nodes at a time. Models
 * kubernetes/pkg/controller/daemon/update.go rollingUpdate.
 */
import type { Node, Pod } from '#k8s.io/api/core/v1';
import type { Process } from '#sim/simulation';
import { isPodAvailable } from '../controller/pods.ts';
import type { SyncResult } from '../controller/workers.ts';
import { isPodUpdated, placementOn, updateBounds } from './daemon-pods.ts';
import { type DaemonSync, isError, type PodsByNode, podsByNode } from './daemon-tools.ts';
import { syncNodes } from './manage.ts';

interface PodPair {
  readonly newPod: Pod | undefined;
  readonly oldPod: Pod | undefined;
}

export function* rollingUpdate(sync: DaemonSync, nodes: readonly Node[]): Process<SyncResult> {
  const byNode = yield* podsByNode(sync);
  if (isError(byNode)) return byNode;
  let desired = 0;
  for (const node of nodes) {
    if (!placementOn(sync.set, node).shouldRun) continue;
    desired++;
    // A node that lacks its pod counts as unavailable.
    if (!byNode.has(node.metadata.name)) byNode.set(node.metadata.name, []);
  }
  const { maxSurge, maxUnavailable } = updateBounds(sync.set, desired);
  return maxSurge === 0
    ? yield* syncNodes(sync, podsToReplace(sync, byNode, maxUnavailable), [])
    : yield* surge(sync, byNode, maxSurge, desired);
}

const isAvailable = ({ tools, set }: DaemonSync, pod: Pod): boolean =>
  isPodAvailable(pod, set.spec.minReadySeconds ?? 0, tools.env.sim.now);

/** Old pods to delete now, so that at most `maxUnavailable` nodes have no available pod. */
function podsToReplace(
  sync: DaemonSync,
  byNode: PodsByNode,
  maxUnavailable: number,
): readonly Pod[] {
  const replacements: Pod[] = [];
  const candidates: Pod[] = [];
  let unavailable = 0;
  for (const pods of byNode.values()) {
    const pair = updatedPodsOnNode(sync, pods);
    const { newPod, oldPod } = pair ?? {};
    const single = newPod ?? oldPod;
    if (single === undefined || (newPod !== undefined && oldPod !== undefined)) {
      unavailable++;
    } else if (single === newPod) {
      if (!isAvailable(sync, single)) unavailable++;
    } else if (!isAvailable(sync, single)) {
      replacements.push(single);
      unavailable++;
    } else if (unavailable < maxUnavailable) {
      candidates.push(single);
    }
  }
  const allowed = Math.max(0, maxUnavailable - unavailable);
  return [...replacements, ...candidates.slice(0, allowed)];
}

/** Creates new pods beside old ones; an old pod is deleted when its successor is available. */
function* surge(
  sync: DaemonSync,
  byNode: PodsByNode,
  maxSurge: number,
  desired: number,
): Process<SyncResult> {
  const plan = { toDelete: [] as Pod[], leaving: [] as Pod[], fresh: [] as string[] };
  const candidates: string[] = [];
  let [surging, available] = [0, 0];
  for (const [name, pods] of byNode) {
    const pair = updatedPodsOnNode(sync, pods);
    if (pair === undefined) {
      surging++;
      continue;
    }
    const { newPod, oldPod } = pair;
    const counted = oldPod ?? newPod;
    if (counted !== undefined && isAvailable(sync, counted)) available++;
    if (oldPod === undefined) continue;
    if (newPod !== undefined) {
      if (isAvailable(sync, newPod)) plan.toDelete.push(oldPod);
      else surging++;
      continue;
    }
    const node = sync.tools.nodes.get(name);
    const stays = node !== undefined && placementOn(sync.set, node).shouldRun;
    if (!isAvailable(sync, oldPod)) {
      if (stays) plan.fresh.push(name);
      else plan.toDelete.push(oldPod);
    } else if (!stays) plan.leaving.push(oldPod);
    else if (surging < maxSurge) candidates.push(name);
  }
  const mayLeave = Math.max(0, available - desired);
  const mayStart = Math.max(0, maxSurge - surging);
  return yield* syncNodes(
    sync,
    [...plan.toDelete, ...plan.leaving.slice(0, mayLeave)],
    [...plan.fresh, ...candidates.slice(0, mayStart)],
  );
}

/** The new and the old pod of a node, at most one each; undefined where there are more. */
function updatedPodsOnNode({ set, hash }: DaemonSync, pods: readonly Pod[]): PodPair | undefined {
  let [newPod, oldPod]: (Pod | undefined)[] = [];
  for (const pod of pods) {
    if (pod.metadata.deletionTimestamp !== undefined) continue;
    if (isPodUpdated(set, pod, hash)) {
      if (newPod !== undefined) return undefined;
      newPod = pod;
    } else {
      if (oldPod !== undefined) return undefined;
      oldPod = pod;
    }
  }
  return { newPod, oldPod };
}

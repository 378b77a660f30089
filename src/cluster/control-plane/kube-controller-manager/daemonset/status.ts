/**
 * The status of a DaemonSet, counted by node and written when it changes. Models
 * kubernetes/pkg/controller/daemon/daemon_controller.go updateDaemonSetStatus.
 */
import { defined } from '#base/defined';
import { second } from '#base/sim-time';
import type { DaemonSet, DaemonSetStatus } from '#k8s.io/api/apps/v1';
import type { Node } from '#k8s.io/api/core/v1';
import { daemonSets } from '#k8s.io/client-go/rest/resource';
import type { ApiResult } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import { isPodAvailable, isPodReady } from '../controller/pods.ts';
import { apiError, type SyncResult } from '../controller/workers.ts';
import { isPodUpdated, oldestFirst, placementOn } from './daemon-pods.ts';
import { type DaemonSync, isError, type PodsByNode, podsByNode } from './daemon-tools.ts';

/** How often a failed status update is retried with a fresh object. */
const statusUpdateRetries = 1;

interface Counts {
  readonly currentNumberScheduled: number;
  readonly numberMisscheduled: number;
  readonly desiredNumberScheduled: number;
  readonly numberReady: number;
  readonly updatedNumberScheduled: number;
  readonly numberAvailable: number;
  readonly numberUnavailable: number;
}

/** `observed`: whether this sync acted on the present generation. */
export function* updateDaemonSetStatus(
  sync: DaemonSync,
  nodes: readonly Node[],
  observed: boolean,
): Process<SyncResult> {
  const byNode = yield* podsByNode(sync);
  if (isError(byNode)) return byNode;
  const counts = count(sync, nodes, byNode);
  const { set, key, tools } = sync;
  const stored = yield* store(sync, counts, observed);
  if (stored !== undefined && !stored.ok) return apiError(stored.error);
  if (stored !== undefined) {
    const { resourceVersion } = stored.value.metadata;
    tools.consistency.wroteAt(key, daemonSets, resourceVersion);
  }
  const { minReadySeconds = 0 } = set.spec;
  if (minReadySeconds > 0 && counts.numberReady !== counts.numberAvailable) {
    tools.queue.addAfter(key, minReadySeconds * second);
  }
  return undefined;
}

function count(sync: DaemonSync, nodes: readonly Node[], byNode: PodsByNode): Counts {
  const { set, hash, tools } = sync;
  const { minReadySeconds = 0 } = set.spec;
  let [desired, current, misscheduled, ready, updated, available] = [0, 0, 0, 0, 0, 0];
  for (const node of nodes) {
    const [pod] = oldestFirst(byNode.get(node.metadata.name) ?? []);
    if (!placementOn(set, node).shouldRun) {
      if (pod !== undefined) misscheduled++;
      continue;
    }
    desired++;
    if (pod === undefined) continue;
    current++;
    if (isPodReady(pod)) ready++;
    if (isPodAvailable(pod, minReadySeconds, tools.env.sim.now)) available++;
    if (isPodUpdated(set, pod, hash)) updated++;
  }
  return {
    currentNumberScheduled: current,
    numberMisscheduled: misscheduled,
    desiredNumberScheduled: desired,
    numberReady: ready,
    updatedNumberScheduled: updated,
    numberAvailable: available,
    numberUnavailable: desired - available,
  };
}

/** Source: storeDaemonSetStatus. `undefined`: nothing changed. */
function* store(
  { set, tools }: DaemonSync,
  counts: Counts,
  observed: boolean,
): Process<ApiResult<DaemonSet> | undefined> {
  const { namespace, name, generation = 0 } = set.metadata;
  const before = set.status;
  const isCurrent = (before?.observedGeneration ?? 0) >= generation;
  if (isCurrent && before !== undefined && sameCounts(before, counts)) return undefined;
  const target = { namespace, name, subresource: 'status' };
  let latest = set;
  for (let tries = 0; ; tries++) {
    const body: DaemonSet = { ...latest, status: statusOf(latest, counts, observed, generation) };
    const answer = yield* tools.client.update<DaemonSet>(daemonSets, body, target);
    if (answer.ok || tries >= statusUpdateRetries) return answer;
    const fresh = yield* tools.client.get<DaemonSet>(daemonSets, { namespace, name });
    if (!fresh.ok) return fresh;
    latest = fresh.value;
  }
}

function statusOf(
  { status }: DaemonSet,
  counts: Counts,
  observed: boolean,
  generation: number,
): DaemonSetStatus {
  const { currentNumberScheduled, numberMisscheduled, desiredNumberScheduled, numberReady } =
    counts;
  const { updatedNumberScheduled, numberAvailable, numberUnavailable } = counts;
  const observedGeneration = observed ? generation : (status?.observedGeneration ?? 0);
  return {
    currentNumberScheduled,
    numberMisscheduled,
    desiredNumberScheduled,
    numberReady,
    ...(observedGeneration === 0 ? {} : { observedGeneration }),
    ...(updatedNumberScheduled === 0 ? {} : { updatedNumberScheduled }),
    ...(numberAvailable === 0 ? {} : { numberAvailable }),
    ...(numberUnavailable === 0 ? {} : { numberUnavailable }),
    ...defined({ collisionCount: status?.collisionCount, conditions: status?.conditions }),
  };
}

const names = [
  'currentNumberScheduled',
  'numberMisscheduled',
  'desiredNumberScheduled',
  'numberReady',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
] as const satisfies readonly (keyof Counts)[];

const sameCounts = (status: DaemonSetStatus, counts: Counts): boolean =>
  names.every((name) => (status[name] ?? 0) === counts[name]);

/** What the parts of the DaemonSet controller share, and the pods of a sync by their node. */

import type { Environment } from '#cluster/environment';
import type { ControllerRevision, DaemonSet } from '#k8s.io/api/apps/v1';
import type { Node, Pod } from '#k8s.io/api/core/v1';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';
import type { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import { isPodTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import type { Process } from '#sim/simulation';
import type { ComponentId } from '#trace/fact';
import type { ConsistencyStore } from '../controller/consistency-store.ts';
import type { Claimed } from '../controller/controller-ref-manager.ts';
import type { ControllerExpectations } from '../controller/expectations.ts';
import type { PodControl } from '../controller/pod-control.ts';
import type { SyncError } from '../controller/workers.ts';
import { targetNodeOf } from './daemon-pods.ts';
import type { FailedPodsBackoff } from './failed-pods-backoff.ts';

export interface DaemonTools {
  readonly env: Environment;
  readonly component: ComponentId;
  readonly client: RestClient;
  readonly recorder: EventRecorder;
  readonly queue: RateLimitingQueue;
  readonly podControl: PodControl;
  readonly expectations: ControllerExpectations;
  readonly consistency: ConsistencyStore;
  readonly backoff: FailedPodsBackoff;
  readonly nodes: Lister<Node>;
  claimPods(set: DaemonSet): Process<Claimed<Pod>>;
  claimRevisions(set: DaemonSet): Process<Claimed<ControllerRevision>>;
}

/** One DaemonSet in one sync. */
export interface DaemonSync {
  readonly tools: DaemonTools;
  readonly key: string;
  readonly set: DaemonSet;
  /** The hash of the present template. */
  readonly hash: string;
}

export type PodsByNode = Map<string, Pod[]>;

/**
 * The set's pods by their node; ended pods that are being deleted are left out unless
 * `includeDeletedTerminal` is set. Source: getNodesToDaemonPods.
 */
export function* podsByNode(
  { tools, set }: Pick<DaemonSync, 'tools' | 'set'>,
  includeDeletedTerminal = false,
): Process<PodsByNode | SyncError> {
  const claimed = yield* tools.claimPods(set);
  if (claimed.error !== undefined) {
    const what = `couldn't get node to daemon pod mapping for daemon set "${set.metadata.name}"`;
    return { ...claimed.error, message: `${what}: ${claimed.error.message}` };
  }
  const byNode: PodsByNode = new Map();
  for (const pod of claimed.objects) {
    const isEnding = isPodTerminal(pod) && pod.metadata.deletionTimestamp !== undefined;
    if (isEnding && !includeDeletedTerminal) continue;
    const node = targetNodeOf(pod);
    if (node === undefined) continue;
    const others = byNode.get(node);
    if (others === undefined) byNode.set(node, [pod]);
    else others.push(pod);
  }
  return byNode;
}

export const isError = (answer: PodsByNode | SyncError): answer is SyncError => 'message' in answer;

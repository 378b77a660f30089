/**
 * Creates pods on the nodes that lack one and deletes pods that should not exist. Models
 * kubernetes/pkg/controller/daemon/daemon_controller.go manage and syncNodes.
 */
import type { Node, Pod } from '#k8s.io/api/core/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { pods as podResource } from '#k8s.io/client-go/rest/resource';
import { metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import type { Process } from '#sim/simulation';
import { joinAll } from '#sim/task';
import type { DecisionId } from '#trace/facts/controllers';
import { isNamespaceTerminating } from '../controller/pod-control.ts';
import { isPodAvailable, isPodReady } from '../controller/pods.ts';
import { slowStartBatch } from '../controller/slow-start.ts';
import { apiError, type SyncResult } from '../controller/workers.ts';
import { revisionHashLabel } from '../history/controller-revisions.ts';
import { allowsSurge, daemonTemplate, oldestFirst, onNode, placementOn } from './daemon-pods.ts';
import { type DaemonSync, isError, type PodsByNode, podsByNode } from './daemon-tools.ts';

/** The most pods that one sync creates or deletes. Source: BurstReplicas. */
const burstReplicas = 250;

interface NodeWork {
  readonly needsPod: boolean;
  readonly toDelete: readonly Pod[];
}

/** Source: manage. */
export function* manage(sync: DaemonSync, nodes: readonly Node[]): Process<SyncResult> {
  const byNode = yield* podsByNode(sync);
  if (isError(byNode)) return byNode;
  const needing: string[] = [];
  const toDelete: Pod[] = [];
  for (const node of nodes) {
    const work = podsShouldBeOnNode(sync, node, byNode.get(node.metadata.name));
    if (work.needsPod) needing.push(node.metadata.name);
    toDelete.push(...work.toDelete);
  }
  toDelete.push(...unscheduledWithoutNode(sync, byNode));
  return yield* syncNodes(sync, toDelete, needing);
}

/** Source: podsShouldBeOnNode. */
function podsShouldBeOnNode(sync: DaemonSync, node: Node, pods: readonly Pod[] = []): NodeWork {
  const { shouldRun, shouldContinueRunning } = placementOn(sync.set, node);
  if (shouldRun && pods.length === 0) return { needsPod: true, toDelete: [] };
  const alive = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  if (!shouldContinueRunning) return { needsPod: false, toDelete: alive };
  const running: Pod[] = [];
  const toDelete: Pod[] = [];
  for (const pod of alive) {
    const { phase } = pod.status ?? {};
    if (phase !== 'Failed' && phase !== 'Succeeded') running.push(pod);
    else if (phase === 'Succeeded' || mayKillFailed(sync, node, pod)) {
      recordEnded(sync, node, pod);
      toDelete.push(pod);
    }
  }
  if (!allowsSurge(sync.set)) {
    toDelete.push(...oldestFirst(running).slice(1));
    return { needsPod: false, toDelete };
  }
  if (running.length > 1)
    return { needsPod: false, toDelete: [...toDelete, ...excess(sync, running)] };
  return { needsPod: running.length === 0 && shouldRun, toDelete };
}

/** Whether a failed pod has stayed long enough to be replaced. */
function mayKillFailed({ tools, set, key }: DaemonSync, node: Node, _pod: Pod): boolean {
  const { backoff, queue, env } = tools;
  const generation = set.status?.observedGeneration ?? 0;
  const entry = `${set.metadata.uid}/${generation}/${node.metadata.name}`;
  const delay = backoff.delay(entry, env.sim.now);
  if (delay !== undefined) {
    queue.addAfter(key, delay);
    return false;
  }
  backoff.next(entry, env.sim.now);
  return true;
}

function recordEnded({ tools, set }: DaemonSync, node: Node, pod: Pod): void {
  const { namespace, name } = pod.metadata;
  const where = `daemon pod ${namespace}/${name} on node ${node.metadata.name}`;
  if (pod.status?.phase === 'Failed') {
    const message = `Found failed ${where}, will try to kill it`;
    tools.recorder.event(set, 'Warning', 'FailedDaemonPod', message);
  } else {
    const message = `Found succeeded ${where}, will try to delete it`;
    tools.recorder.event(set, 'Normal', 'SucceededDaemonPod', message);
  }
}

/** With surge a node may have two pods: an old ready one and a new one that is not ready yet. */
function excess({ tools, set, hash }: DaemonSync, running: readonly Pod[]): readonly Pod[] {
  let [newest, old]: (Pod | undefined)[] = [];
  const toDelete: Pod[] = [];
  for (const pod of oldestFirst(running)) {
    const isNew = pod.metadata.labels?.[revisionHashLabel] === hash;
    if (isNew && newest === undefined) newest = pod;
    else if (!isNew && old === undefined) old = pod;
    else toDelete.push(pod);
  }
  if (newest === undefined || old === undefined) return toDelete;
  const { minReadySeconds = 0 } = set.spec;
  const isReplaced = !isPodReady(old) || isPodAvailable(newest, minReadySeconds, tools.env.sim.now);
  return isReplaced ? [...toDelete, old] : toDelete;
}

/**
 * Pods for nodes that do not exist; nothing else would delete them. Source:
 * getUnscheduledPodsWithoutNode.
 */
const unscheduledWithoutNode = ({ tools }: DaemonSync, byNode: PodsByNode): readonly Pod[] =>
  [...byNode]
    .filter(([node]) => tools.nodes.get(node) === undefined)
    .flatMap(([, pods]) => pods.filter(({ spec }) => spec.nodeName === undefined));

/** Source: syncNodes. */
export function* syncNodes(
  sync: DaemonSync,
  toDelete: readonly Pod[],
  needing: readonly string[],
): Process<SyncResult> {
  if (toDelete.length === 0 && needing.length === 0) return undefined;
  const { tools, key } = sync;
  const creations = needing.slice(0, burstReplicas);
  const deletions = toDelete.slice(0, burstReplicas);
  tools.expectations.expect(key, creations.length, deletions.map(metaNamespaceKey));
  const failedCreate = yield* createPods(sync, creations);
  const failedDelete = yield* deletePods(sync, deletions);
  return failedCreate ?? failedDelete;
}

function* createPods(sync: DaemonSync, nodes: readonly string[]): Process<SyncResult> {
  if (nodes.length === 0) return undefined;
  const { tools, key, set, hash } = sync;
  const { env, podControl, expectations, consistency } = tools;
  decide(sync, 'daemonset.create-pods', { count: nodes.length });
  const template = daemonTemplate(set, hash);
  let at = 0;
  const { successes, error } = yield* slowStartBatch(env.sim, nodes.length, function* () {
    const node = nodes[at++] ?? '';
    const answer = yield* podControl.createPod(onNode(template, node), set);
    if (answer.ok) {
      consistency.wroteAt(key, podResource, answer.value.metadata.resourceVersion);
      return undefined;
    }
    return isNamespaceTerminating(answer.error) ? undefined : apiError(answer.error);
  });
  for (let n = successes; n < nodes.length; n++) expectations.creationObserved(key);
  return error;
}

function* deletePods(sync: DaemonSync, pods: readonly Pod[]): Process<SyncResult> {
  if (pods.length === 0) return undefined;
  const { tools, key, set } = sync;
  const { sim } = tools.env;
  decide(sync, 'daemonset.delete-pods', { count: pods.length });
  const calls = pods.map((pod) => sim.spawn('delete pod', deleteOne(pod)));
  const errors = yield* joinAll(sim, calls);
  return errors.findLast((error) => error !== undefined);

  function* deleteOne(pod: Pod): Process<SyncResult> {
    const answer = yield* tools.podControl.deletePod(pod, set);
    if (answer.ok) return undefined;
    tools.expectations.deletionObserved(key, metaNamespaceKey(pod));
    return isNotFound(answer.error) ? undefined : apiError(answer.error);
  }
}

function decide(
  { tools, key }: DaemonSync,
  decision: DecisionId,
  params: Readonly<Record<string, string | number>>,
): void {
  const { env, component } = tools;
  env.tracer.emit({ type: 'DecisionMade', component, key, decision, params });
}

/**
 * The DaemonSet controller: one pod on every node that fits.
 *
 * Models kubernetes/pkg/controller/daemon/daemon_controller.go. In: DaemonSets, their revisions,
 * pods and nodes from the shared informers. Out: pods created, deleted, adopted and released;
 * revisions; the DaemonSet's status; events. Which node a pod is for it says by node affinity; the
 * scheduler binds it.
 */
import { second } from '#base/sim-time';
import type { ControllerRevision, DaemonSet } from '#k8s.io/api/apps/v1';
import type { Node, Pod } from '#k8s.io/api/core/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import {
  labelSelectorAsSelector,
  matchLabelSelector,
  selectsEverything,
} from '#k8s.io/apimachinery/labels';
import type { OwnerReference } from '#k8s.io/apimachinery/meta/v1';
import {
  controllerRevisions,
  daemonSets,
  groupResource,
  nodes,
  pods,
} from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  type ControllerDescriptor,
  componentOf,
  startRecorder,
  workQueue,
} from '../app/controller-context.ts';
import { ConsistencyStore } from '../controller/consistency-store.ts';
import { ControllerRefManager } from '../controller/controller-ref-manager.ts';
import { ControllerExpectations } from '../controller/expectations.ts';
import {
  controllerOf,
  indexByController,
  indexByNamespace,
  inNamespace,
  orphansIn,
  ownedBy,
} from '../controller/owners.ts';
import { PodControl } from '../controller/pod-control.ts';
import { isPodReady } from '../controller/pods.ts';
import { type SyncResult, startWorkers } from '../controller/workers.ts';
import { revisionHashLabel } from '../history/controller-revisions.ts';
import { placementOn } from './daemon-pods.ts';
import type { DaemonSync, DaemonTools } from './daemon-tools.ts';
import { FailedPodsBackoff } from './failed-pods-backoff.ts';
import { cleanupHistory, constructHistory } from './history.ts';
import { manage } from './manage.ts';
import { updateDaemonSetStatus } from './status.ts';
import { rollingUpdate } from './update.ts';

const name = 'daemonset-controller';
const component = componentOf(name);
const workers = 2;

export const daemonSetController: ControllerDescriptor = {
  name,
  *build(context) {
    const serviceAccount = 'daemon-set-controller';
    const client = yield* context.clients.client({ controller: name, serviceAccount });
    return new DaemonSetsController(context, client);
  },
};

class DaemonSetsController implements Controller {
  readonly #tools: DaemonTools;
  readonly #sets: SharedInformer<DaemonSet>;
  readonly #revisions: SharedInformer<ControllerRevision>;
  readonly #pods: SharedInformer<Pod>;
  readonly #nodes: SharedInformer<Node>;
  /** Nodes that appeared or changed; each may concern any DaemonSet. */
  readonly #nodeQueue: RateLimitingQueue;

  constructor(context: ControllerContext, client: RestClient) {
    const { env, informers } = context;
    this.#sets = informers.forResource<DaemonSet>(daemonSets);
    this.#revisions = informers.forResource<ControllerRevision>(controllerRevisions);
    this.#pods = informers.forResource<Pod>(pods);
    this.#nodes = informers.forResource<Node>(nodes);
    this.#nodeQueue = workQueue(context, name, 'daemonset-node-updates');
    const recorder = startRecorder(context, client, { component: name });
    const podRefs = new ControllerRefManager<Pod>(env, client, pods);
    const refs = new ControllerRefManager<ControllerRevision>(env, client, controllerRevisions);
    this.#tools = {
      env,
      component,
      client,
      recorder,
      queue: workQueue(context, name, 'daemonset'),
      podControl: new PodControl(client, recorder),
      expectations: new ControllerExpectations(env, component),
      consistency: new ConsistencyStore(
        new Map<string, { readonly lastSyncResourceVersion: string }>([
          [groupResource(daemonSets), this.#sets],
          [groupResource(pods), this.#pods],
        ]),
      ),
      backoff: new FailedPodsBackoff(),
      nodes: this.#nodes.lister,
      claimPods: (set) => podRefs.claim(claimant(set), candidates(this.#pods, set)),
      claimRevisions: (set) => refs.claim(claimant(set), candidates(this.#revisions, set)),
    };
    this.#register();
  }

  *run(): Process {
    for (const informer of [this.#sets, this.#revisions, this.#pods, this.#nodes]) {
      yield* informer.waitForSync();
    }
    const { env, queue } = this.#tools;
    startWorkers(env, { component, queue, workers, sync: (key) => this.syncDaemonSet(key) });
    const sync = (key: string): Process<SyncResult> => this.#syncNodeUpdate(key);
    startWorkers(env, { component, queue: this.#nodeQueue, workers: 1, sync });
  }

  /** Source: syncDaemonSet. */
  *syncDaemonSet(key: string): Process<SyncResult> {
    const tools = this.#tools;
    const stale = tools.consistency.staleness(key);
    if (stale !== undefined) return { message: stale };
    const set = this.#sets.lister.get(key);
    if (set === undefined) {
      tools.expectations.forget(key);
      tools.consistency.clear(key);
      return undefined;
    }
    if (selectsEverything(labelSelectorAsSelector(set.spec.selector))) {
      const message = 'This daemon set is selecting all pods. A non-empty selector is required.';
      tools.recorder.event(set, 'Warning', 'SelectingAll', message);
      return undefined;
    }
    if (set.metadata.deletionTimestamp !== undefined) return undefined;
    const history = yield* constructHistory(tools, set);
    if (!history.ok) {
      const message = `failed to construct revisions of DaemonSet: ${history.error.message}`;
      return { ...history.error, message };
    }
    const { current, old } = history.value;
    const hash = current.metadata.labels?.[revisionHashLabel] ?? '';
    const sync: DaemonSync = { tools, key, set, hash };
    const allNodes = this.#nodes.lister.list();
    if (!tools.expectations.satisfied(key)) {
      return yield* updateDaemonSetStatus(sync, allNodes, false);
    }
    const failed = yield* updateDaemonSet(sync, allNodes, old);
    const failedStatus = yield* updateDaemonSetStatus(sync, allNodes, true);
    return failed ?? failedStatus;
  }

  /** A node that fits a set without a pod there, or no longer fits one with a pod. */
  *#syncNodeUpdate(key: string): Process<SyncResult> {
    const node = this.#nodes.lister.get(key);
    if (node === undefined) return undefined;
    for (const set of this.#sets.lister.list()) {
      const { shouldRun, shouldContinueRunning } = placementOn(set, node);
      if (shouldRun || !shouldContinueRunning) this.#enqueue(set);
    }
    return undefined;
  }

  #register(): void {
    indexByNamespace(this.#sets);
    indexByController(this.#pods);
    indexByController(this.#revisions);
    const enqueue = (set: DaemonSet): void => this.#enqueue(set);
    const onDelete = (set: DaemonSet): void => {
      this.#tools.expectations.forget(metaNamespaceKey(set));
      this.#tools.backoff.forget(set.metadata.uid);
      enqueue(set);
    };
    this.#sets.addEventHandler({
      onAdd: enqueue,
      onUpdate: (old, set) => {
        if (old.metadata.uid !== set.metadata.uid) onDelete(old);
        enqueue(set);
      },
      onDelete,
    });
    this.#pods.addEventHandler({
      onAdd: (pod) => this.#podAdded(pod),
      onUpdate: (old, pod) => this.#podUpdated(old, pod),
      onDelete: (pod) => this.#podDeleted(pod),
    });
    this.#nodes.addEventHandler({
      onAdd: (node) => this.#nodeQueue.add(node.metadata.name),
      onUpdate: (old, node) => {
        if (!concernsPlacement(old, node)) return;
        this.#nodeQueue.add(node.metadata.name);
      },
      onDelete: () => {
        for (const set of this.#sets.lister.list()) enqueue(set);
      },
    });
  }

  #enqueue(set: DaemonSet | undefined): void {
    if (set !== undefined) this.#tools.queue.add(metaNamespaceKey(set));
  }

  #podAdded(pod: Pod): void {
    if (pod.metadata.deletionTimestamp !== undefined) {
      this.#podDeleted(pod);
      return;
    }
    const owner = controllerOf(pod);
    if (owner === undefined) {
      this.#enqueueMatching(pod);
      return;
    }
    const set = this.#resolve(pod, owner);
    if (set === undefined) return;
    this.#tools.expectations.creationObserved(metaNamespaceKey(set));
    this.#enqueue(set);
  }

  #podUpdated(old: Pod, pod: Pod): void {
    if (old.metadata.resourceVersion === pod.metadata.resourceVersion) return;
    if (pod.metadata.deletionTimestamp !== undefined) {
      this.#podDeleted(pod);
      return;
    }
    const [before, now] = [controllerOf(old), controllerOf(pod)];
    const ownerChanged = !deepEqual(before, now);
    if (ownerChanged && before !== undefined) this.#enqueue(this.#resolve(old, before));
    if (now === undefined) {
      const labelsChanged = !deepEqual(old.metadata.labels, pod.metadata.labels);
      if (labelsChanged || ownerChanged) this.#enqueueMatching(pod);
      return;
    }
    const set = this.#resolve(pod, now);
    if (set === undefined) return;
    this.#enqueue(set);
    const { minReadySeconds = 0 } = set.spec;
    if (minReadySeconds > 0 && !isPodReady(old) && isPodReady(pod)) {
      this.#tools.queue.addAfter(metaNamespaceKey(set), (minReadySeconds + 1) * second);
    }
  }

  #podDeleted(pod: Pod): void {
    const owner = controllerOf(pod);
    const set = owner && this.#resolve(pod, owner);
    if (set === undefined) return;
    this.#tools.expectations.deletionObserved(metaNamespaceKey(set), metaNamespaceKey(pod));
    this.#enqueue(set);
  }

  #enqueueMatching(pod: Pod): void {
    for (const set of inNamespace(this.#sets.lister, pod.metadata.namespace)) {
      if (matchLabelSelector(set.spec.selector, pod.metadata.labels)) this.#enqueue(set);
    }
  }

  #resolve(pod: Pod, { kind, name: owner, uid }: OwnerReference): DaemonSet | undefined {
    if (kind !== 'DaemonSet') return undefined;
    const set = this.#sets.lister.get(`${pod.metadata.namespace}/${owner}`);
    return set?.metadata.uid === uid ? set : undefined;
  }
}

/** Source: updateDaemonSet. */
function* updateDaemonSet(
  sync: DaemonSync,
  allNodes: readonly Node[],
  old: readonly ControllerRevision[],
): Process<SyncResult> {
  const { tools, key, set } = sync;
  const failed = yield* manage(sync, allNodes);
  if (failed !== undefined) return failed;
  if (tools.expectations.satisfied(key) && set.spec.updateStrategy?.type === 'RollingUpdate') {
    const stuck = yield* rollingUpdate(sync, allNodes);
    if (stuck !== undefined) return stuck;
  }
  return yield* cleanupHistory(sync, old);
}

const claimant = (set: DaemonSet) => ({
  object: set,
  resource: daemonSets,
  selector: labelSelectorAsSelector(set.spec.selector),
});

/** What the set owns and what nobody owns in its namespace. */
function candidates<T extends Pod | ControllerRevision>(
  { lister }: SharedInformer<T>,
  { metadata }: DaemonSet,
): readonly T[] {
  const owned = ownedBy(lister, metadata.uid);
  const orphans = orphansIn(lister, metadata.namespace);
  return orphans.length === 0 ? owned : [...owned, ...orphans];
}

/** Source: shouldIgnoreNodeUpdate. */
const concernsPlacement = (old: Node, node: Node): boolean =>
  !deepEqual(old.metadata.labels, node.metadata.labels) ||
  !deepEqual(old.spec?.taints, node.spec?.taints);

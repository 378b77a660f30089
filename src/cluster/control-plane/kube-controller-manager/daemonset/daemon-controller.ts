/**
 * The DaemonSet controller: one pod on every node that fits.
 *
 * Models kubernetes/pkg/controller/daemon/daemon_controller.go. In: DaemonSets, their revisions,
 * pods and nodes from the shared informers. Out: pods created, deleted, adopted and released;
 * revisions; the DaemonSet's status; events. A pod's node affinity names its node; the scheduler
 * binds it.
 */
import type { ControllerRevision, DaemonSet } from '#k8s.io/api/apps/v1';
import type { Node, Pod } from '#k8s.io/api/core/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { labelSelectorAsSelector, selectsEverything } from '#k8s.io/apimachinery/labels';
import { controllerRevisions, daemonSets, nodes, pods } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  componentOf,
  controllerDescriptor,
  newExpectations,
  startRecorder,
  workQueue,
} from '../app/controller-context.ts';
import { ConsistencyStore } from '../controller/consistency-store.ts';
import { ControllerRefManager } from '../controller/controller-ref-manager.ts';
import { OwnerLookup } from '../controller/owner-lookup.ts';
import { indexByController, ownedOrOrphaned } from '../controller/owners.ts';
import { PodControl } from '../controller/pod-control.ts';
import { PodHandlers } from '../controller/pod-handlers.ts';
import { type SyncResult, startWorkers, waitForCaches } from '../controller/workers.ts';
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

export const daemonSetController = controllerDescriptor(
  name,
  (context, client) => new DaemonSetsController(context, client),
  { serviceAccount: 'daemon-set-controller' },
);

class DaemonSetsController implements Controller {
  readonly #tools: DaemonTools;
  readonly #sets: SharedInformer<DaemonSet>;
  readonly #revisions: SharedInformer<ControllerRevision>;
  readonly #pods: SharedInformer<Pod>;
  readonly #nodes: SharedInformer<Node>;
  /** New or changed nodes; each may affect any DaemonSet. */
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
      expectations: newExpectations(context, component),
      consistency: new ConsistencyStore([
        [daemonSets, this.#sets],
        [pods, this.#pods],
      ]),
      backoff: new FailedPodsBackoff(),
      nodes: this.#nodes.lister,
      claimPods: (set) => podRefs.claim(claimant(set), ownedOrOrphaned(this.#pods.lister, set)),
      claimRevisions: (set) =>
        refs.claim(claimant(set), ownedOrOrphaned(this.#revisions.lister, set)),
    };
    this.#register();
  }

  *run(): Process {
    yield* waitForCaches(this.#sets, this.#revisions, this.#pods, this.#nodes);
    const { env, queue } = this.#tools;
    startWorkers(env, queue, (key) => this.syncDaemonSet(key), { workers });
    startWorkers(env, this.#nodeQueue, (key) => this.#syncNodeUpdate(key), { workers: 1 });
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

  /**
   * Enqueues sets whose pod is missing on a node that fits, or exists on one that no longer fits.
   */
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
    const { queue, expectations } = this.#tools;
    const owners = new OwnerLookup('DaemonSet', this.#sets, ({ spec }) => spec.selector);
    this.#pods.addEventHandler(new PodHandlers(owners, queue, expectations));
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

  #enqueue(set: DaemonSet): void {
    this.#tools.queue.add(metaNamespaceKey(set));
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

/** Source: shouldIgnoreNodeUpdate. */
const concernsPlacement = (old: Node, node: Node): boolean =>
  !deepEqual(old.metadata.labels, node.metadata.labels) ||
  !deepEqual(old.spec?.taints, node.spec?.taints);

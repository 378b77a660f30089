/**
 * The ReplicaSet controller: keeps the desired number of pods. ReplicationControllers use it too,
 * see `../replication/replication-controller.ts`.
 *
 * Models kubernetes/pkg/controller/replicaset/replica_set.go. In: ReplicaSets and pods from the
 * shared informers. Out: pods created, deleted, adopted and released; the ReplicaSet's status;
 * events.
 */

import { parseRfc3339, second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { ReplicaSet } from '#k8s.io/api/apps/v1';
import type { Pod } from '#k8s.io/api/core/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { labelSelectorAsSelector, matches } from '#k8s.io/apimachinery/labels';
import { controllerOf, isControlledBy } from '#k8s.io/apimachinery/meta/controller-ref';
import type { LabelSelector } from '#k8s.io/apimachinery/meta/v1';
import { pods, type Resource, replicaSets } from '#k8s.io/client-go/rest/resource';
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
import type { ControllerExpectations } from '../controller/expectations.ts';
import { OwnerLookup } from '../controller/owner-lookup.ts';
import { indexByController, ownedBy, ownedOrOrphaned } from '../controller/owners.ts';
import { PodControl } from '../controller/pod-control.ts';
import { PodHandlers } from '../controller/pod-handlers.ts';
import { isPodActive, isPodTerminating } from '../controller/pods.ts';
import { apiError, type SyncResult, startWorkers, waitForCaches } from '../controller/workers.ts';
import { ReplicaManager } from './manage-replicas.ts';
import { calculateStatus, updateReplicaSetStatus } from './status.ts';

const workers = 5;

/** The differences between the two kinds that use this controller. Source: NewBaseController. */
export interface ReplicaSetKind {
  readonly controller: string;
  readonly queue: string;
  /** The source of its events. */
  readonly recorder: string;
  readonly kind: string;
  readonly resource: Resource;
  readonly selectorOf: (set: ReplicaSet) => LabelSelector | undefined;
  /** Whether the status counts pods that are being deleted. */
  readonly countsTerminating: boolean;
}

const replicaSetKind: ReplicaSetKind = {
  controller: 'replicaset-controller',
  queue: 'replicaset',
  recorder: 'replicaset-controller',
  kind: 'ReplicaSet',
  resource: replicaSets,
  selectorOf: ({ spec }) => spec.selector,
  countsTerminating: true,
};

export const replicaSetController = controllerDescriptor(
  replicaSetKind.controller,
  (context, client) => new ReplicaSetController(context, client, replicaSetKind),
);

export class ReplicaSetController implements Controller {
  readonly #kind: ReplicaSetKind;
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #sets: SharedInformer<ReplicaSet>;
  readonly #pods: SharedInformer<Pod>;
  readonly #queue: RateLimitingQueue;
  readonly #expectations: ControllerExpectations;
  readonly #consistency: ConsistencyStore;
  readonly #refManager: ControllerRefManager<Pod>;
  readonly #replicaManager: ReplicaManager;

  constructor(context: ControllerContext, client: RestClient, kind: ReplicaSetKind) {
    const { env, informers } = context;
    const component = componentOf(kind.controller);
    this.#kind = kind;
    this.#env = env;
    this.#client = client;
    this.#sets = informers.forResource<ReplicaSet>(kind.resource);
    this.#pods = informers.forResource<Pod>(pods);
    this.#queue = workQueue(context, kind.controller, kind.queue);
    this.#expectations = newExpectations(context, component);
    this.#consistency = new ConsistencyStore([
      [kind.resource, this.#sets],
      [pods, this.#pods],
    ]);
    this.#refManager = new ControllerRefManager<Pod>(env, client, pods);
    const recorder = startRecorder(context, client, { component: kind.recorder });
    this.#replicaManager = new ReplicaManager({
      env,
      component,
      podControl: new PodControl(client, recorder),
      expectations: this.#expectations,
      consistency: this.#consistency,
      relatedPods: (set) => this.#relatedPods(set),
    });
    this.#register();
  }

  *run(): Process {
    yield* waitForCaches(this.#sets, this.#pods);
    startWorkers(this.#env, this.#queue, (key) => this.syncReplicaSet(key), { workers });
  }

  #register(): void {
    indexByController(this.#sets);
    indexByController(this.#pods);
    const enqueue = (set: ReplicaSet): void => this.#queue.add(metaNamespaceKey(set));
    const onDelete = (set: ReplicaSet): void => {
      // A new set of the same name must not wait for the expectations of the old one.
      this.#expectations.forget(metaNamespaceKey(set));
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
    const owners = new OwnerLookup(this.#kind.kind, this.#sets, this.#kind.selectorOf);
    const handlers = new PodHandlers(owners, this.#queue, this.#expectations);
    this.#pods.addEventHandler({
      ...handlers,
      onUpdate: (old, pod) => {
        handlers.onUpdate(old, pod);
        // A pod gets new labels while it is being deleted: its former set must be synced too.
        const isDeleted = pod.metadata.deletionTimestamp !== undefined;
        const isRelabelled = !deepEqual(old.metadata.labels, pod.metadata.labels);
        if (isDeleted && isRelabelled) handlers.onDelete(old);
      },
    });
  }

  /** Source: replica_set.go syncReplicaSet. */
  *syncReplicaSet(key: string): Process<SyncResult> {
    const stale = this.#consistency.staleness(key);
    if (stale !== undefined) return { message: stale };
    const set = this.#sets.lister.get(key);
    if (set === undefined) {
      this.#expectations.forget(key);
      this.#consistency.clear(key);
      return undefined;
    }
    const mayManage = this.#expectations.satisfied(key);
    const selector = labelSelectorAsSelector(this.#kind.selectorOf(set));
    const all = ownedOrOrphaned(this.#pods.lister, set);
    const claimed = yield* this.#refManager.claim(
      { object: set, resource: this.#kind.resource, selector },
      all.filter(isPodActive),
    );
    if (claimed.error !== undefined) return claimed.error;
    const active = claimed.objects;
    const isDeleted = set.metadata.deletionTimestamp !== undefined;
    const manageError =
      mayManage && !isDeleted ? yield* this.#replicaManager.manage(set, active) : undefined;
    const isLeaving = (pod: Pod): boolean =>
      isPodTerminating(pod) && isControlledBy(pod, set) && matches(selector, pod.metadata.labels);
    const terminating = this.#kind.countsTerminating ? all.filter(isLeaving) : undefined;
    const failed = yield* this.#updateStatus(key, set, { active, terminating, manageError });
    return failed ?? manageError;
  }

  *#updateStatus(
    key: string,
    set: ReplicaSet,
    observed: Parameters<typeof calculateStatus>[1],
  ): Process<SyncResult> {
    const status = calculateStatus(set, observed, this.#env.sim.now);
    const updated = yield* updateReplicaSetStatus(this.#client, this.#kind.resource, set, status);
    if (!updated.ok) return apiError(updated.error);
    const { resourceVersion } = updated.value.metadata;
    if (updated.value !== set) {
      this.#consistency.wroteAt(key, this.#kind.resource, resourceVersion);
    }
    this.#resyncWhenAvailable(key, updated.value, observed.active);
    return undefined;
  }

  /** Syncs again when the next ready pod will have been ready for `minReadySeconds`. */
  #resyncWhenAvailable(key: string, set: ReplicaSet, active: readonly Pod[]): void {
    const { minReadySeconds = 0, replicas = 0 } = set.spec;
    const { readyReplicas = 0, availableReplicas = 0 } = set.status ?? {};
    if (minReadySeconds === 0 || readyReplicas !== replicas || availableReplicas === replicas) {
      return;
    }
    const { now } = this.#env.sim;
    let next = Number.POSITIVE_INFINITY;
    for (const pod of active) {
      const ready = pod.status?.conditions?.find(({ type }) => type === 'Ready');
      const since = parseRfc3339(ready?.lastTransitionTime ?? '');
      const at = since === undefined ? now : since + minReadySeconds * second;
      if (at > now && at < next) next = at;
    }
    const delay = next === Number.POSITIVE_INFINITY ? minReadySeconds * second : next - now;
    this.#queue.addAfter(key, delay);
  }

  /** Active pods of all ReplicaSets with the same owner. Source: getIndirectlyRelatedPods. */
  #relatedPods(set: ReplicaSet): readonly Pod[] {
    const controller = controllerOf(set);
    const siblings = controller === undefined ? [set] : ownedBy(this.#sets.lister, controller.uid);
    return siblings
      .flatMap((sibling) => ownedBy(this.#pods.lister, sibling.metadata.uid))
      .filter(isPodActive);
  }
}

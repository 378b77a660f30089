/**
 * The StatefulSet controller: pods with stable names.
 *
 * Models kubernetes/pkg/controller/statefulset/stateful_set.go. In: StatefulSets, pods, claims and
 * revisions from the shared informers. Out: pods and claims created, corrected and deleted;
 * revisions; the set's status; events.
 */

import { second } from '#base/sim-time';
import type { ControllerRevision, StatefulSet } from '#k8s.io/api/apps/v1';
import type { PersistentVolumeClaim, Pod } from '#k8s.io/api/core/v1';
import { labelSelectorAsSelector, matches } from '#k8s.io/apimachinery/labels';
import { controllerOf } from '#k8s.io/apimachinery/meta/controller-ref';
import {
  controllerRevisions,
  persistentVolumeClaims,
  pods,
  statefulSets,
} from '#k8s.io/client-go/rest/resource';
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
  startRecorder,
  workQueue,
} from '../app/controller-context.ts';
import { ConsistencyStore } from '../controller/consistency-store.ts';
import { ControllerRefManager } from '../controller/controller-ref-manager.ts';
import { OwnerLookup } from '../controller/owner-lookup.ts';
import { indexByController, orphansIn, ownedOrOrphaned } from '../controller/owners.ts';
import { enqueueWhenAvailable } from '../controller/pod-handlers.ts';
import { apiError, type SyncResult, startWorkers, waitForCaches } from '../controller/workers.ts';
import { byRevision } from '../history/controller-revisions.ts';
import { ClaimControl } from './claims.ts';
import { statefulSetRevisions, truncateHistory } from './revisions.ts';
import { StatefulPodControl } from './stateful-pod-control.ts';
import { type SetControlOptions, StatefulSetControl } from './stateful-set-control.ts';
import { isMemberOf, replicaCount } from './stateful-set-utils.ts';
import { completeRollingUpdate, isInconsistent, writeStatus } from './status.ts';

const name = 'statefulset-controller';
const component = componentOf(name);
const workers = 5;

export const statefulSetController = controllerDescriptor(
  name,
  (context, client) => new StatefulSetController(context, client),
);

class StatefulSetController implements Controller {
  readonly #client: RestClient;
  readonly #control: SetControlOptions;
  readonly #queue: RateLimitingQueue;
  readonly #consistency: ConsistencyStore;
  readonly #sets: SharedInformer<StatefulSet>;
  readonly #pods: SharedInformer<Pod>;
  readonly #claims: SharedInformer<PersistentVolumeClaim>;
  readonly #revisions: SharedInformer<ControllerRevision>;
  readonly #owners: OwnerLookup<StatefulSet>;
  readonly #podRefs: ControllerRefManager<Pod>;
  readonly #revisionRefs: ControllerRefManager<ControllerRevision>;

  constructor(context: ControllerContext, client: RestClient) {
    const { env, informers } = context;
    this.#client = client;
    this.#sets = informers.forResource<StatefulSet>(statefulSets);
    this.#pods = informers.forResource<Pod>(pods);
    this.#claims = informers.forResource<PersistentVolumeClaim>(persistentVolumeClaims);
    this.#revisions = informers.forResource<ControllerRevision>(controllerRevisions);
    this.#owners = new OwnerLookup('StatefulSet', this.#sets, ({ spec }) => spec.selector);
    this.#queue = workQueue(context, name, 'statefulset');
    this.#consistency = new ConsistencyStore([
      [statefulSets, this.#sets],
      [pods, this.#pods],
    ]);
    this.#podRefs = new ControllerRefManager<Pod>(env, client, pods);
    this.#revisionRefs = new ControllerRefManager(env, client, controllerRevisions);
    const recorder = startRecorder(context, client, { component: name });
    const podControl = new StatefulPodControl({
      client,
      recorder,
      pods: this.#pods.lister,
      claims: new ClaimControl(env.sim, client, recorder, this.#claims.lister),
      wrote: (set, version) => this.#consistency.wroteAt(metaNamespaceKey(set), pods, version),
    });
    this.#control = { env, component, podControl };
    this.#register();
  }

  *run(): Process {
    yield* waitForCaches(this.#sets, this.#pods, this.#claims, this.#revisions);
    startWorkers(this.#control.env, this.#queue, (key) => this.syncStatefulSet(key), { workers });
  }

  /** Source: stateful_set.go sync. */
  *syncStatefulSet(key: string): Process<SyncResult> {
    const stale = this.#consistency.staleness(key);
    if (stale !== undefined) return { message: stale };
    const set = this.#sets.lister.get(key);
    if (set === undefined) {
      this.#consistency.clear(key);
      return undefined;
    }
    const claimant = {
      object: set,
      resource: statefulSets,
      selector: labelSelectorAsSelector(set.spec.selector),
    };
    const orphans = orphansIn(this.#revisions.lister, set.metadata.namespace);
    if (orphans.length > 0) {
      const adopted = yield* this.#revisionRefs.claim(claimant, orphans);
      if (adopted.error !== undefined) return adopted.error;
    }
    const known = ownedOrOrphaned(this.#pods.lister, set);
    const members = known.filter((pod) => isMemberOf(set, pod));
    const claimed = yield* this.#podRefs.claim(claimant, members);
    if (claimed.error !== undefined) return claimed.error;
    return yield* this.#updateStatefulSet(key, set, claimed.objects);
  }

  /** Source: UpdateStatefulSet and performUpdate. */
  *#updateStatefulSet(key: string, set: StatefulSet, members: readonly Pod[]): Process<SyncResult> {
    const known = byRevision(this.#revisionsOf(set));
    const revisions = yield* statefulSetRevisions(this.#client, set, known);
    if (!revisions.ok) return apiError(revisions.error);
    const control = new StatefulSetControl(this.#control, key, set, revisions.value);
    const { status, error } = yield* control.update(members);
    completeRollingUpdate(set, status);
    let failed: SyncResult;
    if (isInconsistent(set, status)) {
      const written = yield* writeStatus(this.#client, this.#sets.lister, set, status);
      if (written.ok) {
        const { resourceVersion } = written.value.metadata;
        this.#consistency.wroteAt(key, statefulSets, resourceVersion);
      } else failed = apiError(written.error);
    }
    const { current, update } = revisions.value;
    const live = [current, update];
    const stuck = yield* truncateHistory(
      this.#control.env.sim,
      this.#client,
      set,
      members,
      known,
      live,
    );
    const { minReadySeconds = 0 } = set.spec;
    if (minReadySeconds > 0 && status.availableReplicas !== replicaCount(set)) {
      this.#queue.addAfter(key, minReadySeconds * second);
    }
    return error ?? failed ?? stuck;
  }

  /** Its own revisions and those without an owner. Source: ListControllerRevisions. */
  #revisionsOf(set: StatefulSet): readonly ControllerRevision[] {
    const selector = labelSelectorAsSelector(set.spec.selector);
    return ownedOrOrphaned(this.#revisions.lister, set).filter(({ metadata }) =>
      matches(selector, metadata.labels),
    );
  }

  #register(): void {
    indexByController(this.#pods);
    indexByController(this.#revisions);
    const enqueue = (set: StatefulSet): void => this.#enqueue(set);
    this.#sets.addEventHandler({
      onAdd: enqueue,
      onUpdate: (_old, set) => enqueue(set),
      onDelete: enqueue,
    });
    this.#pods.addEventHandler({
      onAdd: (pod) => this.#podAdded(pod),
      onUpdate: (old, pod) => this.#podUpdated(old, pod),
      onDelete: (pod) => this.#enqueue(this.#owners.ownerOf(pod)),
    });
  }

  #enqueue(set: StatefulSet | undefined): void {
    if (set !== undefined) this.#queue.add(metaNamespaceKey(set));
  }

  #podAdded(pod: Pod): void {
    if (controllerOf(pod) !== undefined) this.#enqueue(this.#owners.ownerOf(pod));
    else if (pod.metadata.deletionTimestamp === undefined) {
      for (const set of this.#owners.adoptersOf(pod)) this.#enqueue(set);
    }
  }

  #podUpdated(old: Pod, pod: Pod): void {
    if (old.metadata.resourceVersion === pod.metadata.resourceVersion) return;
    const { former, owner, adopters } = this.#owners.concernedBy(old, pod);
    this.#enqueue(former);
    for (const set of adopters) this.#enqueue(set);
    this.#enqueue(owner);
    if (owner !== undefined) enqueueWhenAvailable(this.#queue, owner, old, pod);
  }
}

/**
 * The StatefulSet controller: pods with names that stay.
 *
 * Models kubernetes/pkg/controller/statefulset/stateful_set.go. In: StatefulSets, pods, claims and
 * revisions from the shared informers. Out: pods and claims created, corrected and deleted;
 * revisions; the set's status; events.
 */
import { second } from '#base/sim-time';
import type { ControllerRevision, StatefulSet } from '#k8s.io/api/apps/v1';
import type { PersistentVolumeClaim, Pod } from '#k8s.io/api/core/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { labelSelectorAsSelector, matches, matchLabelSelector } from '#k8s.io/apimachinery/labels';
import type { OwnerReference } from '#k8s.io/apimachinery/meta/v1';
import {
  controllerRevisions,
  groupResource,
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
  type ControllerDescriptor,
  componentOf,
  startRecorder,
  workQueue,
} from '../app/controller-context.ts';
import { ConsistencyStore } from '../controller/consistency-store.ts';
import { ControllerRefManager } from '../controller/controller-ref-manager.ts';
import {
  controllerOf,
  indexByController,
  indexByNamespace,
  inNamespace,
  orphansIn,
  ownedBy,
} from '../controller/owners.ts';
import { isPodReady } from '../controller/pods.ts';
import { apiError, type SyncResult, startWorkers } from '../controller/workers.ts';
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

export const statefulSetController: ControllerDescriptor = {
  name,
  *build(context) {
    const client = yield* context.clients.client({ controller: name, serviceAccount: name });
    return new StatefulSetController(context, client);
  },
};

class StatefulSetController implements Controller {
  readonly #client: RestClient;
  readonly #control: SetControlOptions;
  readonly #queue: RateLimitingQueue;
  readonly #consistency: ConsistencyStore;
  readonly #sets: SharedInformer<StatefulSet>;
  readonly #pods: SharedInformer<Pod>;
  readonly #claims: SharedInformer<PersistentVolumeClaim>;
  readonly #revisions: SharedInformer<ControllerRevision>;
  readonly #podRefs: ControllerRefManager<Pod>;
  readonly #revisionRefs: ControllerRefManager<ControllerRevision>;

  constructor(context: ControllerContext, client: RestClient) {
    const { env, informers } = context;
    this.#client = client;
    this.#sets = informers.forResource<StatefulSet>(statefulSets);
    this.#pods = informers.forResource<Pod>(pods);
    this.#claims = informers.forResource<PersistentVolumeClaim>(persistentVolumeClaims);
    this.#revisions = informers.forResource<ControllerRevision>(controllerRevisions);
    this.#queue = workQueue(context, name, 'statefulset');
    this.#consistency = new ConsistencyStore(
      new Map<string, { readonly lastSyncResourceVersion: string }>([
        [groupResource(statefulSets), this.#sets],
        [groupResource(pods), this.#pods],
      ]),
    );
    this.#podRefs = new ControllerRefManager<Pod>(env, client, pods);
    this.#revisionRefs = new ControllerRefManager(env, client, controllerRevisions);
    const recorder = startRecorder(context, client, { component: name });
    const podControl = new StatefulPodControl({
      client,
      recorder,
      pods: this.#pods.lister,
      claims: new ClaimControl(client, recorder, this.#claims.lister),
      wrote: (set, version) => this.#consistency.wroteAt(metaNamespaceKey(set), 'pods', version),
    });
    this.#control = { env, component, podControl };
    this.#register();
  }

  *run(): Process {
    for (const informer of [this.#sets, this.#pods, this.#claims, this.#revisions]) {
      yield* informer.waitForSync();
    }
    const sync = (key: string): Process<SyncResult> => this.syncStatefulSet(key);
    startWorkers(this.#control.env, { component, queue: this.#queue, workers, sync });
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
    const owned = ownedBy(this.#pods.lister, set.metadata.uid);
    const loose = orphansIn(this.#pods.lister, set.metadata.namespace);
    const members = [...owned, ...loose].filter((pod) => isMemberOf(set, pod));
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
        this.#consistency.wroteAt(key, groupResource(statefulSets), resourceVersion);
      } else failed = apiError(written.error);
    }
    const { current, update } = revisions.value;
    const live = [current, update];
    const stuck = yield* truncateHistory(this.#client, set, members, known, live);
    const { minReadySeconds = 0 } = set.spec;
    if (minReadySeconds > 0 && status.availableReplicas !== replicaCount(set)) {
      this.#queue.addAfter(key, minReadySeconds * second);
    }
    return error ?? failed ?? stuck;
  }

  /** Its own revisions and those that nobody owns yet. Source: ListControllerRevisions. */
  #revisionsOf(set: StatefulSet): readonly ControllerRevision[] {
    const selector = labelSelectorAsSelector(set.spec.selector);
    const { lister } = this.#revisions;
    const orphans = orphansIn(lister, set.metadata.namespace);
    return [...ownedBy(lister, set.metadata.uid), ...orphans].filter(({ metadata }) =>
      matches(selector, metadata.labels),
    );
  }

  #register(): void {
    indexByNamespace(this.#sets);
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
      onDelete: (pod) => this.#enqueueOwner(pod),
    });
  }

  #enqueue(set: StatefulSet | undefined): void {
    if (set !== undefined) this.#queue.add(metaNamespaceKey(set));
  }

  #enqueueOwner(pod: Pod, owner = controllerOf(pod)): void {
    if (owner !== undefined) this.#enqueue(this.#resolve(pod, owner));
  }

  #podAdded(pod: Pod): void {
    if (controllerOf(pod) !== undefined) this.#enqueueOwner(pod);
    else if (pod.metadata.deletionTimestamp === undefined) this.#enqueueMatching(pod);
  }

  #podUpdated(old: Pod, pod: Pod): void {
    if (old.metadata.resourceVersion === pod.metadata.resourceVersion) return;
    const [before, now] = [controllerOf(old), controllerOf(pod)];
    const ownerChanged = !deepEqual(before, now);
    if (ownerChanged && before !== undefined) this.#enqueueOwner(old, before);
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
      this.#queue.addAfter(metaNamespaceKey(set), (minReadySeconds + 1) * second);
    }
  }

  #enqueueMatching(pod: Pod): void {
    for (const set of inNamespace(this.#sets.lister, pod.metadata.namespace)) {
      if (matchLabelSelector(set.spec.selector, pod.metadata.labels)) this.#enqueue(set);
    }
  }

  #resolve(pod: Pod, { kind, name: owner, uid }: OwnerReference): StatefulSet | undefined {
    if (kind !== 'StatefulSet') return undefined;
    const set = this.#sets.lister.get(`${pod.metadata.namespace}/${owner}`);
    return set?.metadata.uid === uid ? set : undefined;
  }
}

/**
 * Which ReplicaSets a change of a pod concerns.
 * Models the pod event handlers of kubernetes/pkg/controller/replicaset/replica_set.go.
 */
import { type Duration, second } from '#base/sim-time';
import type { ReplicaSet } from '#k8s.io/api/apps/v1';
import type { Pod } from '#k8s.io/api/core/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { matchLabelSelector } from '#k8s.io/apimachinery/labels';
import type { OwnerReference } from '#k8s.io/apimachinery/meta/v1';
import type { ResourceEventHandler } from '#k8s.io/client-go/tools/cache/shared-informer';
import { type Lister, metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { ControllerExpectations } from '../controller/expectations.ts';
import { controllerOf, inNamespace } from '../controller/owners.ts';
import { isPodReady } from '../controller/pods.ts';

export class PodHandlers implements ResourceEventHandler<Pod> {
  readonly #sets: Lister<ReplicaSet>;
  readonly #queue: RateLimitingQueue;
  readonly #expectations: ControllerExpectations;

  constructor(
    sets: Lister<ReplicaSet>,
    queue: RateLimitingQueue,
    expectations: ControllerExpectations,
  ) {
    this.#sets = sets;
    this.#queue = queue;
    this.#expectations = expectations;
  }

  readonly onAdd = (pod: Pod): void => {
    if (pod.metadata.deletionTimestamp !== undefined) {
      // After a restart of the manager a pod may be first seen while it is being deleted.
      this.onDelete(pod);
      return;
    }
    const controller = controllerOf(pod);
    if (controller === undefined) {
      this.#enqueueMatching(pod);
      return;
    }
    const set = this.#resolve(pod, controller);
    if (set === undefined) return;
    const key = metaNamespaceKey(set);
    this.#expectations.creationObserved(key);
    this.#queue.add(key);
  };

  readonly onUpdate = (old: Pod, pod: Pod): void => {
    if (old.metadata.resourceVersion === pod.metadata.resourceVersion) return;
    const labelsChanged = !deepEqual(old.metadata.labels, pod.metadata.labels);
    if (pod.metadata.deletionTimestamp !== undefined) {
      // For a ReplicaSet a pod is gone as soon as its deletion was asked for.
      this.onDelete(pod);
      if (labelsChanged) this.onDelete(old);
      return;
    }
    const before = controllerOf(old);
    const now = controllerOf(pod);
    const ownerChanged = !deepEqual(before, now);
    if (ownerChanged && before !== undefined) this.#enqueue(this.#resolve(old, before));
    if (now === undefined) {
      if (labelsChanged || ownerChanged) this.#enqueueMatching(pod);
      return;
    }
    const set = this.#resolve(pod, now);
    if (set === undefined) return;
    this.#enqueue(set);
    const delay = availabilityDelay(set);
    if (delay !== undefined && !isPodReady(old) && isPodReady(pod)) {
      this.#queue.addAfter(metaNamespaceKey(set), delay);
    }
  };

  readonly onDelete = (pod: Pod): void => {
    const controller = controllerOf(pod);
    if (controller === undefined) return;
    const set = this.#resolve(pod, controller);
    if (set === undefined) return;
    const key = metaNamespaceKey(set);
    this.#expectations.deletionObserved(key, metaNamespaceKey(pod));
    this.#queue.add(key);
  };

  #enqueue(set: ReplicaSet | undefined): void {
    if (set !== undefined) this.#queue.add(metaNamespaceKey(set));
  }

  /** An orphan may belong to any ReplicaSet of its namespace whose selector picks it. */
  #enqueueMatching(pod: Pod): void {
    for (const set of inNamespace(this.#sets, pod.metadata.namespace)) {
      if (matchLabelSelector(set.spec.selector, pod.metadata.labels)) this.#enqueue(set);
    }
  }

  #resolve(pod: Pod, { kind, name, uid }: OwnerReference): ReplicaSet | undefined {
    if (kind !== 'ReplicaSet') return undefined;
    const set = this.#sets.get(`${pod.metadata.namespace}/${name}`);
    return set?.metadata.uid === uid ? set : undefined;
  }
}

/** When a pod that is ready now will have been so for long enough. */
const availabilityDelay = ({ spec }: ReplicaSet): Duration | undefined => {
  const { minReadySeconds = 0 } = spec;
  return minReadySeconds > 0 ? (minReadySeconds + 1) * second : undefined;
};

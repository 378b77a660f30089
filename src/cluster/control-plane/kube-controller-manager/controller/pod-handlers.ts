/**
 * The handlers of ReplicaSets and DaemonSets for pods that are added, changed or deleted. Models
 * addPod, updatePod and deletePod of kubernetes/pkg/controller/replicaset/replica_set.go and
 * daemon/daemon_controller.go.
 */

import { second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { controllerOf } from '#k8s.io/apimachinery/meta/controller-ref';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { ResourceEventHandler } from '#k8s.io/client-go/tools/cache/shared-informer';
import { metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { ControllerExpectations } from './expectations.ts';
import type { OwnerLookup } from './owner-lookup.ts';
import { isPodReady } from './pods.ts';

/** An object whose pods count as available once they have been ready for a while. */
export type PodSet = KubeObject & { readonly spec: { readonly minReadySeconds?: number } };

export class PodHandlers<T extends PodSet> implements ResourceEventHandler<Pod> {
  readonly #owners: OwnerLookup<T>;
  readonly #queue: RateLimitingQueue;
  readonly #expectations: ControllerExpectations;

  constructor(
    owners: OwnerLookup<T>,
    queue: RateLimitingQueue,
    expectations: ControllerExpectations,
  ) {
    this.#owners = owners;
    this.#queue = queue;
    this.#expectations = expectations;
  }

  readonly onAdd = (pod: Pod): void => {
    if (pod.metadata.deletionTimestamp !== undefined) {
      // After a restart of the manager, the first it sees of a pod may be its deletion.
      this.onDelete(pod);
      return;
    }
    if (controllerOf(pod) === undefined) {
      for (const set of this.#owners.adoptersOf(pod)) this.#enqueue(set);
      return;
    }
    const set = this.#owners.ownerOf(pod);
    if (set === undefined) return;
    this.#expectations.creationObserved(metaNamespaceKey(set));
    this.#enqueue(set);
  };

  readonly onUpdate = (old: Pod, pod: Pod): void => {
    if (old.metadata.resourceVersion === pod.metadata.resourceVersion) return;
    if (pod.metadata.deletionTimestamp !== undefined) {
      // For its owner a pod is gone as soon as its deletion is requested.
      this.onDelete(pod);
      return;
    }
    const { former, owner, adopters } = this.#owners.concernedBy(old, pod);
    this.#enqueue(former);
    for (const set of adopters) this.#enqueue(set);
    if (owner === undefined) return;
    this.#enqueue(owner);
    enqueueWhenAvailable(this.#queue, owner, old, pod);
  };

  readonly onDelete = (pod: Pod): void => {
    const set = this.#owners.ownerOf(pod);
    if (set === undefined) return;
    this.#expectations.deletionObserved(metaNamespaceKey(set), metaNamespaceKey(pod));
    this.#enqueue(set);
  };

  #enqueue(set: T | undefined): void {
    if (set !== undefined) this.#queue.add(metaNamespaceKey(set));
  }
}

/** Enqueues the owner again when a pod has been ready for long enough. */
export function enqueueWhenAvailable(
  queue: RateLimitingQueue,
  set: PodSet,
  old: Pod,
  pod: Pod,
): void {
  const { minReadySeconds = 0 } = set.spec;
  if (minReadySeconds > 0 && !isPodReady(old) && isPodReady(pod)) {
    queue.addAfter(metaNamespaceKey(set), (minReadySeconds + 1) * second);
  }
}

/**
 * Creates or deletes pods until a ReplicaSet has the desired number. Models
 * kubernetes/pkg/controller/replicaset/replica_set.go manageReplicas.
 */

import type { Environment } from '#cluster/environment';
import type { ReplicaSet } from '#k8s.io/api/apps/v1';
import type { Pod } from '#k8s.io/api/core/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { pods } from '#k8s.io/client-go/rest/resource';
import { metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import type { Process } from '#sim/simulation';
import { joinAll } from '#sim/task';
import type { ComponentId } from '#trace/fact';
import type { ConsistencyStore } from '../controller/consistency-store.ts';
import type { ControllerExpectations } from '../controller/expectations.ts';
import { isNamespaceTerminating, type PodControl } from '../controller/pod-control.ts';
import { podsToDelete } from '../controller/pod-ranking.ts';
import { slowStartBatch } from '../controller/slow-start.ts';
import { apiError, type SyncError } from '../controller/workers.ts';

/** The most pods that one sync creates or deletes. Source: BurstReplicas. */
const burstReplicas = 500;

export interface ReplicaManagerOptions {
  readonly env: Environment;
  readonly component: ComponentId;
  readonly podControl: PodControl;
  readonly expectations: ControllerExpectations;
  readonly consistency: ConsistencyStore;
  readonly relatedPods: (set: ReplicaSet) => readonly Pod[];
}

export class ReplicaManager {
  readonly #options: ReplicaManagerOptions;

  constructor(options: ReplicaManagerOptions) {
    this.#options = options;
  }

  *manage(set: ReplicaSet, active: readonly Pod[]): Process<SyncError | undefined> {
    const { replicas = 0 } = set.spec;
    const difference = replicas - active.length;
    if (difference === 0) return undefined;
    const count = Math.min(Math.abs(difference), burstReplicas);
    const { env, component } = this.#options;
    env.tracer.emit({
      type: 'DecisionMade',
      component,
      key: metaNamespaceKey(set),
      decision: difference > 0 ? 'replicaset.create-pods' : 'replicaset.delete-pods',
      params: { need: replicas, have: active.length, count },
    });
    return difference > 0
      ? yield* this.#create(set, count)
      : yield* this.#delete(set, active, count);
  }

  *#create(set: ReplicaSet, count: number): Process<SyncError | undefined> {
    const { env, expectations, consistency, podControl } = this.#options;
    const key = metaNamespaceKey(set);
    expectations.expectCreations(key, count);
    const template = set.spec.template ?? {};
    const { successes, error } = yield* slowStartBatch(env.sim, count, function* () {
      const answer = yield* podControl.createPod(template, set);
      if (answer.ok) {
        consistency.wroteAt(key, pods, answer.value.metadata.resourceVersion);
        return undefined;
      }
      // The namespace is being deleted: nothing is reported or retried.
      return isNamespaceTerminating(answer.error) ? undefined : apiError(answer.error);
    });
    for (let n = successes; n < count; n++) expectations.creationObserved(key);
    return error;
  }

  *#delete(set: ReplicaSet, active: readonly Pod[], count: number): Process<SyncError | undefined> {
    const { env, expectations } = this.#options;
    const { sim } = env;
    const key = metaNamespaceKey(set);
    const chosen = podsToDelete(active, this.#options.relatedPods(set), count, sim.now);
    expectations.expectDeletions(key, chosen.map(metaNamespaceKey));
    const calls = chosen.map((pod) => sim.spawn('delete pod', this.#deleteOne(key, set, pod)));
    const errors = yield* joinAll(sim, calls);
    return errors.findLast((error) => error !== undefined);
  }

  *#deleteOne(key: string, set: ReplicaSet, pod: Pod): Process<SyncError | undefined> {
    const { expectations, podControl } = this.#options;
    const answer = yield* podControl.deletePod(pod, set);
    if (answer.ok) return undefined;
    expectations.deletionObserved(key, metaNamespaceKey(pod));
    return isNotFound(answer.error) ? undefined : apiError(answer.error);
  }
}

/**
 * Keeps the status of PodDisruptionBudgets, which evictions ask for permission.
 * Models kubernetes/pkg/controller/disruption/disruption.go.
 */

import type { Environment } from '#cluster/environment';
import type { Deployment, ReplicaSet, StatefulSet } from '#k8s.io/api/apps/v1';
import type { Pod } from '#k8s.io/api/core/v1';
import type { PodDisruptionBudget } from '#k8s.io/api/policy/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { matchLabelSelector } from '#k8s.io/apimachinery/labels';
import { controllerOf } from '#k8s.io/apimachinery/meta/controller-ref';
import type { OwnerReference } from '#k8s.io/apimachinery/meta/v1';
import {
  deployments,
  pods,
  type Resource,
  replicaSets,
  statefulSets,
} from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import type { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  controllerDescriptor,
  startRecorder,
  workQueue,
} from '../app/controller-context.ts';
import { indexByNamespace, inNamespace } from '../controller/owners.ts';
import { apiError, type SyncResult, startWorkers, waitForCaches } from '../controller/workers.ts';
import { budgetStatus, expectedPods } from './budget-status.ts';

const name = 'disruption-controller';
const workers = 1;

const podDisruptionBudgets: Resource = {
  group: 'policy',
  version: 'v1',
  resource: 'poddisruptionbudgets',
  kind: 'PodDisruptionBudget',
  namespaced: true,
};

export const disruptionController = controllerDescriptor(
  name,
  (context, client) => new DisruptionController(context, client),
);

class DisruptionController implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #recorder: EventRecorder;
  readonly #queue: RateLimitingQueue;
  readonly #budgets: SharedInformer<PodDisruptionBudget>;
  readonly #pods: SharedInformer<Pod>;
  readonly #sets: SharedInformer<ReplicaSet>;
  readonly #deployments: SharedInformer<Deployment>;
  readonly #statefulSets: SharedInformer<StatefulSet>;

  constructor(context: ControllerContext, client: RestClient) {
    const { informers } = context;
    this.#env = context.env;
    this.#client = client;
    this.#queue = workQueue(context, name, 'disruption');
    this.#recorder = startRecorder(context, client, { component: 'controllermanager' });
    this.#budgets = informers.forResource<PodDisruptionBudget>(podDisruptionBudgets);
    this.#pods = informers.forResource<Pod>(pods);
    this.#sets = informers.forResource<ReplicaSet>(replicaSets);
    this.#deployments = informers.forResource<Deployment>(deployments);
    this.#statefulSets = informers.forResource<StatefulSet>(statefulSets);
    this.#register();
  }

  *run(): Process {
    yield* waitForCaches(
      this.#budgets,
      this.#pods,
      this.#sets,
      this.#deployments,
      this.#statefulSets,
    );
    startWorkers(this.#env, this.#queue, (key) => this.#syncBudget(key), { workers });
  }

  #register(): void {
    indexByNamespace(this.#budgets);
    indexByNamespace(this.#pods);
    const enqueue = (budget: PodDisruptionBudget): void =>
      this.#queue.add(metaNamespaceKey(budget));
    this.#budgets.addEventHandler({ onAdd: enqueue, onUpdate: (_old, one) => enqueue(one) });
    const enqueueFor = (pod: Pod): void => {
      for (const budget of inNamespace(this.#budgets.lister, pod.metadata.namespace)) {
        if (matchLabelSelector(budget.spec.selector, pod.metadata.labels)) enqueue(budget);
      }
    };
    this.#pods.addEventHandler({
      onAdd: enqueueFor,
      onUpdate: (_old, pod) => enqueueFor(pod),
      onDelete: enqueueFor,
    });
  }

  *#syncBudget(key: string): Process<SyncResult> {
    const budget = this.#budgets.lister.get(key);
    if (budget === undefined) return undefined;
    const { namespace, name: budgetName } = budget.metadata;
    const chosen = inNamespace(this.#pods.lister, namespace).filter(({ metadata }) =>
      matchLabelSelector(budget.spec.selector, metadata.labels),
    );
    if (chosen.length === 0) {
      this.#recorder.event(budget, 'Normal', 'NoPods', 'No matching pods found');
    }
    const expected = expectedPods(budget, chosen.length, this.#scales(chosen));
    const status = budgetStatus(budget, chosen, expected, this.#env.sim.now);
    if (deepEqual(budget.status, status)) return undefined;
    const body: PodDisruptionBudget = { ...budget, status };
    const target = { namespace, name: budgetName, subresource: 'status' };
    const answer = yield* this.#client.update(podDisruptionBudgets, body, target);
    return answer.ok ? undefined : apiError(answer.error);
  }

  /** What the controllers of these pods ask for, each counted once. */
  #scales(chosen: readonly Pod[]): number {
    const scales = new Map<string, number>();
    for (const pod of chosen) {
      const owner = controllerOf(pod);
      const scale = owner && this.#scaleOf(pod.metadata.namespace, owner);
      if (scale !== undefined) scales.set(scale.uid, scale.replicas);
    }
    return [...scales.values()].reduce((sum, replicas) => sum + replicas, 0);
  }

  /** A ReplicaSet's own size, or its Deployment's; a StatefulSet's. */
  #scaleOf(
    namespace: string,
    { kind, name: owner }: OwnerReference,
  ): { readonly uid: string; readonly replicas: number } | undefined {
    const key = `${namespace}/${owner}`;
    if (kind === 'StatefulSet') return scaleIn(this.#statefulSets.lister.get(key));
    if (kind !== 'ReplicaSet') return undefined;
    const set = this.#sets.lister.get(key);
    const above = set === undefined ? undefined : controllerOf(set);
    if (above?.kind !== 'Deployment') return scaleIn(set);
    return scaleIn(this.#deployments.lister.get(`${namespace}/${above.name}`));
  }
}

const scaleIn = (object: Deployment | ReplicaSet | StatefulSet | undefined) =>
  object && { uid: object.metadata.uid, replicas: object.spec.replicas ?? 1 };

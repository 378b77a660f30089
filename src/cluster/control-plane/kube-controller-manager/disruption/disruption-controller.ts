/**
 * Updates the status of PodDisruptionBudgets, which decides whether evictions are allowed. Models
 * kubernetes/pkg/controller/disruption/disruption.go.
 */
import type { Environment } from '#cluster/environment';
import type { Deployment, ReplicaSet, StatefulSet } from '#k8s.io/api/apps/v1';
import type { Pod, ReplicationController } from '#k8s.io/api/core/v1';
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '#k8s.io/api/policy/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { matchLabelSelector } from '#k8s.io/apimachinery/labels';
import type { LabelSelector } from '#k8s.io/apimachinery/meta/v1';
import {
  deployments,
  pods,
  type Resource,
  replicaSets,
  replicationControllers,
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
import { budgetStatus, expectedPods, failedStatus, needsScale } from './budget-status.ts';
import { expectedScale, type ScaledKinds } from './expected-scale.ts';

const name = 'disruption-controller';
const workers = 1;
const unscaled = { replicas: 0, hasUnmanaged: false, error: undefined };

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
  readonly #scaledKinds: ScaledKinds;

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
    this.#scaledKinds = {
      replicaSets: this.#sets.lister,
      deployments: this.#deployments.lister,
      statefulSets: this.#statefulSets.lister,
      replicationControllers: () =>
        informers.forResource<ReplicationController>(replicationControllers).lister,
    };
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
      const budget = this.#budgetOf(pod);
      if (budget !== undefined) enqueue(budget);
    };
    this.#pods.addEventHandler({
      onAdd: enqueueFor,
      onUpdate: (_old, pod) => enqueueFor(pod),
      onDelete: enqueueFor,
    });
  }

  /**
   * The budget that a change to a pod affects: only the first one that matches. Source:
   * getPdbForPod.
   */
  #budgetOf(pod: Pod): PodDisruptionBudget | undefined {
    const { namespace, name: podName, labels } = pod.metadata;
    const budgets = inNamespace(this.#budgets.lister, namespace).filter(({ spec }) =>
      matchLabelSelector(spec.selector, labels),
    );
    const [first] = budgets;
    if (first !== undefined && budgets.length > 1) {
      const what = `Pod "${namespace}"/"${podName}" matches multiple PodDisruptionBudgets.`;
      const message = `${what}  Chose "${first.metadata.name}" arbitrarily.`;
      this.#recorder.event(pod, 'Warning', 'MultiplePodDisruptionBudgets', message);
    }
    return first;
  }

  *#syncBudget(key: string): Process<SyncResult> {
    const budget = this.#budgets.lister.get(key);
    if (budget === undefined) return undefined;
    const chosen = inNamespace(this.#pods.lister, budget.metadata.namespace).filter(
      ({ metadata }) => matchLabelSelector(budget.spec.selector, metadata.labels),
    );
    if (chosen.length === 0) {
      this.#recorder.event(budget, 'Normal', 'NoPods', 'No matching pods found');
    }
    const scale = needsScale(budget) ? expectedScale(this.#scaledKinds, chosen) : unscaled;
    if (scale.error !== undefined) {
      const message = `Failed to calculate the number of expected pods: ${scale.error}`;
      this.#recorder.event(budget, 'Warning', 'CalculateExpectedPodCountFailed', message);
      return yield* this.#failSafe(budget, scale.error);
    }
    if (scale.hasUnmanaged) {
      this.#recorder.event(budget, 'Warning', 'UnmanagedPods', unmanagedPods(budget));
    }
    const expected = expectedPods(budget, chosen.length, scale.replicas);
    const status = budgetStatus(budget, chosen, expected, this.#env.sim.now);
    if (deepEqual(budget.status, status)) return undefined;
    return yield* this.#writeStatus(budget, status);
  }

  /** Nothing may be disrupted while the desired number of pods is unknown. */
  *#failSafe(budget: PodDisruptionBudget, why: string): Process<SyncResult> {
    return yield* this.#writeStatus(budget, failedStatus(budget, why, this.#env.sim.now));
  }

  *#writeStatus(
    budget: PodDisruptionBudget,
    status: PodDisruptionBudgetStatus,
  ): Process<SyncResult> {
    const { namespace, name: budgetName } = budget.metadata;
    const body: PodDisruptionBudget = { ...budget, status };
    const target = { namespace, name: budgetName, subresource: 'status' };
    const answer = yield* this.#client.update(podDisruptionBudgets, body, target);
    return answer.ok ? undefined : apiError(answer.error);
  }
}

/** The message of the event UnmanagedPods: pods without a controller. Models trySync. */
const unmanagedPods = ({ spec }: PodDisruptionBudget): string =>
  [
    `Pods selected by this PodDisruptionBudget (selector: ${selectorText(spec.selector)}) were found`,
    'to be unmanaged. As a result, the status of the PDB cannot be calculated correctly, which may',
    'result in undefined behavior. To account for these pods please set ".spec.minAvailable" field',
    'of the PDB to an integer value.',
  ].join(' ');

/** The text of a LabelSelector. Source: k8s.io/apimachinery meta/v1 generated.pb.go String. */
function selectorText(selector: LabelSelector | undefined): string {
  if (selector === undefined) return 'nil';
  const labels = Object.entries(selector.matchLabels ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}: ${value},`);
  const expressions = (selector.matchExpressions ?? []).map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  );
  const all = `[]LabelSelectorRequirement{${expressions.join('')}}`;
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},MatchExpressions:${all},}`;
}

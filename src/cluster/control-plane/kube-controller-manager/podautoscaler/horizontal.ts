/**
 * The HorizontalPodAutoscaler controller: adapts the number of pods to their load.
 *
 * Models kubernetes/pkg/controller/podautoscaler/horizontal.go. In: autoscalers and pods from the
 * shared informers, the scale of the target, metrics. Every autoscaler is synced every 15 s and
 * never earlier. Out: the target's scale, the autoscaler's status, events.
 */
import { rfc3339, second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { Scale } from '#k8s.io/api/autoscaling/v1';
import type { HorizontalPodAutoscaler } from '#k8s.io/api/autoscaling/v2';
import type { Pod } from '#k8s.io/api/core/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { matches, parseSelector } from '#k8s.io/apimachinery/labels';
import { splitApiVersion } from '#k8s.io/apimachinery/resource-names';
import { resourceForKind } from '#k8s.io/apimachinery/resources';
import {
  horizontalPodAutoscalers,
  pods as podResource,
  type Resource,
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
import { AutoscalerStatus } from './autoscaler-status.ts';
import { type MetricError, type MetricInput, proposalOf } from './metrics.ts';
import { limitReplicas, longestPeriod, ScaleHistory } from './scaling-rules.ts';

const name = 'horizontal-pod-autoscaler-controller';
const workers = 5;
/** Source: --horizontal-pod-autoscaler-sync-period. */
const syncPeriod = 15 * second;

export const horizontalPodAutoscalerController = controllerDescriptor(
  name,
  (context, client) => new HorizontalController(context, client),
  { serviceAccount: 'horizontal-pod-autoscaler' },
);

class HorizontalController implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #recorder: EventRecorder;
  readonly #queue: RateLimitingQueue;
  readonly #autoscalers: SharedInformer<HorizontalPodAutoscaler>;
  readonly #pods: SharedInformer<Pod>;
  readonly #histories = new Map<string, ScaleHistory>();

  constructor(context: ControllerContext, client: RestClient) {
    const { env, informers } = context;
    this.#env = env;
    this.#client = client;
    this.#recorder = startRecorder(context, client, { component: 'horizontal-pod-autoscaler' });
    this.#queue = workQueue(context, name, 'horizontalpodautoscaler');
    this.#pods = informers.forResource<Pod>(podResource);
    this.#autoscalers = informers.forResource<HorizontalPodAutoscaler>(horizontalPodAutoscalers);
    indexByNamespace(this.#pods);
    const enqueue = (one: HorizontalPodAutoscaler): void =>
      this.#queue.addAfter(metaNamespaceKey(one), syncPeriod);
    this.#autoscalers.addEventHandler({
      onAdd: enqueue,
      onUpdate: (_old, one) => enqueue(one),
      onDelete: (one) => this.#histories.delete(metaNamespaceKey(one)),
    });
  }

  *run(): Process {
    yield* waitForCaches(this.#autoscalers, this.#pods);
    // Failures too are retried only in the next period.
    const forgives = () => true;
    startWorkers(this.#env, this.#queue, (key) => this.syncAutoscaler(key), { workers, forgives });
  }

  *syncAutoscaler(key: string): Process<SyncResult> {
    const autoscaler = this.#autoscalers.lister.get(key);
    if (autoscaler === undefined) {
      this.#histories.delete(key);
      return undefined;
    }
    const error = yield* this.#reconcile(key, autoscaler);
    this.#queue.addAfter(key, syncPeriod);
    return error;
  }

  /** Source: reconcileAutoscaler. */
  *#reconcile(key: string, autoscaler: HorizontalPodAutoscaler): Process<SyncResult> {
    const { sim } = this.#env;
    const status = new AutoscalerStatus(autoscaler, sim.now);
    const found = yield* this.#scaleOf(autoscaler);
    if ('error' in found) {
      this.#recorder.event(autoscaler, 'Warning', 'FailedGetScale', found.error);
      const unable = "the HPA controller was unable to get the target's current scale";
      status.set('AbleToScale', 'False', 'FailedGetScale', `${unable}: ${found.error}`);
      yield* this.#write(autoscaler, status);
      return { message: `failed to query scale subresource for ${key}: ${found.error}` };
    }
    const able = "the HPA controller was able to get the target's current scale";
    status.set('AbleToScale', 'True', 'SucceededGetScale', able);
    const { scale, resource } = found;
    const current = scale.spec.replicas ?? 0;
    const history = this.#historyOf(key, current);
    const plan = yield* this.#plan(autoscaler, scale, status, history);
    if (plan === undefined) return yield* this.#write(autoscaler, status, current);
    if (plan.desired === current) {
      status.counts(current, current);
      return (yield* this.#write(autoscaler, status)) ?? plan.error;
    }
    const failed = yield* this.#rescale(autoscaler, status, { scale, resource }, plan);
    if (failed === undefined) {
      history.scaled(current, plan.desired, sim.now, longestPeriod(autoscaler));
    }
    const unwritten = yield* this.#write(autoscaler, status, current);
    return failed ?? unwritten ?? plan.error;
  }

  /** The desired size and the reason; undefined when the metrics give none. */
  *#plan(
    autoscaler: HorizontalPodAutoscaler,
    scale: Scale,
    status: AutoscalerStatus,
    history: ScaleHistory,
  ): Process<Plan | undefined> {
    const { minReplicas = 1, maxReplicas } = autoscaler.spec;
    const current = scale.spec.replicas ?? 0;
    if (current === 0 && minReplicas !== 0) {
      const message = 'scaling is disabled since the replica count of the target is zero';
      status.set('ScalingActive', 'False', 'ScalingDisabled', message);
      return { desired: 0, reason: '' };
    }
    const number = 'Current number of replicas';
    if (current > maxReplicas) {
      return { desired: maxReplicas, reason: `${number} above Spec.MaxReplicas` };
    }
    if (current < minReplicas) {
      return { desired: minReplicas, reason: `${number} below Spec.MinReplicas` };
    }
    const proposed = yield* this.#propose(autoscaler, scale, status);
    if (proposed.replicas === undefined) {
      status.counts(current, autoscaler.status?.desiredReplicas ?? 0);
      const { error = '' } = proposed;
      this.#recorder.event(autoscaler, 'Warning', 'FailedComputeMetricsReplicas', error);
      return undefined;
    }
    const { now } = this.#env.sim;
    const limit = limitReplicas(autoscaler, history, current, proposed.replicas, now);
    const { stabilized } = limit;
    if (stabilized === undefined) {
      const message = 'recommended size matches current size';
      status.set('AbleToScale', 'True', 'ReadyForNewScale', message);
    } else status.set('AbleToScale', 'True', stabilized.reason, stabilized.message);
    status.set('ScalingLimited', limit.limited ? 'True' : 'False', limit.reason, limit.message);
    const reason =
      proposed.replicas > current ? `${proposed.name} above target` : 'All metrics below target';
    return {
      desired: limit.replicas,
      reason,
      ...(proposed.error === undefined ? {} : { error: { message: proposed.error } }),
    };
  }

  /** Source: computeReplicasForMetrics: the metric that proposes the largest size decides. */
  *#propose(
    autoscaler: HorizontalPodAutoscaler,
    scale: Scale,
    status: AutoscalerStatus,
  ): Process<{ replicas?: number; name: string; error?: string }> {
    const selector = scale.status?.selector ?? '';
    if (selector === '') {
      const message = "the HPA target's scale is missing a selector";
      this.#recorder.event(autoscaler, 'Warning', 'SelectorRequired', 'selector is required');
      status.set('ScalingActive', 'False', 'InvalidSelector', message);
      return { name: '', error: 'selector is required' };
    }
    const current = scale.spec.replicas ?? 0;
    const { metrics = [] } = autoscaler.spec;
    const input: MetricInput = {
      client: this.#client,
      autoscaler,
      selector,
      pods: this.#podsOf(autoscaler, selector),
      currentReplicas: current,
      now: this.#env.sim.now,
    };
    let best: { replicas: number; name: string } | undefined;
    const errors: MetricError[] = [];
    for (const [index, metric] of metrics.entries()) {
      const proposal = yield* proposalOf(input, metric);
      if (!proposal.ok) {
        const { reason, cause } = proposal.error;
        this.#recorder.event(autoscaler, 'Warning', reason, cause);
        errors.push(proposal.error);
        continue;
      }
      status.metric(index, proposal.value.status);
      if (best === undefined || proposal.value.replicas > best.replicas) best = proposal.value;
    }
    const [first] = errors;
    const count = `${errors.length} invalid out of ${metrics.length}`;
    const error = first && {
      error: `invalid metrics (${count}), first error is: ${first.message}`,
    };
    // A metric with an error could propose more: with errors nothing is scaled down.
    if (best === undefined || (first !== undefined && best.replicas < current)) {
      const unable = 'the HPA was unable to compute the replica count';
      if (first) status.set('ScalingActive', 'False', first.reason, `${unable}: ${first.cause}`);
      return { name: '', ...error };
    }
    const message = `the HPA was able to successfully calculate a replica count from ${best.name}`;
    status.set('ScalingActive', 'True', 'ValidMetricFound', message);
    return { ...best, ...error };
  }

  #podsOf({ metadata }: HorizontalPodAutoscaler, text: string): readonly Pod[] {
    const selector = parseSelector(text);
    if (!selector.ok) return [];
    return inNamespace(this.#pods.lister, metadata.namespace).filter((pod) =>
      matches(selector.value, pod.metadata.labels),
    );
  }

  *#rescale(
    autoscaler: HorizontalPodAutoscaler,
    status: AutoscalerStatus,
    { scale, resource }: Target,
    { desired, reason }: Plan,
  ): Process<SyncResult> {
    const { namespace } = autoscaler.metadata;
    const target = { namespace, name: scale.metadata.name, subresource: 'scale' };
    const current = scale.spec.replicas ?? 0;
    const body: Scale = { ...scale, spec: { ...scale.spec, replicas: desired } };
    const answer = yield* this.#client.update<Scale>(resource, body, target);
    const what = `New size: ${desired}; reason: ${reason}`;
    if (!answer.ok) {
      const { message } = apiError(answer.error);
      this.#recorder.event(autoscaler, 'Warning', 'FailedRescale', `${what}; error: ${message}`);
      const unable = 'the HPA controller was unable to update the target scale';
      status.set('AbleToScale', 'False', 'FailedUpdateScale', `${unable}: ${message}`);
      status.counts(current, autoscaler.status?.desiredReplicas ?? 0);
      return { message: `failed to rescale ${metaNamespaceKey(autoscaler)}: ${message}` };
    }
    const able = `the HPA controller was able to update the target scale to ${desired}`;
    status.set('AbleToScale', 'True', 'SucceededRescale', able);
    this.#recorder.event(autoscaler, 'Normal', 'SuccessfulRescale', what);
    status.counts(current, desired);
    status.rescaledAt(rfc3339(this.#env.sim.now));
    return undefined;
  }

  *#scaleOf(autoscaler: HorizontalPodAutoscaler): Process<Target | { readonly error: string }> {
    const { apiVersion = 'v1', kind, name: target } = autoscaler.spec.scaleTargetRef;
    const info = resourceForKind(apiVersion, kind);
    if (info === undefined) {
      const { group } = splitApiVersion(apiVersion);
      return { error: `no matches for kind "${kind}" in group "${group}"` };
    }
    const resource: Resource = { ...info, resource: info.plural };
    const { namespace } = autoscaler.metadata;
    const where = { namespace, name: target, subresource: 'scale' };
    const answer = yield* this.#client.get<Scale>(resource, where);
    return answer.ok
      ? { scale: answer.value, resource }
      : { error: apiError(answer.error).message };
  }

  /** Source: recordInitialRecommendation: the first known size counts as a recommendation. */
  #historyOf(key: string, replicas: number): ScaleHistory {
    const known = this.#histories.get(key);
    if (known !== undefined) return known;
    const history = new ScaleHistory();
    history.recommendations = [{ replicas, at: this.#env.sim.now }];
    this.#histories.set(key, history);
    return history;
  }

  /** Source: updateStatusIfNeeded. */
  *#write(
    autoscaler: HorizontalPodAutoscaler,
    status: AutoscalerStatus,
    current?: number,
  ): Process<SyncResult> {
    if (current !== undefined) status.currentReplicas(current);
    const next = status.value;
    if (deepEqual(next, autoscaler.status)) return undefined;
    const { namespace, name: own } = autoscaler.metadata;
    const target = { namespace, name: own, subresource: 'status' };
    const body: HorizontalPodAutoscaler = { ...autoscaler, status: next };
    const answer = yield* this.#client.update(horizontalPodAutoscalers, body, target);
    return answer.ok ? undefined : apiError(answer.error);
  }
}

interface Plan {
  readonly desired: number;
  readonly reason: string;
  readonly error?: { readonly message: string };
}

interface Target {
  readonly scale: Scale;
  readonly resource: Resource;
}

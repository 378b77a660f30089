/**
 * pods/eviction: deletes a pod if its disruption budget allows it.
 * Source: kubernetes pkg/registry/core/pod/storage/eviction.go EvictionREST.
 */

import { err, ok, type Result } from '#base/result';
import { rfc3339 } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { Pod, PodCondition } from '#k8s.io/api/core/v1';
import type { PodDisruptionBudget } from '#k8s.io/api/policy/v1';
import { internalError, tooManyRequests } from '#k8s.io/apimachinery/errors';
import { asObject } from '#k8s.io/apimachinery/json-value';
import { matchLabelSelector } from '#k8s.io/apimachinery/labels';
import type { DeleteOptions, KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import { isPodPhaseTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import type { Process } from '#sim/simulation';
import type { RequestAttributes } from '../../../request-attributes.ts';
import type { ResourceCache } from '../../../storage/resource-cache.ts';
import type { ResourceStorage } from '../../resource-storage.ts';
import type { RestStorage, StorageResult } from '../../rest-storage.ts';
import { wellKnown } from '../../well-known.ts';

const violated = "Cannot evict pod as it would violate the pod's disruption budget.";
const several =
  'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';

/** Pods that serve nobody can be evicted whatever the budget. Source: canIgnorePDB. */
const needsNoBudget = ({ metadata, status }: Pod): boolean =>
  metadata.deletionTimestamp !== undefined ||
  isPodPhaseTerminal(status?.phase) ||
  status?.phase === 'Pending';

/** What an eviction needs besides the pods. */
export interface EvictionEnvironment {
  readonly env: Environment;
  /** The storage of a resource; all storages exist when a request arrives. */
  storage(resource: ResourceInfo): ResourceStorage;
  cache(resource: ResourceInfo): ResourceCache;
}

export class EvictionStorage implements RestStorage {
  readonly #pods: ResourceStorage;
  readonly #environment: EvictionEnvironment;

  constructor(pods: ResourceStorage, environment: EvictionEnvironment) {
    this.#pods = pods;
    this.#environment = environment;
  }

  *create(attrs: RequestAttributes, eviction: KubeObject): Process<StorageResult<KubeObject>> {
    const { admission } = this.#pods.store.options;
    const change = {
      request: attrs,
      operation: 'CREATE' as const,
      object: eviction,
      old: undefined,
    };
    const admitted = yield* admission.admit(change);
    if (!admitted.ok) return admitted;
    const checked = yield* admission.validate(change);
    if (!checked.ok) return checked;
    const found = yield* this.#pods.get(attrs, { resourceVersion: '' });
    if (!found.ok) return found;
    const pod = found.value as Pod;
    if (!needsNoBudget(pod)) {
      const spent = yield* this.#spendBudget(attrs, pod);
      if (!spent.ok) return spent;
    }
    if (!attrs.dryRun) yield* this.#markDisrupted(attrs);
    const options = (eviction as { deleteOptions?: DeleteOptions }).deleteOptions ?? {};
    const deleted = yield* this.#pods.store.delete(attrs, options);
    return deleted.ok ? ok(success) : deleted;
  }

  *#spendBudget(attrs: RequestAttributes, pod: Pod): Process<Result<void, Status>> {
    const cache = this.#environment.cache(wellKnown.podDisruptionBudgets);
    const budgets = (
      cache.byIndex('namespace', pod.metadata.namespace) as PodDisruptionBudget[]
    ).filter(({ spec }) => matchLabelSelector(spec?.selector, pod.metadata.labels));
    if (budgets.length > 1) return err({ ...internalError(several), message: several });
    const [budget] = budgets;
    if (budget === undefined || attrs.dryRun) return ok(undefined);
    const storage = this.#environment.storage(wellKnown.podDisruptionBudgets);
    const named = { ...attrs, resource: wellKnown.podDisruptionBudgets, subresource: 'status' };
    const time = rfc3339(this.#environment.env.sim.now);
    const updated = yield* storage.store.update(
      { ...named, name: budget.metadata.name, verb: 'update' },
      (current) => decremented(current as PodDisruptionBudget | undefined, pod, time),
      storage.store.strategy.status,
    );
    return updated.ok ? ok(undefined) : updated;
  }

  /** Source: addConditionAndDeletePod. */
  *#markDisrupted(attrs: RequestAttributes): Process {
    const { sim } = this.#environment.env;
    const status = this.#pods.store.strategy.status;
    const named = { ...attrs, subresource: 'status', verb: 'update' };
    yield* this.#pods.store.update(
      named,
      (current) => {
        const pod = current as Pod;
        const conditions = (pod.status?.conditions ?? []).filter(
          ({ type }) => type !== 'DisruptionTarget',
        );
        const condition: PodCondition = {
          type: 'DisruptionTarget',
          status: 'True',
          lastProbeTime: null,
          lastTransitionTime: rfc3339(sim.now),
          reason: 'EvictionByEvictionAPI',
          message: 'Eviction API: evicting',
        };
        return ok({ ...pod, status: { ...pod.status, conditions: [...conditions, condition] } });
      },
      status,
    );
  }
}

/** Source: checkAndDecrement. */
function decremented(
  budget: PodDisruptionBudget | undefined,
  pod: Pod,
  time: string,
): Result<KubeObject, Status> {
  const status = budget?.status;
  if (budget === undefined || status === undefined) return err(tooManyRequests(violated, 0));
  const { disruptionsAllowed = 0, desiredHealthy, currentHealthy } = status;
  if (disruptionsAllowed <= 0) {
    const message =
      `The disruption budget ${budget.metadata.name} needs ${desiredHealthy} healthy pods ` +
      `and has ${currentHealthy} currently`;
    const refusal = tooManyRequests(violated, 0);
    return err({ ...refusal, details: { causes: [{ reason: 'DisruptionBudget', message }] } });
  }
  return ok({
    ...budget,
    status: {
      ...status,
      disruptionsAllowed: disruptionsAllowed - 1,
      disruptedPods: { ...status.disruptedPods, [pod.metadata.name]: time },
    },
  });
}

const success = asObject<KubeObject>({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  code: 201,
});

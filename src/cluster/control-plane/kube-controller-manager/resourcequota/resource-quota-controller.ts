/**
 * Writes the usage of its namespace into each ResourceQuota.
 *
 * Models kubernetes/pkg/controller/resourcequota/resource_quota_controller.go. Admission adds new
 * objects; this controller counts again when something is freed, when a quota changes, and every
 * five minutes. It begins to count when the caches of all resources are filled.
 */

import { type Duration, minute } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { ResourceQuota } from '#k8s.io/api/core/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { compareQuantities } from '#k8s.io/apimachinery/quantity';
import { resourceForTypedName } from '#k8s.io/apimachinery/resources';
import { resourceQuotas } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import { type Process, sleep } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  componentOf,
  controllerDescriptor,
  workQueue,
} from '../app/controller-context.ts';
import { indexByNamespace, inNamespace } from '../controller/owners.ts';
import { apiError, type SyncResult, startWorkers } from '../controller/workers.ts';
import { QuotaMonitor } from './resource-quota-monitor.ts';
import { isUseOf, usageOf } from './usage.ts';

const name = 'resourcequota-controller';
const component = componentOf(name);
const workers = 5;
const resyncPeriod: Duration = 5 * minute;

export const resourceQuotaController = controllerDescriptor(
  name,
  (context, client) => new ResourceQuotaController(context, client),
);

class ResourceQuotaController implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #quotas: SharedInformer<ResourceQuota>;
  readonly #queue: RateLimitingQueue;
  /** Quotas with unknown usage come first: until it is known nothing can be created. */
  readonly #missingUsage: RateLimitingQueue;
  readonly #monitor: QuotaMonitor;

  constructor(context: ControllerContext, client: RestClient) {
    this.#env = context.env;
    this.#client = client;
    this.#queue = workQueue(context, name, 'resourcequota_primary');
    this.#missingUsage = workQueue(context, name, 'resourcequota_priority');
    this.#quotas = context.informers.forResource<ResourceQuota>(resourceQuotas);
    indexByNamespace(this.#quotas);
    this.#quotas.addEventHandler({
      onAdd: (quota) => this.#enqueue(quota),
      onUpdate: (old, quota) => {
        if (!deepEqual(old.spec, quota.spec)) this.#enqueue(quota);
      },
      onDelete: (quota) => this.#enqueue(quota),
    });
    this.#monitor = new QuotaMonitor(context.informers, (resource, namespace) => {
      this.#replenish(resource, namespace);
    });
  }

  *run(): Process {
    yield* this.#quotas.waitForSync();
    yield* this.#monitor.sync();
    const sync = (key: string): Process<SyncResult> => this.#syncQuota(key);
    startWorkers(this.#env, this.#queue, sync, { workers });
    startWorkers(this.#env, this.#missingUsage, sync, { workers });
    this.#env.sim.spawn('quota resync', this.#resync());
  }

  #enqueue(quota: ResourceQuota): void {
    const { used = {} } = quota.status ?? {};
    const isKnown = Object.keys(quota.spec.hard ?? {}).every((hard) => used[hard] !== undefined);
    (isKnown ? this.#queue : this.#missingUsage).add(metaNamespaceKey(quota));
  }

  /** A resource has been freed: counts the quotas that limit it again at once. */
  #replenish(resource: string, namespace: string): void {
    for (const quota of inNamespace(this.#quotas.lister, namespace)) {
      const limits = Object.keys(quota.status?.hard ?? {});
      if (limits.some((limit) => isUseOf(limit, resource))) this.#enqueue(quota);
    }
  }

  *#resync(): Process {
    for (;;) {
      yield* sleep(resyncPeriod);
      this.#env.tracer.timer(component, 'quota-resync');
      for (const quota of this.#quotas.lister.list()) this.#enqueue(quota);
    }
  }

  #objectsOf = (resource: string, namespace: string): readonly KubeObject[] => {
    const info = resourceForTypedName(resource);
    return info === undefined ? [] : this.#monitor.objectsOf(info, namespace);
  };

  *#syncQuota(key: string): Process<SyncResult> {
    const quota = this.#quotas.lister.get(key);
    if (quota === undefined) return undefined;
    const { hard = {} } = quota.spec;
    const used = usageOf(quota, this.#objectsOf);
    const { status } = quota;
    if (deepEqual(status?.hard, hard) && sameAmounts(status?.used ?? {}, used)) return undefined;
    const { namespace, name: quotaName } = quota.metadata;
    const body: ResourceQuota = { ...quota, status: { hard, used } };
    const target = { namespace, name: quotaName, subresource: 'status' };
    const answer = yield* this.#client.update<ResourceQuota>(resourceQuotas, body, target);
    return answer.ok || isNotFound(answer.error) ? undefined : apiError(answer.error);
  }
}

function sameAmounts(
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): boolean {
  const names = Object.keys(b);
  if (names.length !== Object.keys(a).length) return false;
  return names.every((resource) => {
    const [left, right] = [a[resource], b[resource]];
    return left !== undefined && right !== undefined && compareQuantities(left, right) === 0;
  });
}

/**
 * Writes the rules of the selected roles into each ClusterRole with an aggregation rule. Models
 * kubernetes/pkg/controller/clusterroleaggregation clusterroleaggregation_controller.go.
 */

import type { Environment } from '#cluster/environment';
import type { ClusterRole, PolicyRule } from '#k8s.io/api/rbac/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { matchLabelSelector } from '#k8s.io/apimachinery/labels';
import { clusterRoles } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  controllerDescriptor,
  workQueue,
} from '../app/controller-context.ts';
import { apiError, type SyncResult, startWorkers } from '../controller/workers.ts';

const name = 'clusterrole-aggregation-controller';
const workers = 5;

export const clusterRoleAggregationController = controllerDescriptor(
  name,
  (context, client) => new ClusterRoleAggregationController(context, client),
);

class ClusterRoleAggregationController implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #roles: SharedInformer<ClusterRole>;
  readonly #queue: RateLimitingQueue;

  constructor(context: ControllerContext, client: RestClient) {
    this.#env = context.env;
    this.#client = client;
    this.#queue = workQueue(context, name, 'ClusterRoleAggregator');
    this.#roles = context.informers.forResource<ClusterRole>(clusterRoles);
    const enqueue = (): void => this.#enqueueAggregated();
    this.#roles.addEventHandler({ onAdd: enqueue, onUpdate: enqueue, onDelete: enqueue });
  }

  *run(): Process {
    yield* this.#roles.waitForSync();
    startWorkers(this.#env, this.#queue, (key) => this.#sync(key), { workers });
  }

  /** Any of these roles may select the one that changed. */
  #enqueueAggregated(): void {
    for (const role of this.#roles.lister.list()) {
      if (role.aggregationRule) this.#queue.add(role.metadata.name);
    }
  }

  *#sync(key: string): Process<SyncResult> {
    const role = this.#roles.lister.get(key);
    if (role?.aggregationRule === undefined) return undefined;
    const rules = aggregatedRules(role, this.#roles.lister.list());
    if (deepEqual(rules, role.rules ?? [])) return undefined;
    const { apiVersion, kind } = role;
    const applied = rules.length > 0 && { rules };
    const body = { kind, apiVersion, metadata: { name: key }, ...applied };
    const answer = yield* this.#client.patch(clusterRoles, 'application/apply-patch+yaml', body, {
      name: key,
      query: { fieldManager: name, force: true },
    });
    return answer.ok || isNotFound(answer.error) ? undefined : apiError(answer.error);
  }
}

/** Ordered by selector, then by the names of the roles; each rule once. */
function aggregatedRules(role: ClusterRole, all: readonly ClusterRole[]): readonly PolicyRule[] {
  const others = all
    .filter((other) => other.metadata.name !== role.metadata.name)
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  const rules: PolicyRule[] = [];
  for (const selector of role.aggregationRule?.clusterRoleSelectors ?? []) {
    const selected = others.filter((other) => matchLabelSelector(selector, other.metadata.labels));
    for (const rule of selected.flatMap((other) => other.rules ?? [])) {
      if (!rules.some((existing) => deepEqual(existing, rule))) rules.push(rule);
    }
  }
  return rules;
}

/**
 * Writes the result of a type check into the status of each ValidatingAdmissionPolicy. Models
 * kubernetes/pkg/controller/validatingadmissionpolicystatus controller.go.
 */

import { must } from '#base/assert';
import type { Environment } from '#cluster/environment';
import type { ValidatingAdmissionPolicy } from '#k8s.io/api/admissionregistration/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { resourceFor } from '#k8s.io/apimachinery/resources';
import { celOf } from '#k8s.io/apiserver/cel/cel';
import type { Resource } from '#k8s.io/client-go/rest/resource';
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
import { checkTypes } from './type-checker.ts';

const name = 'validatingadmissionpolicy-status-controller';
const workers = 5;
const fieldManager = 'validatingadmissionpolicy-status';
const group = 'admissionregistration.k8s.io';
const apiVersion = `${group}/v1`;

const policies: Resource = (() => {
  const info = must(resourceFor(group, 'v1', 'validatingadmissionpolicies'), 'policies are served');
  return { group, version: 'v1', resource: info.plural, kind: info.kind, namespaced: false };
})();

export const validatingAdmissionPolicyStatusController = controllerDescriptor(
  name,
  (context, client) => new StatusController(context, client),
);

class StatusController implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #policies: SharedInformer<ValidatingAdmissionPolicy>;
  readonly #queue: RateLimitingQueue;

  constructor(context: ControllerContext, client: RestClient) {
    this.#env = context.env;
    this.#client = client;
    this.#queue = workQueue(context, name, 'validatingadmissionpolicy-status');
    this.#policies = context.informers.forResource<ValidatingAdmissionPolicy>(policies);
    this.#policies.addEventHandler({
      onAdd: (policy) => this.#queue.add(policy.metadata.name),
      onUpdate: (_old, policy) => this.#queue.add(policy.metadata.name),
    });
  }

  *run(): Process {
    yield* this.#policies.waitForSync();
    startWorkers(this.#env, this.#queue, (key) => this.#sync(key), { workers });
  }

  *#sync(key: string): Process<SyncResult> {
    const policy = this.#policies.lister.get(key);
    if (policy === undefined) return undefined;
    const { generation } = policy.metadata;
    if (policy.status?.observedGeneration === generation) return undefined;
    const expressionWarnings = checkTypes(policy, celOf(this.#env));
    const typeChecking = expressionWarnings.length === 0 ? {} : { expressionWarnings };
    const status = { observedGeneration: generation, typeChecking };
    const body = { kind: policies.kind, apiVersion, metadata: { name: key }, status };
    const answer = yield* this.#client.patch(policies, 'application/apply-patch+yaml', body, {
      name: key,
      subresource: 'status',
      query: { fieldManager, force: true },
    });
    return answer.ok || isNotFound(answer.error) ? undefined : apiError(answer.error);
  }
}

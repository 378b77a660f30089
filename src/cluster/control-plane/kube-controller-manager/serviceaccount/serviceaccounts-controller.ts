/**
 * Ensures that every active namespace has the service account `default`. Models
 * kubernetes/pkg/controller/serviceaccount/serviceaccounts_controller.go.
 */

import type { Environment } from '#cluster/environment';
import type { Namespace, ServiceAccount } from '#k8s.io/api/core/v1';
import { isAlreadyExists } from '#k8s.io/apimachinery/errors';
import { namespaces, serviceAccounts } from '#k8s.io/client-go/rest/resource';
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
import { isNamespaceTerminating } from '../controller/pod-control.ts';
import { apiError, type SyncResult, startWorkers, waitForCaches } from '../controller/workers.ts';

const name = 'serviceaccount-controller';
const workers = 1;
/** The accounts that each namespace must have. */
const accounts = ['default'];

export const serviceAccountController = controllerDescriptor(
  name,
  (context, client) => new ServiceAccountsController(context, client),
  { serviceAccount: 'service-account-controller' },
);

class ServiceAccountsController implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #namespaces: SharedInformer<Namespace>;
  readonly #accounts: SharedInformer<ServiceAccount>;
  readonly #queue: RateLimitingQueue;

  constructor(context: ControllerContext, client: RestClient) {
    this.#env = context.env;
    this.#client = client;
    this.#queue = workQueue(context, name, 'serviceaccount');
    this.#accounts = context.informers.forResource<ServiceAccount>(serviceAccounts);
    this.#namespaces = context.informers.forResource<Namespace>(namespaces);
    this.#accounts.addEventHandler({
      onDelete: ({ metadata }) => {
        if (accounts.includes(metadata.name)) this.#queue.add(metadata.namespace);
      },
    });
    this.#namespaces.addEventHandler({
      onAdd: ({ metadata }) => this.#queue.add(metadata.name),
      onUpdate: (_old, { metadata }) => this.#queue.add(metadata.name),
    });
  }

  *run(): Process {
    yield* waitForCaches(this.#accounts, this.#namespaces);
    startWorkers(this.#env, this.#queue, (key) => this.#syncNamespace(key), { workers });
  }

  *#syncNamespace(namespace: string): Process<SyncResult> {
    if (this.#namespaces.lister.get(namespace)?.status?.phase !== 'Active') return undefined;
    let error: SyncResult;
    for (const account of this.#env.sim.inTurn(accounts)) {
      if (this.#accounts.lister.get(`${namespace}/${account}`) !== undefined) continue;
      const metadata = { name: account, namespace };
      const body = { kind: 'ServiceAccount', apiVersion: 'v1', metadata };
      const answer = yield* this.#client.create(serviceAccounts, body, { namespace });
      if (answer.ok || isAlreadyExists(answer.error)) continue;
      if (!isNamespaceTerminating(answer.error)) error = apiError(answer.error);
    }
    return error;
  }
}

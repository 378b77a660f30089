/**
 * Sees that every active namespace has its service account `default`.
 *
 * Models kubernetes/pkg/controller/serviceaccount/serviceaccounts_controller.go. In: namespaces
 * and service accounts from the shared informers. Out: missing service accounts.
 */
import type { Namespace, ServiceAccount } from '#k8s.io/api/core/v1';
import { isAlreadyExists } from '#k8s.io/apimachinery/errors';
import { namespaces, serviceAccounts } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  type ControllerDescriptor,
  componentOf,
  workQueue,
} from '../app/controller-context.ts';
import { apiError, type SyncResult, startWorkers } from '../controller/workers.ts';

const name = 'serviceaccount-controller';
const accountName = 'default';

export const serviceAccountController: ControllerDescriptor = {
  name,
  *build(context) {
    const options = { controller: name, serviceAccount: 'service-account-controller' };
    const client = yield* context.clients.client(options);
    return new ServiceAccountsController(context, client);
  },
};

class ServiceAccountsController implements Controller {
  readonly #context: ControllerContext;
  readonly #client: RestClient;
  readonly #queue;
  readonly #namespaces;
  readonly #accounts;

  constructor(context: ControllerContext, client: RestClient) {
    this.#context = context;
    this.#client = client;
    this.#queue = workQueue(context, name, 'serviceaccount');
    this.#namespaces = context.informers.forResource<Namespace>(namespaces);
    this.#accounts = context.informers.forResource<ServiceAccount>(serviceAccounts);
    this.#namespaces.addEventHandler({
      onAdd: ({ metadata }) => this.#queue.add(metadata.name),
      onUpdate: (_, { metadata }) => this.#queue.add(metadata.name),
    });
    this.#accounts.addEventHandler({
      onDelete: ({ metadata }) => {
        if (metadata.name === accountName) this.#queue.add(metadata.namespace);
      },
    });
  }

  *run(): Process {
    yield* this.#namespaces.waitForSync();
    yield* this.#accounts.waitForSync();
    startWorkers(this.#context.env, {
      component: componentOf(name),
      queue: this.#queue,
      workers: 1,
      sync: (key) => this.#sync(key),
    });
  }

  *#sync(namespace: string): Process<SyncResult> {
    const found = this.#namespaces.lister.get(namespace);
    if (found?.status?.phase !== 'Active') return undefined;
    if (this.#accounts.lister.get(`${namespace}/${accountName}`) !== undefined) return undefined;
    const account = {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: accountName, namespace },
    };
    const created = yield* this.#client.create(serviceAccounts, account, { namespace });
    if (created.ok || isAlreadyExists(created.error)) return undefined;
    return apiError(created.error);
  }
}

/**
 * Empties namespaces that are being deleted, then removes their finalizer. Models
 * kubernetes/pkg/controller/namespace/namespace_controller.go.
 */
import { ms, second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { Namespace } from '#k8s.io/api/core/v1';
import { namespaces } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  type ControllerDescriptor,
  workQueue,
} from '../app/controller-context.ts';
import { type SyncError, type SyncResult, startWorkers } from '../controller/workers.ts';
import { NamespacedResourcesDeleter } from './namespaced-resources-deleter.ts';

const name = 'namespace-controller';
const workers = 10;
const rateLimits = { base: ms(5), max: 60 * second };
/** Other API servers may still be creating content when the deletion is first seen. */
const deletionGracePeriod = 5 * second;
/** Twenty and a hundred times the usual rate and burst: each namespace needs many calls. */
const clientRate = { qps: 400, burst: 3000 };

export const namespaceController: ControllerDescriptor = {
  name,
  *build(context) {
    const client = yield* context.clients.client({
      controller: name,
      serviceAccount: name,
      ...clientRate,
    });
    return new NamespaceController(context, client);
  },
};

class NamespaceController implements Controller {
  readonly #env: Environment;
  readonly #namespaces: SharedInformer<Namespace>;
  readonly #queue: RateLimitingQueue;
  readonly #deleter: NamespacedResourcesDeleter;

  constructor(context: ControllerContext, client: RestClient) {
    this.#env = context.env;
    this.#queue = workQueue(context, name, 'namespace', rateLimits);
    this.#deleter = new NamespacedResourcesDeleter(context.env, client);
    this.#namespaces = context.informers.forResource<Namespace>(namespaces);
    const enqueue = ({ metadata }: Namespace): void => {
      if (metadata.deletionTimestamp === undefined) return;
      this.#queue.addAfter(metadata.name, deletionGracePeriod);
    };
    this.#namespaces.addEventHandler({ onAdd: enqueue, onUpdate: (_old, one) => enqueue(one) });
  }

  *run(): Process {
    yield* this.#namespaces.waitForSync();
    startWorkers(this.#env, this.#queue, (key) => this.#syncNamespace(key), {
      workers,
      forgives: (error) => estimateOf(error) !== undefined,
    });
  }

  *#syncNamespace(key: string): Process<SyncResult> {
    if (this.#namespaces.lister.get(key) === undefined) return undefined;
    const outcome = yield* this.#deleter.delete(key);
    if (outcome.kind === 'done') return undefined;
    if (outcome.kind === 'failed') return outcome.error;
    const { seconds } = outcome;
    this.#queue.addAfter(key, (Math.floor(seconds / 2) + 1) * second);
    return new ResourcesRemaining(seconds);
  }
}

/** Not a failure: some content needs more time. */
class ResourcesRemaining implements SyncError {
  readonly message: string;
  readonly seconds: number;

  constructor(seconds: number) {
    const remains = 'some content remains in the namespace';
    this.message = `${remains}, estimate ${seconds} seconds before it is removed`;
    this.seconds = seconds;
  }
}

const estimateOf = (error: SyncError): number | undefined =>
  error instanceof ResourcesRemaining ? error.seconds : undefined;

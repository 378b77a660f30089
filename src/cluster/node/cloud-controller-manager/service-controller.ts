/**
 * Gives each Service of type LoadBalancer a load balancer of the cloud, and takes it away again.
 *
 * Models k8s.io/cloud-provider controllers/service/controller.go. In: Services and Nodes by
 * watches, and the cloud's load balancers. Out: a finalizer and the status of Services, their
 * Events, calls to the cloud.
 */
import { defined } from '#base/defined';
import { err, ok, type Result } from '#base/result';
import { second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { LoadBalancerStatus, Node, Service } from '#k8s.io/api/core/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { asJson, deepEqual, type JsonObject } from '#k8s.io/apimachinery/json-value';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import { createTwoWayMergePatch } from '#k8s.io/apimachinery/patch/create-strategic-merge';
import { structSchema } from '#k8s.io/apimachinery/schema/schema';
import { nodes, services } from '#k8s.io/client-go/rest/resource';
import { RestClient, type RestConfig } from '#k8s.io/client-go/rest/rest-client';
import { SharedInformerFactory } from '#k8s.io/client-go/tools/cache/informer-factory';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { Process } from '#sim/simulation';
import type { LoadBalancer } from './load-balancer.ts';
import {
  areSameNodes,
  hasFinalizer,
  loadBalancerCleanupFinalizer,
  needsCleanup,
  needsUpdate,
  shouldSyncUpdatedNode,
  stableNodeSet,
  wantsLoadBalancer,
} from './service-changes.ts';

const component = 'cloud-controller-manager';
/** Flag --concurrent-service-syncs. */
const workers = 1;
const retries = { base: 5 * second, max: 300 * second };
const noNodes = 'There are no available nodes for LoadBalancer';
const maxNodeNames = 20;

export interface ServiceControllerOptions {
  /** Credentials of its service account. */
  readonly rest: RestConfig;
  readonly cloud: LoadBalancer;
  readonly out: (text: string) => void;
}

type Done = Result<undefined, string>;

export class ServiceController {
  readonly #env: Environment;
  readonly #options: ServiceControllerOptions;
  readonly #client: RestClient;
  readonly #recorder: EventRecorder;
  readonly #informers: SharedInformerFactory;
  readonly #services: SharedInformer<Service>;
  readonly #nodes: SharedInformer<Node>;
  readonly #serviceQueue: RateLimitingQueue;
  readonly #nodeQueue: RateLimitingQueue;
  /** As they were when they were last synced, by `namespace/name`. */
  readonly #cache = new Map<string, Service>();
  readonly #lastSyncedNodes = new Map<string, readonly Node[]>();

  constructor(env: Environment, options: ServiceControllerOptions) {
    const { sim, tracer } = env;
    this.#env = env;
    this.#options = options;
    this.#client = new RestClient(sim, tracer, options.rest);
    this.#recorder = new EventRecorder(env, this.#client, {
      component: 'service-controller',
      api: 'core',
    });
    const prng = env.prng.fork(component);
    this.#informers = new SharedInformerFactory(sim, tracer, this.#client, prng);
    this.#services = this.#informers.forResource<Service>(services);
    this.#nodes = this.#informers.forResource<Node>(nodes);
    this.#serviceQueue = new RateLimitingQueue(sim, tracer, component, 'service', retries);
    this.#nodeQueue = new RateLimitingQueue(sim, tracer, component, 'node', retries);
    this.#handleServices();
    this.#handleNodes();
  }

  /** Runs until its process ends. */
  *run(): Process<number> {
    const { sim } = this.#env;
    sim.spawn('events', this.#recorder.run());
    this.#informers.start();
    this.#options.out('Starting service controller\n');
    yield* sim.asideProcess(this.#informers.waitForCacheSync());
    for (let n = 0; n < workers; n++) sim.spawn('service worker', this.#serviceWorker());
    return yield* this.#nodeWorker();
  }

  #handleServices(): void {
    const enqueue = ({ metadata }: Service): void =>
      this.#serviceQueue.add(`${metadata.namespace}/${metadata.name}`);
    // A deletion comes as an update: the finalizer is still there.
    this.#services.addEventHandler({
      onAdd: (service) => {
        if (wantsLoadBalancer(service) || needsCleanup(service)) enqueue(service);
      },
      onUpdate: (old, service) => {
        if (needsUpdate(old, service) || needsCleanup(service)) enqueue(service);
      },
    });
  }

  #handleNodes(): void {
    const enqueue = ({ metadata }: Node): void => this.#nodeQueue.add(metadata.name);
    this.#nodes.addEventHandler({
      onAdd: enqueue,
      onUpdate: (old, node) => {
        if (shouldSyncUpdatedNode(old, node)) enqueue(node);
      },
      onDelete: enqueue,
    });
  }

  *#serviceWorker(): Process {
    const queue = this.#serviceQueue;
    const { tracer } = this.#env;
    for (;;) {
      const key = yield* queue.get();
      tracer.emit({ type: 'SyncStarted', component, key });
      const done = yield* this.#syncService(key);
      const error = done.ok ? undefined : done.error;
      tracer.emit({ type: 'SyncFinished', component, key, ...defined({ error }) });
      if (done.ok) queue.forget(key);
      else queue.addRateLimited(key);
      queue.done(key);
    }
  }

  /** The nodes have changed: every load balancer is told, if that concerns it. */
  *#nodeWorker(): Process<never> {
    const queue = this.#nodeQueue;
    for (;;) {
      const key = yield* queue.get();
      for (const [name, service] of this.#env.sim.each([...this.#cache])) {
        const retry = yield* this.#nodeSyncService(name, service);
        if (retry) this.#serviceQueue.add(name);
      }
      queue.forget(key);
      queue.done(key);
    }
  }

  *#syncService(key: string): Process<Done> {
    const service = this.#services.lister.get(key);
    if (service !== undefined) return yield* this.#processCreateOrUpdate(key, service);
    const cached = this.#cache.get(key);
    if (cached === undefined) return ok(undefined);
    const done = yield* this.#processDelete(cached);
    if (done.ok) this.#cache.delete(key);
    return done;
  }

  *#processCreateOrUpdate(key: string, service: Service): Process<Done> {
    const cached = this.#cache.get(key);
    if (cached !== undefined && cached.metadata.uid !== service.metadata.uid) {
      const done = yield* this.#processDelete(cached);
      if (!done.ok) return done;
    }
    this.#cache.set(key, service);
    const done = yield* this.#syncIfNeeded(key, service);
    if (!done.ok) {
      const message = `Error syncing load balancer: ${done.error}`;
      this.#recorder.event(service, 'Warning', 'SyncLoadBalancerFailed', message);
      return done;
    }
    if (done.value === 'delete') this.#cache.delete(key);
    return ok(undefined);
  }

  /** Source: syncLoadBalancerIfNeeded. */
  *#syncIfNeeded(key: string, service: Service): Process<Result<'delete' | 'ensure', string>> {
    const unwanted = !wantsLoadBalancer(service) || needsCleanup(service);
    const status = unwanted ? yield* this.#cleanUp(service) : yield* this.#ensure(key, service);
    if (!status.ok) return status;
    const before = service.status?.loadBalancer?.ingress ?? [];
    if (!deepEqual(asJson(before), asJson(status.value.ingress ?? []))) {
      const loadBalancer = status.value;
      const updated = { ...service, status: { ...service.status, loadBalancer } };
      const patched = yield* this.#patchService(service, updated);
      // It may have gone as soon as its finalizer went.
      if (!patched.ok && !isNotFound(patched.error)) {
        return err(`failed to update load balancer status: ${patched.error.message}`);
      }
    }
    return ok(unwanted ? 'delete' : 'ensure');
  }

  *#cleanUp(service: Service): Process<Result<LoadBalancerStatus, string>> {
    const { cloud } = this.#options;
    if ((yield* cloud.getLoadBalancer(service)) !== undefined) {
      this.#say(service, 'DeletingLoadBalancer', 'Deleting load balancer');
      const deleted = yield* cloud.ensureLoadBalancerDeleted(service);
      if (!deleted.ok) return err(`failed to delete load balancer: ${deleted.error}`);
    }
    if (hasFinalizer(service)) {
      const { finalizers = [] } = service.metadata;
      const rest = finalizers.filter((name) => name !== loadBalancerCleanupFinalizer);
      const patched = yield* this.#patchFinalizers(service, rest);
      if (!patched.ok) {
        const why = 'failed to remove load balancer cleanup finalizer';
        return err(`${why}: ${patched.error.message}`);
      }
    }
    this.#say(service, 'DeletedLoadBalancer', 'Deleted load balancer');
    return ok({});
  }

  *#ensure(key: string, service: Service): Process<Result<LoadBalancerStatus, string>> {
    this.#say(service, 'EnsuringLoadBalancer', 'Ensuring load balancer');
    // First the finalizer: the Service must not go before what the cloud made for it.
    if (!hasFinalizer(service)) {
      const { finalizers = [] } = service.metadata;
      const all = [...finalizers, loadBalancerCleanupFinalizer];
      const patched = yield* this.#patchFinalizers(service, all);
      if (!patched.ok) {
        return err(`failed to add load balancer cleanup finalizer: ${patched.error.message}`);
      }
    }
    const targets = stableNodeSet(this.#nodes.lister.list());
    if (targets.length === 0) {
      this.#recorder.event(service, 'Warning', 'UnAvailableLoadBalancer', noNodes);
    }
    this.#lastSyncedNodes.set(key, targets);
    const ensured = yield* this.#options.cloud.ensureLoadBalancer(service, targets);
    if (!ensured.ok) return err(`failed to ensure load balancer: ${ensured.error}`);
    this.#say(service, 'EnsuredLoadBalancer', 'Ensured load balancer');
    return ensured;
  }

  /** Of a Service that has gone without its finalizer. Source: processLoadBalancerDelete. */
  *#processDelete(service: Service): Process<Done> {
    if (!wantsLoadBalancer(service)) return ok(undefined);
    this.#say(service, 'DeletingLoadBalancer', 'Deleting load balancer');
    const deleted = yield* this.#options.cloud.ensureLoadBalancerDeleted(service);
    if (deleted.ok) this.#say(service, 'DeletedLoadBalancer', 'Deleted load balancer');
    else {
      const message = `Error deleting load balancer: ${deleted.error}`;
      this.#recorder.event(service, 'Warning', 'DeleteLoadBalancerFailed', message);
    }
    return deleted;
  }

  /** Whether the Service is to be synced again. */
  *#nodeSyncService(key: string, service: Service): Process<boolean> {
    if (!wantsLoadBalancer(service)) return false;
    const now = stableNodeSet(this.#nodes.lister.list());
    const old = stableNodeSet(this.#lastSyncedNodes.get(key) ?? []);
    this.#lastSyncedNodes.set(key, now);
    if (areSameNodes(old, now)) return false;
    const { cloud } = this.#options;
    const updated = yield* cloud.updateLoadBalancer(service, now);
    if (updated.ok) {
      if (now.length > 0) {
        this.#say(service, 'UpdatedLoadBalancer', 'Updated load balancer with new hosts');
      } else this.#recorder.event(service, 'Warning', 'UnAvailableLoadBalancer', noNodes);
      return false;
    }
    if ((yield* cloud.getLoadBalancer(service)) === undefined) return false;
    const names = `[${now
      .slice(0, maxNodeNames)
      .map(({ metadata }) => metadata.name)
      .join(' ')}]`;
    const limit = `[node names limited, total number of nodes: ${now.length}]`;
    const message = `Error updating load balancer with new hosts ${names} ${limit}`;
    const text = `${message}, error: ${updated.error}`;
    this.#recorder.event(service, 'Warning', 'UpdateLoadBalancerFailed', text);
    return true;
  }

  #say(service: Service, reason: string, message: string): void {
    this.#recorder.event(service, 'Normal', reason, message);
  }

  #patchFinalizers(service: Service, finalizers: readonly string[]) {
    const updated = { ...service, metadata: { ...service.metadata, finalizers } };
    return this.#patchService(service, updated);
  }

  /** Source: k8s.io/cloud-provider service/helpers PatchService: by way of the status. */
  *#patchService(old: Service, updated: Service): Process<Result<unknown, Status>> {
    const schema = structSchema('core.Service');
    const [before, after] = [asJson(old), asJson(updated)] as readonly JsonObject[];
    const patch = createTwoWayMergePatch(before ?? {}, after ?? {}, schema);
    const type = 'application/strategic-merge-patch+json';
    const { namespace, name } = old.metadata;
    return yield* this.#client.patch(services, type, patch, {
      ...{ namespace, name },
      subresource: 'status',
    });
  }
}

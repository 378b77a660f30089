/**
 * Every stored resource of the API server, with its watch cache.
 *
 * Models kubernetes pkg/controlplane instance.go InstallAPIs: one REST storage for each resource
 * and subresource. In: etcd and what admission needs. Out: `storageFor`, `cache`.
 */
import { must } from '#base/assert';
import { defined } from '#base/defined';
import { ok } from '#base/result';
import type { ClusterConfig } from '#cluster/config/cluster-config';
import type { EtcdClient } from '#cluster/control-plane/etcd/client';
import type { Environment } from '#cluster/environment';
import { qualifiedResource } from '#k8s.io/apimachinery/errors';
import {
  clusterTrustBundles,
  etcdKey,
  groupResource,
  type ResourceInfo,
  resourceForKind,
  resources,
} from '#k8s.io/apimachinery/resources';
import { celOf } from '#k8s.io/apiserver/cel/cel';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import type { AdmissionEnvironment } from '../admission/admission.ts';
import { AdmissionChain } from '../admission/chain.ts';
import { orderedPlugins } from '../admission/plugins.ts';
import { CustomResources, definitions } from '../apiextensions/custom-resources.ts';
import type { Authorize } from '../authorizer/question.ts';
import type { ObjectCount } from '../metrics/metrics-page.ts';
import type { Reach, ReachOutside } from '../reach.ts';
import type { RequestAttributes } from '../request-attributes.ts';
import { serverAttributes } from '../server-attributes.ts';
import { Cacher } from '../storage/cacher.ts';
import { compactPeriodically } from '../storage/compactor.ts';
import { Etcd3Store } from '../storage/etcd3.ts';
import { LeaseManager } from '../storage/lease-manager.ts';
import type { Reader } from '../storage/reader.ts';
import type { ResourceCache } from '../storage/resource-cache.ts';
import { UncachedReader } from '../storage/uncached-reader.ts';
import { requesterHooks } from './certificates/certificate-signing-request.ts';
import { conversions, storageVersionOf } from './conversion.ts';
import { ComponentStatusRest } from './core/componentstatus/rest.ts';
import { BindingStorage, legacyBindingStorage } from './core/pod/binding-storage.ts';
import { droppingDisabled } from './core/pod/disabled-fields.ts';
import type { EvictionEnvironment } from './core/pod/eviction-storage.ts';
import { serviceHooks } from './core/service/allocation.ts';
import { escalationHooks } from './rbac/escalation.ts';
import { ResourceStorage } from './resource-storage.ts';
import type { ListOptions, RestStorage, StorageResult } from './rest-storage.ts';
import { StatusStorage } from './status-storage.ts';
import type { StorageRegistry } from './storage-registry.ts';
import { StorageTable } from './storage-table.ts';
import { Store } from './store.ts';
import type { Conversion, StoreHooks } from './store-options.ts';
import { strategyFor } from './strategies.ts';
import type { AnyStrategy } from './strategy.ts';
import { subresourceStorage } from './subresources.ts';
import { wellKnown } from './well-known.ts';

/** The server's own deletions do not go through admission. */
function* unasked(): Process<StorageResult<void>> {
  return ok(undefined);
}

/** The storage of a resource, which all its served versions share. */
interface Backing {
  readonly storage: Etcd3Store;
  readonly reader: Reader;
  readonly cacher: Cacher | undefined;
  readonly resource: ResourceInfo;
}

/** Whether objects of the resource are stored, unlike reviews and bindings. */
const isStored = (resource: ResourceInfo): boolean =>
  resource.verbs.includes('create') && resource.verbs.includes('get');

export interface RegistryOptions {
  readonly etcd: EtcdClient;
  readonly config: ClusterConfig;
  readonly authorize: Authorize;
  /** A client of the server itself (`system:apiserver`, system:masters), for IPAddress objects. */
  readonly loopback: RestClient;
  /** Whether a process listens on a port of 127.0.0.1. Absent: none does. */
  readonly listens?: ((port: number) => boolean) | undefined;
  /** The way to programs of Pods. Absent: there is none. */
  readonly reach?: Reach | undefined;
  /** The way to webhooks outside the cluster. Absent: there is none. */
  readonly reachOutside?: ReachOutside | undefined;
  /** Of kinds whose strategies only some clusters load, by resource. */
  readonly strategies?: Readonly<Record<string, AnyStrategy>> | undefined;
}

const everyObject: ListOptions = {
  labelSelector: '',
  fieldSelector: '',
  resourceVersion: '',
  resourceVersionMatch: '',
  limit: 0,
  continue: '',
};

export class Registry implements StorageRegistry {
  readonly #env: Environment;
  readonly #options: RegistryOptions;
  readonly #leases: LeaseManager;
  readonly #backings = new Map<string, Backing>();
  readonly #storages = new StorageTable();
  readonly #subresources: EvictionEnvironment;
  /** The custom resources. */
  readonly custom: CustomResources;
  /** Both passes of admission, also for subresources that the handlers serve themselves. */
  readonly admission: AdmissionChain;

  constructor(env: Environment, options: RegistryOptions) {
    this.#env = { ...env, prng: env.prng.fork('registry') };
    this.#options = options;
    this.#leases = new LeaseManager(env.sim, options.etcd);
    let made: AdmissionEnvironment | undefined;
    const environment = (): AdmissionEnvironment => {
      made ??= this.#admissionEnvironment(env);
      return made;
    };
    this.admission = new AdmissionChain(env.tracer, () => orderedPlugins(environment()));
    this.#subresources = {
      env: this.#env,
      storage: (resource) => this.#whole(resource),
      cache: (resource) => this.cache(resource),
    };
    const trustBundles = options.config.clusterTrustBundles === true;
    const gated = trustBundles ? [clusterTrustBundles] : [];
    for (const resource of [...resources, ...gated]) {
      if (!isStored(resource)) continue;
      const own = options.strategies?.[qualifiedResource(groupResource(resource))];
      const strategy = own ?? strategyFor(resource, env);
      this.#install(resource, droppingDisabled(resource, strategy, trustBundles));
    }
    this.#storages.set(wellKnown.componentStatuses, '', this.#componentStatuses());
    const { pods, bindings } = wellKnown;
    const binding = new BindingStorage(this.#whole(pods));
    this.#storages.set(bindings, '', legacyBindingStorage(binding));
    this.custom = new CustomResources(
      this.#env,
      this.cache(definitions),
      options.loopback,
      this,
      environment,
      gated,
    );
  }

  #admissionEnvironment(env: Environment): AdmissionEnvironment {
    const { config, authorize, loopback } = this.#options;
    const { reach = () => undefined, reachOutside = () => undefined } = this.#options;
    return {
      sim: env.sim,
      tracer: env.tracer,
      prng: env.prng.fork('admission'),
      ...{ config, authorize, loopback, reach, reachOutside },
      cel: celOf(env),
      cache: (resource) => this.cache(resource),
      resourceForKind: (apiVersion, kind) =>
        resourceForKind(apiVersion, kind) ?? this.custom.findKind(apiVersion, kind),
      live: (resource, namespace, name) =>
        this.#live(resource).get(etcdKey(resource, namespace, name)),
    };
  }

  /** Adds a custom resource or its new definition; returns when its watch cache is ready. */
  *install(
    resource: ResourceInfo,
    strategy: AnyStrategy,
    conversion: Conversion,
    parts: {
      readonly whole: (store: Store) => ResourceStorage;
      readonly scale: ((whole: ResourceStorage) => RestStorage) | undefined;
    },
  ): Process {
    const isNew = !this.#backings.has(resource.etcdPrefix);
    const whole = this.#install(resource, strategy, conversion, parts.whole);
    const scale = parts.scale?.(whole);
    if (scale === undefined) this.#storages.delete(resource, 'scale');
    else this.#storages.set(resource, 'scale', scale);
    if (strategy.status === undefined) this.#storages.delete(resource, 'status');
    const { cacher } = this.#backing(resource, strategy);
    if (cacher === undefined || !isNew) return;
    const { sim } = this.#env;
    sim.spawn('watch cache', cacher.run());
    yield* sim.asideProcess(cacher.ready());
  }

  /** Stops serving a custom resource; stored objects stay. */
  uninstall(resource: ResourceInfo): void {
    for (const part of ['', 'status', 'scale']) this.#storages.delete(resource, part);
  }

  /**
   * Deletes all objects of a custom resource, as the finalizer of definitions does: past the
   * handler chain. Returns true when none is left. Source: crd_finalizer.go deleteInstances.
   */
  *deleteAll(resource: ResourceInfo): Process<boolean> {
    const whole = this.#whole(resource);
    const attrs = serverAttributes('deletecollection', resource, '', '');
    const listed = yield* whole.list(attrs, everyObject);
    if (!listed.ok) return true;
    yield* whole.store.deleteAll(attrs, {}, listed.value);
    const left = yield* whole.list(attrs, everyObject);
    return !left.ok || left.value.items.length === 0;
  }

  /** Fills the watch caches; returns when all are ready and leaves their processes running. */
  *run(): Process {
    const { sim } = this.#env;
    sim.spawn('compactor', compactPeriodically(this.#env, this.#options.etcd));
    for (const { cacher } of this.#backings.values()) {
      if (cacher !== undefined) sim.spawn('watch cache', cacher.run());
    }
    for (const { cacher } of sim.each(this.#backings.values())) {
      if (cacher !== undefined) yield* cacher.ready();
    }
    yield* sim.asideProcess(this.custom.restore());
    sim.spawn('custom resources', this.custom.run());
  }

  storageFor(resource: ResourceInfo, subresource: string): RestStorage | undefined {
    return this.#storages.get(resource, subresource);
  }

  /** How many objects are stored, as the watch caches know it. */
  objectCounts(): readonly ObjectCount[] {
    return [...this.#backings.values()].flatMap(({ cacher, resource }) =>
      cacher === undefined ? [] : [{ resource, count: cacher.size }],
    );
  }

  cache(resource: ResourceInfo): ResourceCache {
    const cacher = this.#backings.get(resource.etcdPrefix)?.cacher;
    return must(cacher, `${resource.plural} has no watch cache`);
  }

  #componentStatuses(): RestStorage {
    const { sim, prng } = this.#env;
    const { etcd, listens = () => false } = this.#options;
    return new ComponentStatusRest({ sim, prng: prng.fork('componentstatuses'), etcd, listens });
  }

  #live(resource: ResourceInfo): Etcd3Store {
    const backing = this.#backings.get(resource.etcdPrefix);
    return must(backing, `${resource.plural} are stored`).storage;
  }

  #whole(resource: ResourceInfo): ResourceStorage {
    return this.#storages.get(resource, '') as ResourceStorage;
  }

  #install(
    resource: ResourceInfo,
    strategy: AnyStrategy,
    conversion = conversions.get(`${resource.apiVersion}/${resource.plural}`),
    makeWhole = (store: Store): ResourceStorage => new ResourceStorage(store),
  ): ResourceStorage {
    const { storage, reader } = this.#backing(resource, strategy);
    const hooks = this.#hooks(resource);
    const store = new Store({
      sim: this.#env.sim,
      tracer: this.#env.tracer,
      prng: this.#env.prng.fork(`${resource.apiVersion}/${resource.plural}`),
      admission: this.admission,
      resource,
      strategy,
      storage,
      reader,
      ...defined({ conversion, hooks }),
    });
    const whole = makeWhole(store);
    this.#storages.set(resource, '', whole);
    for (const { name } of resource.subresources) {
      const sub =
        name === 'status' && strategy.status !== undefined
          ? new StatusStorage(whole, strategy.status)
          : subresourceStorage(name, whole, this.#subresources);
      if (sub !== undefined) this.#storages.set(resource, name, sub);
    }
    return whole;
  }

  #hooks(resource: ResourceInfo): StoreHooks | undefined {
    if (resource.group === 'rbac.authorization.k8s.io') {
      return escalationHooks(resource, {
        authorize: this.#options.authorize,
        roles: () => this.cache(wellKnown.roles),
        clusterRoles: () => this.cache(wellKnown.clusterRoles),
      });
    }
    if (resource.plural === 'certificatesigningrequests') return requesterHooks;
    if (resource.group !== '' || resource.plural !== 'services') return undefined;
    return serviceHooks({
      prng: this.#env.prng.fork('service-allocation'),
      serviceCIDR: this.#options.config.serviceCIDR,
      loopback: this.#options.loopback,
      cache: (other) => this.cache(other),
      deleteEndpoints: (attrs) => this.#deleteEndpoints(attrs),
    });
  }

  /** Source: kubernetes pkg/registry/core/service/storage storage.go afterDelete. */
  *#deleteEndpoints({ request, namespace, name }: RequestAttributes): Process {
    const key = etcdKey(wellKnown.endpoints, namespace, name);
    const target = { request, key, name };
    yield* this.#live(wellKnown.endpoints).delete(target, undefined, undefined, unasked);
  }

  #backing(resource: ResourceInfo, strategy: AnyStrategy): Backing {
    const known = this.#backings.get(resource.etcdPrefix);
    if (known !== undefined) return known;
    const { sim, tracer } = this.#env;
    const { etcd } = this.#options;
    const stored = storageVersionOf(resource);
    const group = groupResource(stored);
    const name = qualifiedResource(group);
    const storage = new Etcd3Store({
      tracer,
      etcd,
      leases: this.#leases,
      groupResource: group,
      ttlSeconds: strategy.ttlSeconds,
    });
    const cacher =
      stored.plural === 'events'
        ? undefined
        : new Cacher({
            sim,
            tracer,
            etcd,
            prefix: `${resource.etcdPrefix}/`,
            resource: name,
            triggerField: strategy.triggerField,
          });
    const reader = cacher ?? new UncachedReader({ sim, tracer, etcd, resource: name });
    const backing = { storage, reader, cacher, resource: stored };
    this.#backings.set(resource.etcdPrefix, backing);
    return backing;
  }
}

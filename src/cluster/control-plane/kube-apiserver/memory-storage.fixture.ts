/** A storage in a map, for tests of the server in front of it. It has no admission. */
import { err, ok } from '#base/result';
import type { Duration } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import { alreadyExists, notFound } from '#k8s.io/apimachinery/errors';
import type { KubeList, KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { groupResource, type ResourceInfo } from '#k8s.io/apimachinery/resources';
import { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import { Indexer, metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import type { Process } from '#sim/simulation';
import type { RestStorage } from './registry/rest-storage.ts';
import type { StorageRegistry } from './registry/storage-registry.ts';
import type { RequestAttributes } from './request-attributes.ts';
import type { CacheHandler, ResourceCache } from './storage/resource-cache.ts';

class MemoryCache extends Indexer<KubeObject> implements ResourceCache {
  readonly #handlers: CacheHandler[] = [];
  readonly streams: WatchStream[] = [];

  addHandler(handler: CacheHandler): void {
    this.#handlers.push(handler);
    for (const object of this.list()) handler(object, undefined);
  }

  change(key: string, object: KubeObject | undefined): void {
    const previous = this.get(key);
    if (object === undefined) this.delete(key);
    else this.set(key, object);
    for (const handler of this.#handlers) handler(object, previous);
    if (object === undefined) return;
    const type = previous === undefined ? 'ADDED' : 'MODIFIED';
    for (const stream of this.streams) stream.send({ type, object });
  }
}

export class MemoryRegistry implements StorageRegistry {
  readonly #env: Environment;
  readonly #caches = new Map<ResourceInfo, MemoryCache>();
  /** How long a list takes. */
  listDelay: Duration = 1;
  #revision = 0;

  constructor(env: Environment) {
    this.#env = env;
  }

  *run(): Process {
    yield 0;
  }

  nextRevision(): number {
    return ++this.#revision;
  }

  cache(resource: ResourceInfo): MemoryCache {
    let cache = this.#caches.get(resource);
    if (cache === undefined) {
      cache = new MemoryCache();
      this.#caches.set(resource, cache);
    }
    return cache;
  }

  storageFor(resource: ResourceInfo, subresource: string): RestStorage | undefined {
    if (subresource !== '' && subresource !== 'status') return undefined;
    return new MemoryStorage(this, this.#env, resource);
  }
}

class MemoryStorage implements RestStorage {
  readonly #registry: MemoryRegistry;
  readonly #env: Environment;
  readonly #resource: ResourceInfo;
  readonly #cache: MemoryCache;

  constructor(registry: MemoryRegistry, env: Environment, resource: ResourceInfo) {
    this.#registry = registry;
    this.#env = env;
    this.#resource = resource;
    this.#cache = registry.cache(resource);
  }

  *create({ namespace }: RequestAttributes, object: KubeObject) {
    yield 1;
    const { name } = object.metadata;
    const key = namespace === '' ? name : `${namespace}/${name}`;
    if (this.#cache.get(key)) return err(alreadyExists(groupResource(this.#resource), name));
    return ok(this.#put({ ...object, metadata: { ...object.metadata, uid: `uid-${name}` } }));
  }

  *get(attrs: RequestAttributes) {
    yield 1;
    const found = this.#find(attrs);
    return found ? ok(found) : err(notFound(groupResource(this.#resource), attrs.name));
  }

  *list({ namespace }: RequestAttributes) {
    yield this.#registry.listDelay;
    const items = this.#cache
      .list()
      .filter(({ metadata }) => namespace === '' || metadata.namespace === namespace);
    const list: KubeList = {
      apiVersion: this.#resource.apiVersion,
      kind: `${this.#resource.kind}List`,
      metadata: { resourceVersion: '1' },
      items,
    };
    return ok(list);
  }

  *watch({ request }: RequestAttributes) {
    yield 1;
    const stream = new WatchStream(this.#env.sim, request);
    this.#cache.streams.push(stream);
    return ok(stream);
  }

  *update(attrs: RequestAttributes, transform: Parameters<NonNullable<RestStorage['update']>>[1]) {
    yield 1;
    const current = this.#find(attrs);
    if (current === undefined) return err(notFound(groupResource(this.#resource), attrs.name));
    const changed = transform(current);
    return changed.ok ? ok({ object: this.#put(changed.value), created: false }) : changed;
  }

  *delete(attrs: RequestAttributes) {
    yield 1;
    const found = this.#find(attrs);
    if (found === undefined) return err(notFound(groupResource(this.#resource), attrs.name));
    this.#cache.change(metaNamespaceKey(found), undefined);
    return ok(found);
  }

  #find({ namespace, name }: RequestAttributes): KubeObject | undefined {
    return this.#cache.get(namespace === '' ? name : `${namespace}/${name}`);
  }

  #put(object: KubeObject): KubeObject {
    const resourceVersion = String(this.#registry.nextRevision());
    const stored = { ...object, metadata: { ...object.metadata, resourceVersion } };
    this.#cache.change(metaNamespaceKey(stored), stored);
    return stored;
  }
}

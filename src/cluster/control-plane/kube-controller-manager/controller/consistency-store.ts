/**
 * Prevents a controller from acting on a cache that is older than its own writes.
 *
 * Models kubernetes/pkg/controller/util/consistency/consistency.go (gate
 * StaleControllerConsistencyReplicaSet, on in v1.36). Versions are compared only with versions of
 * the same server.
 */
import { groupResource, type Resource } from '#k8s.io/client-go/rest/resource';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';

type Cache = Pick<SharedInformer, 'lastSyncResourceVersion'>;

export class ConsistencyStore {
  /** The cache from which each resource is read. */
  readonly #informers: ReadonlyMap<string, Cache>;
  /** By owner: the version of its last write of each resource. */
  readonly #written = new Map<string, Map<string, number>>();

  constructor(caches: readonly (readonly [Resource, Cache])[]) {
    this.#informers = new Map(caches.map(([resource, cache]) => [groupResource(resource), cache]));
  }

  wroteAt(owner: string, resource: Resource, resourceVersion: string): void {
    const name = groupResource(resource);
    const version = Number(resourceVersion);
    let written = this.#written.get(owner);
    if (written === undefined) {
      written = new Map();
      this.#written.set(owner, written);
    }
    if (version > (written.get(name) ?? 0)) written.set(name, version);
  }

  /** Why the owner's caches are too old to act on; `undefined` when they are not. */
  staleness(owner: string): string | undefined {
    const written = this.#written.get(owner);
    if (written === undefined) return undefined;
    for (const [name, version] of written) {
      const read = Number(this.#informers.get(name)?.lastSyncResourceVersion ?? 0);
      if (read >= version) continue;
      const versions = `read version: ${read} is not as new as written version: ${version}`;
      return `${versions} for group resource ${name}`;
    }
    return undefined;
  }

  clear(owner: string): void {
    this.#written.delete(owner);
  }
}

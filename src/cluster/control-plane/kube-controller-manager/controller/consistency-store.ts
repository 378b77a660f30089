/**
 * Keeps a controller from acting on a cache that is older than its own writes.
 *
 * Models kubernetes/pkg/controller/util/consistency/consistency.go (gate
 * StaleControllerConsistencyReplicaSet, on in v1.36). A version is compared only with versions of
 * the same server.
 */
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';

export class ConsistencyStore {
  /** Where each resource is read from. */
  readonly #informers: ReadonlyMap<string, Pick<SharedInformer, 'lastSyncResourceVersion'>>;
  /** Per owner, the version of its last write of each resource. */
  readonly #written = new Map<string, Map<string, number>>();

  constructor(informers: ReadonlyMap<string, Pick<SharedInformer, 'lastSyncResourceVersion'>>) {
    this.#informers = informers;
  }

  wroteAt(owner: string, groupResource: string, resourceVersion: string): void {
    const version = Number(resourceVersion);
    let written = this.#written.get(owner);
    if (written === undefined) {
      written = new Map();
      this.#written.set(owner, written);
    }
    if (version > (written.get(groupResource) ?? 0)) written.set(groupResource, version);
  }

  /** Why the owner's caches are not fresh enough to act on; `undefined` when they are. */
  staleness(owner: string): string | undefined {
    const written = this.#written.get(owner);
    if (written === undefined) return undefined;
    for (const [groupResource, version] of written) {
      const read = Number(this.#informers.get(groupResource)?.lastSyncResourceVersion ?? 0);
      if (read >= version) continue;
      const versions = `read version: ${read} is not as new as written version: ${version}`;
      return `${versions} for group resource ${groupResource}`;
    }
    return undefined;
  }

  clear(owner: string): void {
    this.#written.delete(owner);
  }
}

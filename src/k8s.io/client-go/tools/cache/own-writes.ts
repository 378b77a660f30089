/**
 * A cache that shows a program its own writes at once, so that it does not act on earlier states.
 *
 * Models storeObjectUpdate of kubernetes/pkg/controller/volume/persistentvolume
 * pv_controller_base.go, and the scheduler's pkg/scheduler/util/assumecache. In: an informer's
 * lister, and what the API server answered. Out: of each object, the later one.
 */
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { type Lister, metaNamespaceKey } from './store.ts';

const versionOf = (object: KubeObject): number => Number(object.metadata.resourceVersion);

export class OwnWrites<T extends KubeObject> {
  readonly #lister: Lister<T>;
  readonly #written = new Map<string, T>();

  constructor(lister: Lister<T>) {
    this.#lister = lister;
  }

  get(key: string): T | undefined {
    const seen = this.#lister.get(key);
    const written = this.#written.get(key);
    if (written === undefined) return seen;
    // Once the informer has the write, or the object is gone, only the informer counts.
    if (seen !== undefined && versionOf(seen) < versionOf(written)) return written;
    this.#written.delete(key);
    return seen;
  }

  list(): readonly T[] {
    const seen = this.#lister.list();
    if (this.#written.size === 0) return seen;
    return seen.map((object) => this.get(metaNamespaceKey(object)) ?? object);
  }

  wrote(object: T): T {
    this.#written.set(metaNamespaceKey(object), object);
    return object;
  }
}

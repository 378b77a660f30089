/**
 * A cache that shows a controller its own writes at once. Models storeObjectUpdate of
 * pkg/controller/volume/persistentvolume/pv_controller_base.go: the binder writes several objects
 * in a row and must not act on their earlier states.
 */
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { type Lister, metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';

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

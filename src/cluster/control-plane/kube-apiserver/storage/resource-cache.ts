/** The interface by which the rest of the server reads a resource's watch cache. */
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';

/**
 * Called for every change of a watch cache, in order. `undefined`: the object was added or deleted.
 */
export type CacheHandler = (
  object: KubeObject | undefined,
  previous: KubeObject | undefined,
) => void;

/**
 * The watch cache of one resource. Authenticators, authorizers, admission and the flow controller
 * read it within the process; upstream they have informers. Keys are `namespace/name`, or the name.
 */
export interface ResourceCache extends Lister<KubeObject> {
  /** The handler is first called for every existing object. */
  addHandler(handler: CacheHandler): void;
}

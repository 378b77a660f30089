/** The watch cache of a resource, as the rest of the server reads it. */
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';

/** Hears of every change a watch cache takes in, in order. `undefined`: added or gone. */
export type CacheHandler = (
  object: KubeObject | undefined,
  previous: KubeObject | undefined,
) => void;

/**
 * The watch cache of one resource, read in process by authenticators, authorizers, admission and
 * the flow controller as their informers would. Keys are `namespace/name`, or the name.
 */
export interface ResourceCache extends Lister<KubeObject> {
  /** The handler first hears of every object that is there already. */
  addHandler(handler: CacheHandler): void;
}

/**
 * Finds objects by their controller, and orphans by their namespace. Models the controller UID
 * index of kubernetes/pkg/controller/controller_utils.go.
 */
import { controllerOf } from '#k8s.io/apimachinery/meta/controller-ref';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';

const controllerIndex = 'podControllerUID';

/** Orphans are indexed by namespace. */
const orphanKey = (namespace: string): string => `_/${namespace}/orphans`;

const indexValues = (object: KubeObject): readonly string[] => {
  const controller = controllerOf(object);
  return [controller?.uid ?? orphanKey(object.metadata.namespace ?? '')];
};

/** Adds the index that `ownedBy` and `orphansIn` need. Several controllers may call it. */
export const indexByController = <T extends KubeObject>(informer: SharedInformer<T>): void =>
  informer.addIndex(controllerIndex, indexValues);

export const ownedBy = <T extends KubeObject>(lister: Lister<T>, uid: string): readonly T[] =>
  lister.byIndex(controllerIndex, uid);

export const orphansIn = <T extends KubeObject>(
  lister: Lister<T>,
  namespace: string,
): readonly T[] => lister.byIndex(controllerIndex, orphanKey(namespace));

/** The dependents of an owner, and those that it may adopt: the orphans of its namespace. */
export function ownedOrOrphaned<T extends KubeObject>(
  lister: Lister<T>,
  { metadata: { uid, namespace = '' } }: KubeObject,
): readonly T[] {
  const owned = ownedBy(lister, uid);
  const orphans = orphansIn(lister, namespace);
  return orphans.length === 0 ? owned : [...owned, ...orphans];
}

const namespaceIndex = 'namespace';

export const indexByNamespace = <T extends KubeObject>(
  informer: Pick<SharedInformer<T>, 'addIndex'>,
): void => informer.addIndex(namespaceIndex, ({ metadata }) => [metadata.namespace ?? '']);

export const inNamespace = <T extends KubeObject>(
  lister: Lister<T>,
  namespace: string,
): readonly T[] => lister.byIndex(namespaceIndex, namespace);

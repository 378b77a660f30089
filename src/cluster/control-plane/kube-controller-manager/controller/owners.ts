/**
 * Owner references: who controls an object, and indexes by it.
 * Models k8s.io/apimachinery meta/v1 controller_ref.go and the controller UID index of
 * kubernetes/pkg/controller/controller_utils.go.
 */
import type { KubeObject, OwnerReference } from '#k8s.io/apimachinery/meta/v1';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';

const controllerIndex = 'podControllerUID';

/** The one owner with `controller: true`. */
export const controllerOf = (object: KubeObject): OwnerReference | undefined =>
  object.metadata.ownerReferences?.find(({ controller }) => controller === true);

/** A reference that makes `owner` the controller. Source: metav1.NewControllerRef. */
export const newControllerRef = (owner: KubeObject): OwnerReference => ({
  apiVersion: owner.apiVersion,
  kind: owner.kind,
  name: owner.metadata.name,
  uid: owner.metadata.uid,
  controller: true,
  blockOwnerDeletion: true,
});

/** Orphans of a namespace are found together. */
const orphanKey = (namespace: string): string => `_/${namespace}/orphans`;

const indexValues = (object: KubeObject): readonly string[] => {
  const controller = controllerOf(object);
  return [controller?.uid ?? orphanKey(object.metadata.namespace ?? '')];
};

/** Lets an informer answer `ownedBy` and `orphansIn`. Any number of controllers may ask for it. */
export const indexByController = <T extends KubeObject>(informer: SharedInformer<T>): void =>
  informer.addIndex(controllerIndex, indexValues);

export const ownedBy = <T extends KubeObject>(lister: Lister<T>, uid: string): readonly T[] =>
  lister.byIndex(controllerIndex, uid);

export const orphansIn = <T extends KubeObject>(
  lister: Lister<T>,
  namespace: string,
): readonly T[] => lister.byIndex(controllerIndex, orphanKey(namespace));

const namespaceIndex = 'namespace';

export const indexByNamespace = <T extends KubeObject>(informer: SharedInformer<T>): void =>
  informer.addIndex(namespaceIndex, ({ metadata }) => [metadata.namespace ?? '']);

export const inNamespace = <T extends KubeObject>(
  lister: Lister<T>,
  namespace: string,
): readonly T[] => lister.byIndex(namespaceIndex, namespace);

/**
 * The owner that controls an object, as its owner references say.
 * Models k8s.io/apimachinery meta/v1 controller_ref.go.
 */
import type { KubeObject, OwnerReference } from './v1.ts';

/** The one owner with `controller: true`. Source: GetControllerOf. */
export const controllerOf = ({
  metadata,
}: Pick<KubeObject, 'metadata'>): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller === true);

/** Whether this very owner controls the object. Source: IsControlledBy. */
export const isControlledBy = (
  object: Pick<KubeObject, 'metadata'>,
  owner: Pick<KubeObject, 'metadata'>,
): boolean => controllerOf(object)?.uid === owner.metadata.uid;

/** A reference that makes `owner` the controller. Source: NewControllerRef. */
export const newControllerRef = (owner: KubeObject): OwnerReference => ({
  apiVersion: owner.apiVersion,
  kind: owner.kind,
  name: owner.metadata.name,
  uid: owner.metadata.uid,
  controller: true,
  blockOwnerDeletion: true,
});

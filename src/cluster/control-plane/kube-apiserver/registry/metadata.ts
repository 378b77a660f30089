/**
 * The metadata of an object on its way in: what the server fills, keeps and forbids.
 *
 * Models k8s.io/apiserver pkg/registry/rest meta.go FillObjectMetaSystemFields, create.go
 * BeforeCreate and update.go BeforeUpdate. In: what a client sent. Out: metadata in upstream's
 * order of fields.
 */
import type { KubeObject, ObjectMeta } from '#k8s.io/apimachinery/meta/v1';

/** What the server gives a new object. */
export interface SystemFields {
  readonly name: string;
  /** Empty for objects of the whole cluster. */
  readonly namespace: string;
  readonly uid: string;
  readonly creationTimestamp: string;
}

/** The metadata of a new object: the client's wishes and the server's part. */
export function newMetadata(sent: Partial<ObjectMeta>, system: SystemFields): ObjectMeta {
  const { generateName, labels, annotations, ownerReferences, finalizers } = sent;
  const { name, namespace, uid, creationTimestamp } = system;
  return {
    name,
    ...(generateName !== undefined && generateName !== '' && { generateName }),
    ...(namespace !== '' && { namespace }),
    uid,
    resourceVersion: '',
    creationTimestamp,
    ...(labels !== undefined && { labels }),
    ...(annotations !== undefined && { annotations }),
    ...(ownerReferences !== undefined && { ownerReferences }),
    ...(finalizers !== undefined && { finalizers }),
  };
}

/**
 * The metadata of a changed object: what may not change comes from the stored one, as
 * ValidateObjectMetaAccessorUpdate and BeforeUpdate do for what the client left out.
 */
export function updatedMetadata(sent: Partial<ObjectMeta>, old: ObjectMeta): ObjectMeta {
  const { labels, annotations, ownerReferences, finalizers } = sent;
  const generateName = sent.generateName ?? old.generateName;
  const deletionTimestamp = sent.deletionTimestamp ?? old.deletionTimestamp;
  const grace = sent.deletionGracePeriodSeconds ?? old.deletionGracePeriodSeconds;
  return {
    name: sent.name ?? old.name,
    ...(generateName !== undefined && generateName !== '' && { generateName }),
    ...(old.namespace !== undefined && { namespace: sent.namespace ?? old.namespace }),
    uid: sent.uid ?? old.uid,
    resourceVersion: sent.resourceVersion ?? '',
    ...(old.generation !== undefined && { generation: old.generation }),
    creationTimestamp: sent.creationTimestamp ?? old.creationTimestamp,
    ...(deletionTimestamp !== undefined && { deletionTimestamp }),
    ...(grace !== undefined && { deletionGracePeriodSeconds: grace }),
    ...(labels !== undefined && { labels }),
    ...(annotations !== undefined && { annotations }),
    ...(ownerReferences !== undefined && { ownerReferences }),
    ...(finalizers !== undefined && finalizers.length > 0 && { finalizers }),
  };
}

/** The metadata of what a client sent, which may lack everything. */
export const sentMetadata = (object: KubeObject): Partial<ObjectMeta> =>
  (object.metadata as Partial<ObjectMeta> | undefined) ?? {};

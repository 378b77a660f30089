/**
 * The metadata of an object in a write: what the server sets, keeps and removes.
 *
 * Models k8s.io/apiserver pkg/registry/rest meta.go FillObjectMetaSystemFields, create.go
 * BeforeCreate and update.go BeforeUpdate. In: metadata from a client. Out: metadata in upstream's
 * order of fields.
 */

import type { Building } from '#base/building';
import type { KubeObject, ObjectMeta } from '#k8s.io/apimachinery/meta/v1';

/** The metadata that the server sets on a new object. */
export interface SystemFields {
  readonly name: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly uid: string;
  readonly creationTimestamp: string;
}

/** The metadata of a new object: the client's fields and the server's. */
export function newMetadata(sent: Partial<ObjectMeta>, system: SystemFields): ObjectMeta {
  const { generateName, labels, annotations, ownerReferences, finalizers } = sent;
  const { name, namespace, uid, creationTimestamp } = system;
  const made: Building<Partial<ObjectMeta>> = { name };
  if (generateName !== undefined && generateName !== '') made.generateName = generateName;
  if (namespace !== '') made.namespace = namespace;
  made.uid = uid;
  made.resourceVersion = '';
  made.creationTimestamp = creationTimestamp;
  if (labels !== undefined) made.labels = labels;
  if (annotations !== undefined) made.annotations = annotations;
  if (ownerReferences !== undefined) made.ownerReferences = ownerReferences;
  if (finalizers !== undefined) made.finalizers = finalizers;
  return made as ObjectMeta;
}

/**
 * The metadata of a changed object: immutable fields come from the stored one, as in
 * ValidateObjectMetaAccessorUpdate, and in BeforeUpdate for fields that the client omitted.
 */
export function updatedMetadata(sent: Partial<ObjectMeta>, old: ObjectMeta): ObjectMeta {
  const { labels, annotations, ownerReferences, finalizers } = sent;
  const generateName = sent.generateName ?? old.generateName;
  const deletionTimestamp = sent.deletionTimestamp ?? old.deletionTimestamp;
  const grace = sent.deletionGracePeriodSeconds ?? old.deletionGracePeriodSeconds;
  const made: Building<Partial<ObjectMeta>> = { name: sent.name ?? old.name };
  if (generateName !== undefined && generateName !== '') made.generateName = generateName;
  if (old.namespace !== undefined) made.namespace = sent.namespace ?? old.namespace;
  made.uid = sent.uid ?? old.uid;
  made.resourceVersion = sent.resourceVersion ?? '';
  if (old.generation !== undefined) made.generation = old.generation;
  made.creationTimestamp = sent.creationTimestamp ?? old.creationTimestamp;
  if (deletionTimestamp !== undefined) made.deletionTimestamp = deletionTimestamp;
  if (grace !== undefined) made.deletionGracePeriodSeconds = grace;
  if (labels !== undefined) made.labels = labels;
  if (annotations !== undefined) made.annotations = annotations;
  if (ownerReferences !== undefined) made.ownerReferences = ownerReferences;
  if (finalizers !== undefined && finalizers.length > 0) made.finalizers = finalizers;
  return made as ObjectMeta;
}

/** The metadata that a client sent, in which everything may be absent. */
export const sentMetadata = (object: KubeObject): Partial<ObjectMeta> =>
  (object.metadata as Partial<ObjectMeta> | undefined) ?? {};

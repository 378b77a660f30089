/**
 * Converts between an object of the API and its value in etcd.
 *
 * Models k8s.io/apiserver pkg/storage APIObjectVersioner and the codec around it: the stored value
 * has no resourceVersion, which is the mod revision of its key. A value is decoded once; later
 * reads return the same object.
 */

import type { KeyValue } from '#cluster/control-plane/etcd/client';
import type { KubeObject, ObjectMeta } from '#k8s.io/apimachinery/meta/v1';

/** An object as it is stored. */
export type StoredObject = Omit<KubeObject, 'metadata'> & {
  readonly metadata: Omit<ObjectMeta, 'resourceVersion'>;
};

// Keyed by the identity of an immutable value, so its content never depends on when it was filled.
const decoded = new WeakMap<KeyValue, KubeObject>();

/** The object of a key, with its resourceVersion. */
export function decode(kv: KeyValue): KubeObject {
  let object = decoded.get(kv);
  if (object === undefined) {
    object = withResourceVersion(kv.value as StoredObject, kv.modRevision);
    decoded.set(kv, object);
  }
  return object;
}

/** The value to store: the same object without its resourceVersion. */
export function encode(object: KubeObject): StoredObject {
  const { resourceVersion: _, ...metadata } = object.metadata;
  return withMetadata(object, metadata);
}

/** The same object with another resourceVersion, such as that of its deletion. */
export const withResourceVersion = (object: StoredObject, revision: number): KubeObject =>
  withMetadata(
    object,
    Object.assign({}, object.metadata, { resourceVersion: String(revision) }) as ObjectMeta,
  );

/**
 * The same object with other metadata. Objects of all kinds pass through here, and for so many
 * shapes `Object.assign` copies in half the time of a spread.
 */
export const withMetadata = <T extends StoredObject, M>(
  object: T,
  metadata: M,
): T & { readonly metadata: M } => Object.assign({}, object, { metadata });

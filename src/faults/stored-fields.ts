/** Whether an object that somebody holds or got is what the store has. */
import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';

/**
 * The first field in which an object differs from the stored one of a revision; `undefined`: none,
 * or it is in another version of the API than it is stored in.
 */
export function otherField(
  object: KubeObject,
  stored: KubeObject,
  revision: number,
): string | undefined {
  if (object.apiVersion !== stored.apiVersion || object.kind !== stored.kind) return undefined;
  const fields = new Set([...Object.keys(object), ...Object.keys(stored)]);
  return [...fields].find((field) => !isSame(object, stored, field, revision));
}

function isSame(object: KubeObject, stored: KubeObject, field: string, revision: number): boolean {
  const [held, due]: readonly unknown[] = [Reflect.get(object, field), Reflect.get(stored, field)];
  if (field !== 'metadata') return isDeepStrictEqual(held, due);
  // Who manages which fields is worked out for an answer, not stored with the value.
  const { managedFields: _, ...metadata } = object.metadata;
  return isDeepStrictEqual(metadata, { ...stored.metadata, resourceVersion: String(revision) });
}

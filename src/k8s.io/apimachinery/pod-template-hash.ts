/**
 * The pod-template-hash label: the same value a real controller computes.
 *
 * Models kubernetes/pkg/controller/controller_utils.go ComputeHash over k8s.io/utils/dump ForHash:
 * FNV-1a over a text that names every field of the Go struct, set or not, with its type. The text
 * is written from the schema table, so it changes with the Go types of the version, as upstream's.
 * In: a defaulted PodTemplateSpec, and the collision count. Out: up to ten safe symbols.
 */
import { fnv1_32, fnv1a32, fnv1a32Bytes } from '#base/fnv';
import { goJson, type JsonValue } from './json-value.ts';
import { safeEncode } from './rand.ts';
import { goDump } from './schema/go-dump.ts';

/** Source: controller.ComputeHash. */
export function computeHash(template: object, collisionCount?: number): string {
  let sum = fnv1a32(goDump('core.PodTemplateSpec', template));
  if (collisionCount !== undefined) sum = fnv1a32Bytes(littleEndian(collisionCount), sum);
  return safeEncode(String(sum));
}

/** An eight byte buffer that holds the count in its first four, as the controller's does. */
const littleEndian = (count: number): readonly number[] => [
  count & 0xff,
  (count >>> 8) & 0xff,
  (count >>> 16) & 0xff,
  count >>> 24,
  0,
  0,
  0,
  0,
];

/**
 * The hash in a StatefulSet's revision names: FNV-1 over the JSON of the revision's data, then the
 * collision count in digits. Source: controller/history HashControllerRevision.
 */
export function hashControllerRevision(data: JsonValue, collisionCount?: number): string {
  const state = fnv1_32(goJson(data));
  const sum = collisionCount === undefined ? state : fnv1_32(String(collisionCount), state);
  return safeEncode(String(sum));
}

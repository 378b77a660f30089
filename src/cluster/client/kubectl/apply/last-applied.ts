/**
 * The annotation that keeps what was applied: the object as it was sent, for the next `apply`.
 *
 * Models k8s.io/kubectl pkg/util apply.go.
 */
import {
  asJson,
  asObject,
  goJson,
  goJsonInPlace,
  isJsonObject,
} from '#k8s.io/apimachinery/json-value';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import { inStructOrder } from '#k8s.io/apimachinery/schema/struct-order';
import type { FlagValues } from '../command-line/parse-flags.ts';
import { lastApplied } from './patch-object.ts';

/** The object of a manifest with its last-applied annotation. Source: GetModifiedConfiguration. */
export function withLastApplied(object: New<KubeObject>): New<KubeObject> {
  const bare = withoutNote(object);
  return withNote(bare, goJson(asJson(bare)));
}

function withNote(object: New<KubeObject>, json: string): New<KubeObject> {
  const annotations = { ...object.metadata.annotations, [lastApplied]: `${json}\n` };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/**
 * The same, if `--save-config` is set or the object has an annotation that would become outdated.
 * Source: CreateOrUpdateAnnotation.
 */
export const createOrUpdateAnnotation = (
  object: New<KubeObject>,
  flags: FlagValues,
): New<KubeObject> =>
  flags.bool('save-config') || object.metadata.annotations?.[lastApplied] !== undefined
    ? withLastApplied(object)
    : object;

/**
 * The object as stored in the annotation: always with `annotations`, without an earlier
 * last-applied one.
 */
export function withoutNote(object: New<KubeObject>): New<KubeObject> {
  const json = asJson(object);
  const metadata = isJsonObject(json['metadata']) ? json['metadata'] : {};
  const given = isJsonObject(metadata['annotations']) ? metadata['annotations'] : {};
  const { [lastApplied]: _, ...annotations } = given;
  return asObject<New<KubeObject>>({ ...json, metadata: { ...metadata, annotations } });
}

/**
 * The same for an object that kubectl built from flags. That is a Go struct and not a map: its note
 * has the members of the struct in their order, and no annotations where it has none.
 */
export function createOrUpdateBuilt(object: New<KubeObject>, flags: FlagValues): New<KubeObject> {
  if (!flags.bool('save-config')) return object;
  return withNote(object, goJsonInPlace(inStructOrder(asJson(object))));
}

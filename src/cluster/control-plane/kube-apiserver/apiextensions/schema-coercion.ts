/**
 * Fits an object to its schema: drops unknown fields and adds defaults.
 *
 * Models k8s.io/apiextensions-apiserver pkg/apiserver/schema/pruning and …/defaulting. In: an
 * object and its structural schema. Out: the same value where nothing changes; `unknown` collects
 * the paths of dropped fields.
 */
import type { JSONSchemaProps } from '#k8s.io/api/apiextensions/v1';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';

const preserve = 'x-kubernetes-preserve-unknown-fields';
const embedded = 'x-kubernetes-embedded-resource';
/** Every object has these fields, whether its schema has them or not. */
const objectFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** Drops the fields that the schema does not have. */
export function pruned(
  schema: JSONSchemaProps,
  value: JsonValue,
  unknown: string[] = [],
  path = '',
  isObject = true,
): JsonValue {
  if (isJsonArray(value)) {
    const { items } = schema;
    if (items === undefined) return value;
    return shared(value, (item, index) => pruned(items, item, unknown, `${path}[${index}]`, false));
  }
  if (!isJsonObject(value)) return value;
  const known = schema.properties ?? {};
  const { additionalProperties: others } = schema;
  const keep = schema[preserve] === true || others === true;
  const root = isObject || schema[embedded] === true;
  let kept: Record<string, JsonValue> | undefined;
  for (const [key, member] of Object.entries(value)) {
    if (root && objectFields.has(key)) continue;
    const at = path === '' ? key : `${path}.${key}`;
    const inner = known[key] ?? (typeof others === 'object' ? others : undefined);
    if (inner === undefined) {
      if (keep) continue;
      unknown.push(at);
      kept ??= { ...value };
      delete kept[key];
      continue;
    }
    const next = pruned(inner, member, unknown, at, false);
    if (next === member) continue;
    kept ??= { ...value };
    kept[key] = next;
  }
  return kept ?? value;
}

function shared(
  list: readonly JsonValue[],
  change: (item: JsonValue, index: number) => JsonValue,
): readonly JsonValue[] {
  const changed = list.map(change);
  return changed.some((item, index) => item !== list[index]) ? changed : list;
}

/** Adds defaults for absent fields; a null that is not allowed counts as absent. */
export function defaulted(schema: JSONSchemaProps, value: JsonValue): JsonValue {
  if (isJsonArray(value)) {
    const { items } = schema;
    return items === undefined ? value : shared(value, (item) => defaulted(items, item));
  }
  if (!isJsonObject(value)) return value;
  let filled: Record<string, JsonValue> | undefined;
  const set = (key: string, member: JsonValue): void => {
    filled ??= { ...value };
    filled[key] = member;
  };
  for (const [key, inner] of Object.entries(schema.properties ?? {})) {
    const present = value[key];
    const isNull = present === null && inner.nullable !== true && inner.default !== undefined;
    if ((present === undefined || isNull) && inner.default !== undefined) {
      set(key, defaulted(inner, inner.default));
    } else if (present !== undefined) {
      const next = defaulted(inner, present);
      if (next !== present) set(key, next);
    }
  }
  const { additionalProperties: others } = schema;
  if (typeof others === 'object') {
    for (const [key, member] of Object.entries(value as JsonObject)) {
      const next = defaulted(others, member);
      if (next !== member) set(key, next);
    }
  }
  return filled ?? value;
}

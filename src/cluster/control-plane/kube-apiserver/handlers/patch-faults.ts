/**
 * The error for a patch whose result is not an object of the kind.
 *
 * Models k8s.io/apiserver pkg/endpoints/handlers/patch.go (the whole patch is the invalid value)
 * and k8s.io/apimachinery pkg/runtime/converter.go, which decodes the result of a strategic merge.
 */
import { assertUnreachable } from '#base/assert';
import { invalid } from '#k8s.io/apimachinery/errors';
import { invalidValue } from '#k8s.io/apimachinery/field-error';
import { goText } from '#k8s.io/apimachinery/go-text';
import {
  asJson,
  asObject,
  deepEqual,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import { withManagedFields } from '#k8s.io/apimachinery/managedfields/ledger';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import {
  type ScalarName,
  type StructSchema,
  structSchema,
  type TypeSchema,
} from '#k8s.io/apimachinery/schema/schema';
import { inStructOrder } from '#k8s.io/apimachinery/schema/struct-order';

const invalidPatch = (shown: string, problem: string): Status =>
  invalid({ group: '', kind: '' }, '', [invalidValue('patch', shown, problem)]);

/** For a JSON or merge patch the error shows the whole resulting object. */
export const unreadableResult = (
  patched: JsonObject,
  problem: string,
  current: JsonObject,
): Status => {
  const whole = asJson(withManagedFields(asObject<KubeObject>(patched)));
  const before = inStructOrder(asJson(withManagedFields(asObject<KubeObject>(current))));
  return invalidPatch(escapedJson(partlyOrdered(whole, before)), problem);
};

/** Patched parts went through a Go map, which sorts members; the rest keeps its order. */
function partlyOrdered(value: JsonValue, before: JsonValue | undefined): JsonValue {
  if (before !== undefined && deepEqual(value, before)) return before;
  if (isJsonArray(value)) return value.map((item) => partlyOrdered(item, undefined));
  if (!isJsonObject(value)) return value;
  const old = isJsonObject(before) ? before : {};
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, partlyOrdered(value[key] ?? null, old[key])]));
}

const escapedJson = (value: JsonValue): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** For a strategic merge patch the error shows the patch itself, as Go prints a map. */
export const unreadablePatch = (patch: JsonValue, problem: string): Status =>
  invalidPatch(goText(patch), problem);

/** The first member that cannot be converted to its Go type. Source: fromUnstructured. */
export function conversionProblem(schema: StructSchema, value: JsonObject): string | undefined {
  for (const field of schema.members) {
    const member = value[field.json];
    if (member === undefined || member === null) continue;
    const problem = problemOf(field.type, member);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOf(type: TypeSchema, value: JsonValue): string | undefined {
  if (value === null) return undefined;
  switch (type.form) {
    case 'pointer':
      return problemOf(type.to, value);
    case 'struct':
      if (isJsonObject(value)) return conversionProblem(structSchema(type.name), value);
      return `cannot restore struct from: ${kindOf(value)}`;
    case 'list':
      if (isJsonArray(value)) return first(value, (item) => problemOf(type.item, item));
      return `cannot restore slice from ${kindOf(value)}`;
    case 'map':
      if (!isJsonObject(value)) return `cannot restore map from ${kindOf(value)}`;
      return first(Object.values(value), (item) => problemOf(type.value, item));
    case 'scalar':
      return scalarProblem(type.scalar, value);
    default:
      return undefined;
  }
}

function first<T>(items: readonly T[], problem: (item: T) => string | undefined) {
  for (const item of items) {
    const found = problem(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The Go kind of a decoded JSON value. */
function kindOf(value: JsonValue): string {
  if (isJsonArray(value)) return 'slice';
  if (isJsonObject(value)) return 'map';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value !== 'number') return 'string';
  return Number.isInteger(value) ? 'int64' : 'float64';
}

/** In Go numbers convert to strings and to each other, but in this decoding they do not. */
function scalarProblem(scalar: ScalarName, value: JsonValue): string | undefined {
  const kind = kindOf(value);
  switch (scalar) {
    case 'string':
      if (typeof value === 'string') return undefined;
      return kind === 'int64' ? 'cannot convert int64 to string' : 'unrecognized type: string';
    case 'bool':
      return typeof value === 'boolean' ? undefined : 'unrecognized type: bool';
    case 'int32':
    case 'int64':
      if (kind === 'int64') return undefined;
      return kind === 'float64'
        ? `cannot convert float64 to ${scalar}`
        : `unrecognized type: ${scalar}`;
    case 'float64':
    case 'bytes':
    case 'time':
    case 'microtime':
    case 'quantity':
    case 'intstr':
    case 'raw':
    case 'fieldsv1':
    case 'schemaorarray':
    case 'schemaorbool':
    case 'schemaorstrings':
      return undefined;
    default:
      return assertUnreachable(scalar);
  }
}

/**
 * JSON values, for code that works on any kind: patches, field sets, strict decoding.
 *
 * Typed objects of k8s.io/api are JSON-shaped, but TypeScript does not let an interface stand for
 * an index signature; `asJson` says so once, and `asObject` leads back.
 */

export type JsonScalar = string | number | boolean | null;
export type JsonValue = JsonScalar | JsonArray | JsonObject;
export type JsonArray = readonly JsonValue[];
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isJsonArray = (value: unknown): value is JsonArray => Array.isArray(value);

/** The same value seen as plain JSON. Costs nothing: no copy is made. */
export const asJson = (object: object): JsonObject => object as JsonObject;

/**
 * The same value taken for an API object of kind `T`: the reverse of `asJson`. The compiler cannot
 * check this, so the caller must know the kind: from the resource that was asked for, from
 * decoding, or because it wrote the value itself. Nothing else goes past the compiler.
 */
export const asObject = <T extends object>(value: unknown): T => value as T;

/**
 * Whether two JSON values are the same, whatever the order of their members. Values that are
 * shared compare in one step, so objects built by spreads are cheap to compare.
 * A member that is `undefined` counts as absent.
 */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((x, i) => deepEqual(x, b[i]));
  }
  if (Array.isArray(b)) return false;
  return membersEqual(a as Record<string, unknown>, b as Record<string, unknown>);
}

function membersEqual(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  let present = 0;
  for (const key in a) {
    if (a[key] === undefined) continue;
    present++;
    if (!deepEqual(a[key], b[key])) return false;
  }
  for (const key in b) if (b[key] !== undefined) present--;
  return present === 0;
}

/** JSON text with members sorted by code unit, as Go's encoder writes a map. */
export function canonicalJson(value: JsonValue): string {
  if (isJsonArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}

/** JSON text as Go's encoding/json writes a map: members sorted, and `<`, `>`, `&` escaped. */
export const goJson = (value: JsonValue): string => escapedForHtml(canonicalJson(value));

/** The same of a struct, whose members stay in their order. */
export const goJsonInPlace = (value: JsonValue): string => escapedForHtml(JSON.stringify(value));

/** Source: Go's encoding/json HTMLEscape. */
export const escapedForHtml = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (char) => {
    const code = char.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });

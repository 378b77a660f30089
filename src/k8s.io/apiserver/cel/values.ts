/**
 * Between JSON and the values that expressions work on.
 *
 * Models k8s.io/apiserver pkg/cel UnstructuredToVal: whole numbers are `int`, others `double`,
 * objects are maps, absent members are absent. In CEL an int is a bigint. A converted value is
 * shared by all who ask for the same (immutable) JSON value.
 */

type CelValue = unknown;

// Keyed by identity of an immutable value; what it holds never depends on when it was filled.
const converted = new WeakMap<object, CelValue>();

/** A JSON value as expressions see it. */
export function toCel(value: unknown): CelValue {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (value === undefined) return null;
  if (typeof value !== 'object' || value === null) return value;
  let known = converted.get(value);
  if (known === undefined) {
    known = Array.isArray(value) ? value.map(toCel) : toCelMap(value);
    converted.set(value, known);
  }
  return known;
}

function toCelMap(object: object): Record<string, CelValue> {
  const map: Record<string, CelValue> = {};
  for (const [key, member] of Object.entries(object)) {
    if (member !== undefined) map[key] = toCel(member);
  }
  return map;
}

/** What an expression made, as JSON. Optional values that are none leave their member out. */
export function fromCel(value: CelValue): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(fromCel);
  const entries = value instanceof Map ? [...value.entries()] : Object.entries(value);
  const object: Record<string, unknown> = {};
  for (const [key, member] of entries) object[String(key)] = fromCel(member);
  return object;
}

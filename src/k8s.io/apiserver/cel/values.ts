/**
 * Between JSON and the values that expressions work on.
 *
 * Models k8s.io/apiserver pkg/cel UnstructuredToVal: whole numbers are `int`, others `double`,
 * objects are maps, absent members are absent. In CEL an int is a bigint. A converted value is
 * shared by all who ask for the same (immutable) JSON value.
 */

import { encodeBase64 } from '#base/base64';
import { err, ok, type Result } from '#base/result';
import type { JsonValue } from '#k8s.io/apimachinery/json-value';
import { CelFailure, failed } from './library/library.ts';

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

/**
 * What an expression made, as JSON, or why it is none. Optional values have no JSON.
 * Source: cel-go ref.Val ConvertToNative of each type.
 */
export function fromCel(value: CelValue): Result<JsonValue, string> {
  try {
    return ok(jsonOf(value));
  } catch (failure) {
    if (failure instanceof CelFailure) return err(failure.message);
    throw failure;
  }
}

function jsonOf(value: CelValue): JsonValue {
  if (typeof value === 'bigint') return isSafe(value) ? Number(value) : String(value);
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(jsonOf);
  if (value instanceof Map) return objectOf([...value.entries()]);
  if (typeof value === 'object' && isPlain(value)) return objectOf(Object.entries(value));
  return textOf(value);
}

function objectOf(entries: readonly (readonly [unknown, CelValue])[]): JsonValue {
  const object: Record<string, JsonValue> = {};
  for (const [key, member] of entries) object[keyOf(key)] = jsonOf(member);
  return object;
}

function keyOf(key: unknown): string {
  const isKey = ['string', 'bigint', 'boolean', 'number'].includes(typeof key);
  return isKey ? String(key) : failed(`type conversion error from '${typeOf(key)}' to 'string'`);
}

/** Values of the language that are texts in JSON: bytes, times, durations and large numbers. */
function textOf(value: object | symbol | ((...args: never[]) => unknown)): JsonValue {
  if (value instanceof Uint8Array) return encodeBase64(value);
  if (typeof value === 'object') {
    if (isTime(value)) return value.toISOString().replace(/\.?0*Z$/, 'Z');
    if ('seconds' in value && 'nanos' in value) return `${value.seconds}s`;
    if ('value' in value && typeof value.value === 'bigint') return jsonOf(value.value);
  }
  return failed(`type conversion error from '${typeOf(value)}' to '*structpb.Value'`);
}

interface Time {
  toISOString(): string;
}

const isTime = (value: object): value is Time => 'toISOString' in value;

const isSafe = (value: bigint): boolean => BigInt(Number(value)) === value;

const isPlain = (value: object): boolean =>
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/** `optional`, `type`, or the name of a library's value. */
const typeOf = (value: unknown): string =>
  Object.prototype.toString.call(value).slice('[object '.length, -1).toLowerCase();

/**
 * The members of an object in the order of its Go struct, as encoding/json writes it.
 *
 * What kubectl or the server holds as a struct is written so; what is held as a map is sorted. In:
 * an object. Out: the same object with its members in place.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json-value.ts';
import {
  pointee,
  type StructSchema,
  schemaForKind,
  structSchema,
  type TypeSchema,
} from './schema.ts';

/** Objects and lists of known kinds; everything else is a map, whose members are sorted. */
export function inStructOrder(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const { apiVersion, kind } = value;
  if (discoveryKinds.has(String(kind))) return value;
  if (typeof kind !== 'string' || typeof apiVersion !== 'string') return sorted(value);
  const { items } = value;
  if (isJsonArray(items) && kind.endsWith('List')) return listInOrder(value, items);
  if (kind === 'Status' && apiVersion === 'v1') return statusInOrder(value);
  const struct = schemaForKind(apiVersion, kind);
  return struct === undefined ? sorted(value) : { kind, apiVersion, ...ordered(value, struct) };
}

/** What the server lists of itself is built in the order of its structs. */
const discoveryKinds = new Set(['APIVersions', 'APIGroup', 'APIGroupList', 'APIResourceList']);

const statusMembers = 'kind apiVersion metadata status message reason details code'.split(' ');
const detailMembers = 'name group kind uid causes retryAfterSeconds'.split(' ');
const causeMembers = 'reason message field'.split(' ');

/** Source: apimachinery meta/v1 types.go Status, which is in no table of kinds. */
function statusInOrder(status: JsonObject): JsonValue {
  const { details } = status;
  if (!isJsonObject(details)) return picked(status, statusMembers);
  const { causes } = details;
  const shown = isJsonArray(causes)
    ? causes.map((cause) => (isJsonObject(cause) ? picked(cause, causeMembers) : cause))
    : undefined;
  const inside = picked({ ...details, ...(shown && { causes: shown }) }, detailMembers);
  return picked({ ...status, details: inside }, statusMembers);
}

const picked = (value: JsonObject, members: readonly string[]): JsonObject =>
  Object.fromEntries(
    members.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]])),
  );

function listInOrder(list: JsonObject, items: readonly JsonValue[]): JsonValue {
  const { apiVersion = null, kind = null, metadata = {} } = list;
  const itemKind = { apiVersion, kind: String(kind).slice(0, -'List'.length) };
  const struct = schemaForKind(String(apiVersion), itemKind.kind);
  if (struct === undefined) return sorted(list);
  const shown = items.map((item) => (isJsonObject(item) ? ordered(item, struct) : item));
  return { kind, apiVersion, metadata, items: shown };
}

function ordered(value: JsonObject, { members }: StructSchema): JsonObject {
  const types = new Map(members.map(({ json, type }) => [json, type]));
  const out: Record<string, JsonValue> = {};
  for (const name of [...types.keys(), ...Object.keys(value)]) {
    const member = value[name];
    if (member === undefined || name in out) continue;
    const type = types.get(name);
    out[name] = type === undefined ? member : placed(member, type);
  }
  return out;
}

function placed(value: JsonValue, type: TypeSchema): JsonValue {
  const real = pointee(type);
  if (isJsonArray(value)) {
    return real.form === 'list' ? value.map((item) => placed(item, real.item)) : value;
  }
  if (!isJsonObject(value)) return value;
  if (real.form === 'struct') return ordered(value, structSchema(real.name));
  if (real.form !== 'map') return sorted(value);
  const inner = Object.entries(value).map(([key, each]) => [key, placed(each, real.value)]);
  return byName(Object.fromEntries(inner));
}

const byName = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

function sorted(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return byName(
    Object.fromEntries(Object.entries(value).map(([key, each]) => [key, sorted(each)])),
  );
}

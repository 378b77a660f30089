/**
 * Reads a body that is as its kind wants it, in one pass and without noting where it stands.
 *
 * The common case of decode.ts: no unknown member, every value of its type. What is already in the
 * form in which Go would encode it comes back as the very same value, so a body that shares parts
 * with a stored object goes on sharing them. In: a struct schema and JSON. Out: the object, or
 * `misfit`, and then decode.ts reads again to say what is wrong.
 */
import { canonicalTime } from '#base/sim-time';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from './json-value.ts';
import { canonicalQuantity, parseQuantity } from './quantity.ts';
import {
  type FieldSchema,
  type ScalarName,
  type StructSchema,
  structSchema,
  type TypeSchema,
} from './schema/schema.ts';

/** The answer for what is not well-formed. */
export const misfit = Symbol('misfit');

type Misfit = typeof misfit;
/** Undefined for null, which leaves a member as if it were not there. */
type Read = JsonValue | undefined | Misfit;

/**
 * Reads a struct, or says that something in it does not fit. `known` is one of the same schema that
 * was read before: what the body shares with it is not read again.
 */
export function readStruct(
  schema: StructSchema,
  body: JsonObject,
  known?: JsonValue,
): JsonObject | Misfit {
  const before = isJsonObject(known) ? known : undefined;
  const { members, positions } = schema;
  let values: (JsonValue | undefined)[] | undefined;
  let required = 0;
  let last = -1;
  for (const key in body) {
    const position = positions.get(key);
    if (position === undefined) return misfit;
    const field = members[position] as FieldSchema;
    const value = body[key];
    const { type, omitEmpty } = field;
    // Most members are texts and flags that are as they should be.
    const read = isPlainScalar(type, value) ? value : readAfter(type, value, before?.[key]);
    if (read === misfit) return misfit;
    const isKept = read === value && position > last && read !== undefined;
    const kept = isKept && !(omitEmpty && isEmpty(field, read));
    if (!kept) values ??= valuesBefore(schema, body, key);
    if (values !== undefined) values[position] = read;
    if (!omitEmpty) required++;
    last = position;
  }
  if (values === undefined) {
    if (required === schema.required) return body;
    values = valuesBefore(schema, body, undefined);
  }
  return encode(members, values);
}

/** The values up to a member, by position; all of them were kept as they are. */
function valuesBefore(
  { members, positions }: StructSchema,
  body: JsonObject,
  end: string | undefined,
): (JsonValue | undefined)[] {
  const values = new Array<JsonValue | undefined>(members.length);
  for (const key in body) {
    if (key === end) break;
    values[positions.get(key) as number] = body[key];
  }
  return values;
}

/** Writes the members as Go's encoder does: in order, without what is empty. */
function encode(
  members: readonly FieldSchema[],
  values: readonly (JsonValue | undefined)[],
): JsonObject {
  const encoded: Record<string, JsonValue> = {};
  for (let position = 0; position < members.length; position++) {
    const field = members[position] as FieldSchema;
    const value = values[position];
    if (value === undefined) {
      if (!field.omitEmpty) encoded[field.json] = zeroOf(field.type);
    } else if (!field.omitEmpty || !isEmpty(field, value)) encoded[field.json] = value;
  }
  return encoded;
}

const isPlainScalar = (type: TypeSchema, value: JsonValue | undefined): boolean =>
  type.form === 'scalar' && type.scalar === 'string' && typeof value === 'string';

const readAfter = (
  type: TypeSchema,
  value: JsonValue | undefined,
  known: JsonValue | undefined,
): Read => (value !== undefined && value === known ? value : readValue(type, value, known));

function readValue(type: TypeSchema, value: JsonValue | undefined, known?: JsonValue): Read {
  if (value === null || value === undefined) return undefined;
  switch (type.form) {
    case 'scalar':
      return readScalar(type.scalar, value);
    case 'pointer':
      return readValue(type.to, value, known);
    case 'struct':
      return isJsonObject(value) ? readStruct(structSchema(type.name), value, known) : misfit;
    case 'list':
      return isJsonArray(value) ? readList(type.item, value, known) : misfit;
    case 'map':
      return isJsonObject(value) ? readMap(type.value, value) : misfit;
  }
}

function readList(
  type: TypeSchema,
  list: readonly JsonValue[],
  known: JsonValue | undefined,
): readonly JsonValue[] | Misfit {
  const before = isJsonArray(known) ? known : undefined;
  let changed: JsonValue[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    const read = readAfter(type, item, before?.[index]);
    if (read === misfit) return misfit;
    if (read === item && read !== undefined) continue;
    changed ??= [...list];
    changed[index] = read ?? zeroOf(type);
  }
  return changed ?? list;
}

function readMap(type: TypeSchema, map: JsonObject): JsonObject | Misfit {
  let entries: [string, JsonValue][] | undefined;
  for (const key in map) {
    const value = map[key];
    const read = readValue(type, value);
    if (read === misfit) return misfit;
    if (entries === undefined) {
      if (read === value && read !== undefined) continue;
      entries = entriesBefore(map, key);
    }
    entries.push([key, read ?? zeroOf(type)]);
  }
  return entries === undefined ? map : Object.fromEntries(entries);
}

/** The entries up to a key; all of them were kept as they are. */
function entriesBefore(map: JsonObject, end: string): [string, JsonValue][] {
  const entries: [string, JsonValue][] = [];
  for (const key in map) {
    if (key === end) break;
    entries.push([key, map[key] as JsonValue]);
  }
  return entries;
}

function readScalar(scalar: ScalarName, value: JsonValue): Read {
  switch (scalar) {
    case 'string':
      return typeof value === 'string' ? value : misfit;
    case 'bool':
      return typeof value === 'boolean' ? value : misfit;
    case 'int32':
      return isInteger(value, 2 ** 31) ? value : misfit;
    case 'int64':
      return isInteger(value, 2 ** 63) ? value : misfit;
    case 'float64':
      return typeof value === 'number' ? value : misfit;
    case 'bytes':
      return typeof value === 'string' && wholeBase64.test(value) ? value : misfit;
    case 'quantity': {
      const text = typeof value === 'number' ? String(value) : value;
      if (typeof text !== 'string') return misfit;
      const trimmed = text.trim();
      return parseQuantity(trimmed) === undefined ? misfit : canonicalQuantity(trimmed);
    }
    case 'intstr':
      return typeof value === 'string' || isInteger(value, 2 ** 31) ? value : misfit;
    case 'time':
    case 'microtime':
      if (typeof value !== 'string') return misfit;
      return canonicalTime(value, scalar === 'microtime') ?? misfit;
    case 'raw':
    case 'fieldsv1':
      return value;
    case 'schemaorarray':
    case 'schemaorbool':
    case 'schemaorstrings':
      return readSchemaOr(scalar, value);
  }
}

/** A schema of a custom resource, or what may stand in its place; anything else is not kept. */
function readSchemaOr(
  scalar: 'schemaorarray' | 'schemaorbool' | 'schemaorstrings',
  value: JsonValue,
): Read {
  if (isJsonObject(value)) return readStruct(schemaProps(), value);
  if (scalar === 'schemaorbool') return typeof value === 'boolean' ? value : misfit;
  if (!isJsonArray(value) || value.length === 0) return undefined;
  return readList(scalar === 'schemaorarray' ? schemaType : textType, value, undefined);
}

const schemaType = {
  form: 'struct',
  name: 'apiextensions.JSONSchemaProps',
} as const satisfies TypeSchema;
const textType: TypeSchema = { form: 'scalar', scalar: 'string' };

/** The struct that holds itself. */
export const schemaProps = (): StructSchema => structSchema(schemaType.name);

/** Without line breaks, which the decoder would take out. */
const wholeBase64 = /^(?:[A-Za-z0-9+/=]{4})*$/;

const isInteger = (value: JsonValue, limit: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= limit;

/** Whether the encoder leaves out a member with this value. */
export const isLeftOut = (field: FieldSchema, value: JsonValue): boolean =>
  field.omitEmpty && isEmpty(field, value);

/** Pointers are empty only when nil, and null was taken for absent before. */
function isEmpty(field: FieldSchema, value: JsonValue): boolean {
  if (value === '' || value === 0 || value === false) return field.type.form !== 'pointer';
  if (typeof value !== 'object' || value === null) return false;
  if (field.type.form === 'pointer' || field.type.form === 'struct') return false;
  if (isJsonArray(value)) return value.length === 0;
  return field.type.form === 'map' && Object.keys(value).length === 0;
}

/** What the encoder writes for a member that is not set and not left out. */
export function zeroOf(type: TypeSchema): JsonValue {
  switch (type.form) {
    case 'pointer':
      return null;
    case 'list':
      return [];
    case 'map':
      return {};
    case 'struct': {
      const { members } = structSchema(type.name);
      return encode(members, []);
    }
    case 'scalar':
      return zeroScalars[type.scalar];
  }
}

const zeroScalars: Readonly<Record<ScalarName, JsonValue>> = {
  string: '',
  bool: false,
  int32: 0,
  int64: 0,
  float64: 0,
  bytes: '',
  quantity: '0',
  intstr: 0,
  time: null,
  microtime: null,
  raw: null,
  fieldsv1: {},
  schemaorarray: null,
  schemaorbool: true,
  schemaorstrings: null,
};

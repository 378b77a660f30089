/**
 * How many bytes an object takes in etcd, where it is kept as protobuf.
 *
 * Models k8s.io/apimachinery/pkg/runtime/serializer/protobuf (the `k8s\0` prefix and the
 * runtime.Unknown envelope) and the generated Size methods: fields that are held by value are
 * always written, even when empty; pointers, lists and maps only when they hold something.
 * In: an object as JSON. Out: a number of bytes; undefined for kinds without a schema. What is
 * stored has no resourceVersion, so that member is not counted.
 */
import { parseRfc3339, runEpoch } from '#base/sim-time';
import { utf8Length } from '#base/utf8';
import { isJsonObject, type JsonObject, type JsonValue } from './json-value.ts';
import {
  type FieldSchema,
  type ScalarName,
  type StructSchema,
  schemaForKind,
  structSchema,
  type TypeSchema,
} from './schema/schema.ts';

/** `k8s\0` in front of every stored object. */
const magicBytes = 4;

export function storedBytes(object: JsonObject): number | undefined {
  const { apiVersion, kind, metadata } = object;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;
  const schema = schemaForKind(apiVersion, kind);
  if (schema === undefined) return undefined;
  const { resourceVersion: _notStored, ...stored } = isJsonObject(metadata) ? metadata : {};
  const raw = structSize(schema, { ...object, metadata: stored });
  const typeMeta = textField(apiVersion) + textField(kind);
  // Unknown: typeMeta, raw, and two empty texts for encoding and content type.
  return magicBytes + delimited(1, typeMeta) + delimited(2, raw) + 2 * delimited(3, 0);
}

/** The size of a struct's own encoding, without a tag and length. */
export function structSize(schema: StructSchema, value: JsonObject): number {
  let size = 0;
  for (const field of schema.fields) {
    // Kind and apiVersion have no number: they stand in the envelope.
    if (field.protobuf === 0) continue;
    size += fieldSize(field, field.json === '' ? value : value[field.json]);
  }
  return size;
}

function fieldSize(field: FieldSchema, value: JsonValue | undefined): number {
  const { type, protobuf } = field;
  if (type.form === 'pointer')
    return value === undefined || value === null ? 0 : valueSize(type.to, protobuf, value);
  return valueSize(type, protobuf, value ?? null);
}

function valueSize(type: TypeSchema, number: number, value: JsonValue): number {
  switch (type.form) {
    case 'pointer':
      return valueSize(type.to, number, value);
    case 'struct':
      return delimited(
        number,
        structSize(structSchema(type.name), isJsonObject(value) ? value : {}),
      );
    case 'list':
      return sum(value as readonly JsonValue[] | null, (item) =>
        valueSize(type.item, number, item),
      );
    case 'map':
      return sum(Object.entries(value ?? {}), ([key, item]) =>
        delimited(number, textField(key) + valueSize(type.value, 2, item)),
      );
    case 'scalar':
      return scalarSize(type.scalar, number, value);
  }
}

const sum = <T>(items: readonly T[] | null, size: (item: T) => number): number =>
  (items ?? []).reduce((total, item) => total + size(item), 0);

function scalarSize(scalar: ScalarName, number: number, value: JsonValue): number {
  switch (scalar) {
    case 'string':
      return delimited(number, utf8Length(String(value ?? '')));
    case 'bool':
      return tagSize(number) + 1;
    case 'int32':
    case 'int64':
      return tagSize(number) + varintSize(Number(value ?? 0));
    case 'float64':
      return tagSize(number) + 8;
    case 'bytes':
      return value === null ? 0 : delimited(number, base64Length(String(value)));
    case 'quantity':
      return delimited(number, textField(String(value ?? '0')));
    case 'intstr':
      return delimited(number, intOrStringSize(value));
    case 'time':
    case 'microtime':
      return delimited(number, timeSize(value));
    // About what their schema takes; only a client of Go's own types writes them so.
    case 'schemaorarray':
    case 'schemaorbool':
    case 'schemaorstrings':
    case 'raw':
    case 'fieldsv1':
      return value === null ? 0 : delimited(number, textField(JSON.stringify(value)));
  }
}

/** Type, number and text are all held by value. */
const intOrStringSize = (value: JsonValue): number => {
  const text = typeof value === 'string' ? value : '';
  const count = typeof value === 'number' ? value : 0;
  return 2 + 1 + varintSize(count) + textField(text);
};

/** Seconds since 1970 and nanoseconds; a time that is not set takes nothing. */
function timeSize(value: JsonValue): number {
  const time = typeof value === 'string' ? parseRfc3339(value) : undefined;
  if (time === undefined) return 0;
  const micros = time + runEpoch;
  const seconds = Math.floor(micros / 1_000_000);
  const nanos = (micros - seconds * 1_000_000) * 1000;
  return 1 + varintSize(seconds) + 1 + varintSize(nanos);
}

const textField = (text: string): number => delimited(1, utf8Length(text));

const delimited = (number: number, length: number): number =>
  tagSize(number) + varintSize(length) + length;

const tagSize = (number: number): number => (number < 16 ? 1 : 2);

/** Seven bits a byte; a negative number takes all ten. */
function varintSize(value: number): number {
  if (value < 0) return 10;
  let size = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size++;
  return size;
}

const base64Length = (text: string): number =>
  Math.floor((text.length * 3) / 4) - (/=*$/.exec(text)?.[0].length ?? 0);

/**
 * Bodies in `application/vnd.kubernetes.protobuf` as JSON objects.
 *
 * Models k8s.io/apimachinery pkg/runtime/serializer/protobuf and the generated Unmarshal methods.
 * In: bytes. Out: the object as the same client would send it in JSON; `undefined` for bytes that
 * are no such message, or whose kind has none.
 */
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { rfc3339, rfc3339Micro, runEpoch } from '#base/sim-time';
import { decodeInto } from '#k8s.io/apimachinery/decode';
import type { JsonObject, JsonValue } from '#k8s.io/apimachinery/json-value';
import {
  type FieldSchema,
  pointee,
  type ScalarName,
  type StructSchema,
  structSchema,
  type TypeSchema,
} from '#k8s.io/apimachinery/schema/schema';
import { choices, isEmbedded, jsonSchema, magic, messageOfKind } from './message.ts';

type Building = Record<string, JsonValue>;

export function decodeObject(bytes: Uint8Array): JsonObject | undefined {
  if (magic.some((byte, index) => bytes[index] !== byte)) return undefined;
  try {
    return readObject(bytes.subarray(magic.length));
  } catch {
    // Cut off, or no protobuf at all.
    return undefined;
  }
}

function readObject(bytes: Uint8Array): JsonObject | undefined {
  let apiVersion = '';
  let kind = '';
  let raw: Uint8Array = new Uint8Array(0);
  eachField(new BinaryReader(bytes), (number, reader) => {
    if (number === 2) raw = reader.bytes();
    else if (number === 1) {
      eachField(new BinaryReader(reader.bytes()), (inner, typeMeta) => {
        if (inner === 1) apiVersion = typeMeta.string();
        else if (inner === 2) kind = typeMeta.string();
        else return false;
        return true;
      });
    } else return false;
    return true;
  });
  const schema = messageOfKind(apiVersion, kind);
  if (schema === undefined) return undefined;
  // Without the empty values that a Go value has and its JSON leaves out.
  const read = decodeInto(schema, { ...readStruct(raw, schema), apiVersion, kind });
  return read.ok ? { apiVersion, kind, ...read.value.object } : undefined;
}

/** Calls `read` for each field; `false`: it was none that is known, and is skipped. */
function eachField(
  reader: BinaryReader,
  read: (number: number, reader: BinaryReader) => boolean,
): void {
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    if (!read(number, reader)) reader.skip(wireType, number);
  }
}

function readStruct(bytes: Uint8Array, schema: StructSchema): Building {
  const value: Building = {};
  const byNumber = new Map(schema.fields.map((field) => [field.protobuf, field]));
  eachField(new BinaryReader(bytes), (number, reader) => {
    const field = number === 0 ? undefined : byNumber.get(number);
    if (field === undefined) return false;
    readField(reader, field, value);
    return true;
  });
  return value;
}

function readField(reader: BinaryReader, field: FieldSchema, value: Building): void {
  const { json } = field;
  const type = pointee(field.type);
  if (type.form === 'list') {
    const items = (value[json] ?? []) as JsonValue[];
    items.push(readItem(reader, type.item));
    value[json] = items;
  } else if (type.form === 'map') {
    const entries = (value[json] ?? {}) as Building;
    readEntry(reader, type.value, entries);
    value[json] = entries;
  } else if (isEmbedded(field) && type.form === 'struct') {
    Object.assign(value, readStruct(reader.bytes(), structSchema(type.name)));
  } else {
    const read = readValue(reader, type);
    const isZero = read === '' || read === 0 || read === false || read === undefined;
    // A pointer to an empty value is not nil.
    if (read !== undefined && !(isZero && field.omitEmpty && field.type.form !== 'pointer')) {
      value[json] = read;
    }
  }
}

function readEntry(reader: BinaryReader, type: TypeSchema, entries: Building): void {
  let key = '';
  let value: JsonValue | undefined;
  eachField(new BinaryReader(reader.bytes()), (number, entry) => {
    if (number === 1) key = entry.string();
    else if (number === 2) value = readItem(entry, type);
    else return false;
    return true;
  });
  entries[key] = value ?? zeroOf(type);
}

const zeroOf = (type: TypeSchema): JsonValue =>
  type.form === 'list' ? [] : type.form === 'struct' ? {} : '';

function readItem(reader: BinaryReader, type: TypeSchema): JsonValue {
  if (type.form !== 'list') return readValue(reader, pointee(type)) ?? null;
  const items: JsonValue[] = [];
  eachField(new BinaryReader(reader.bytes()), (number, inner) => {
    if (number !== 1) return false;
    items.push(readItem(inner, type.item));
    return true;
  });
  return items;
}

function readValue(reader: BinaryReader, type: TypeSchema): JsonValue | undefined {
  if (type.form === 'struct') return readStruct(reader.bytes(), structSchema(type.name));
  if (type.form === 'scalar') return readScalar(reader, type.scalar);
  throw new Error(`protobuf: a ${type.form} stands where a value must`);
}

function readScalar(reader: BinaryReader, scalar: ScalarName): JsonValue | undefined {
  switch (scalar) {
    case 'string':
      return reader.string();
    case 'bool':
      return reader.bool();
    case 'int32':
      return reader.int32();
    case 'int64':
      return Number(reader.int64());
    case 'float64':
      return reader.double();
    case 'bytes':
      return Buffer.from(reader.bytes()).toString('base64');
    case 'quantity':
      return readText(reader.bytes());
    case 'intstr':
      return readIntOrString(reader.bytes());
    case 'time':
    case 'microtime':
      return readTime(reader.bytes(), scalar);
    case 'raw':
    case 'fieldsv1': {
      const text = readText(reader.bytes());
      return text === '' ? undefined : (JSON.parse(text) as JsonValue);
    }
    case 'schemaorarray':
    case 'schemaorbool':
    case 'schemaorstrings':
      return readChoice(reader.bytes(), scalar);
  }
}

/** A message whose only field is a text. */
function readText(bytes: Uint8Array): string {
  let text = '';
  eachField(new BinaryReader(bytes), (number, reader) => {
    if (number !== 1) return false;
    text = reader.string();
    return true;
  });
  return text;
}

function readIntOrString(bytes: Uint8Array): JsonValue {
  let isText = false;
  let count = 0;
  let text = '';
  eachField(new BinaryReader(bytes), (number, reader) => {
    if (number === 1) isText = Number(reader.int64()) === 1;
    else if (number === 2) count = reader.int32();
    else if (number === 3) text = reader.string();
    else return false;
    return true;
  });
  return isText ? text : count;
}

function readTime(bytes: Uint8Array, scalar: 'time' | 'microtime'): string | undefined {
  if (bytes.length === 0) return undefined;
  let seconds = 0;
  let nanos = 0;
  eachField(new BinaryReader(bytes), (number, reader) => {
    if (number === 1) seconds = Number(reader.int64());
    else if (number === 2) nanos = reader.int32();
    else return false;
    return true;
  });
  const time = seconds * 1_000_000 + Math.floor(nanos / 1000) - runEpoch;
  return scalar === 'time' ? rfc3339(time) : rfc3339Micro(time);
}

function readChoice(bytes: Uint8Array, scalar: keyof typeof choices): JsonValue {
  const { schema, other } = choices[scalar];
  let value: JsonValue = [];
  const items: JsonValue[] = [];
  let hasSchema = false;
  eachField(new BinaryReader(bytes), (number, reader) => {
    if (number === schema) {
      value = readStruct(reader.bytes(), jsonSchema());
      hasSchema = true;
    } else if (number !== other) return false;
    else if (scalar === 'schemaorbool') value = hasSchema ? skip(reader, value) : reader.bool();
    else if (scalar === 'schemaorstrings') items.push(reader.string());
    else items.push(readStruct(reader.bytes(), jsonSchema()));
    return true;
  });
  return hasSchema || scalar === 'schemaorbool' ? value : items;
}

function skip(reader: BinaryReader, value: JsonValue): JsonValue {
  reader.skip(WireType.Varint);
  return value;
}

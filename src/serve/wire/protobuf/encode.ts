/**
 * Objects as `application/vnd.kubernetes.protobuf`.
 *
 * Models k8s.io/apimachinery pkg/runtime/serializer/protobuf and the generated Marshal methods: the
 * envelope `runtime.Unknown` behind `k8s\0`; fields held by value are written even when empty. In:
 * objects as JSON. Out: bytes; `undefined` for a kind that has no message.
 */
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { parseRfc3339, runEpoch } from '#base/sim-time';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import type {
  FieldSchema,
  ScalarName,
  StructSchema,
  TypeSchema,
} from '#k8s.io/apimachinery/schema/schema';
import {
  choices,
  isEmbedded,
  itemOfList,
  jsonSchema,
  listMeta,
  magic,
  messageOfKind,
  statusMessage,
  structOf,
} from './message.ts';

/** A whole object or list, in its envelope. */
export function encodeObject(object: JsonObject): Uint8Array | undefined {
  const { apiVersion, kind } = object;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;
  const raw = rawOf(object, apiVersion, kind);
  if (raw === undefined) return undefined;
  const envelope = new BinaryWriter();
  envelope.tag(1, WireType.LengthDelimited).fork();
  envelope.tag(1, WireType.LengthDelimited).string(apiVersion);
  envelope.tag(2, WireType.LengthDelimited).string(kind);
  envelope.join();
  envelope.tag(2, WireType.LengthDelimited).bytes(raw);
  envelope.tag(3, WireType.LengthDelimited).string('');
  envelope.tag(4, WireType.LengthDelimited).string('');
  return Buffer.concat([magic, envelope.finish()]);
}

/** One event of a watch: its length in four bytes, then the event, which holds a whole object. */
export function encodeEvent(type: string, object: JsonObject): Uint8Array | undefined {
  const raw = encodeObject(object);
  if (raw === undefined) return undefined;
  const event = new BinaryWriter();
  event.tag(1, WireType.LengthDelimited).string(type);
  event.tag(2, WireType.LengthDelimited).fork();
  event.tag(1, WireType.LengthDelimited).bytes(raw);
  const bytes = event.join().finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function rawOf(object: JsonObject, apiVersion: string, kind: string): Uint8Array | undefined {
  const writer = new BinaryWriter();
  const { items } = object;
  const item = isJsonArray(items) ? itemOfList(apiVersion, kind) : undefined;
  if (item !== undefined && isJsonArray(items)) {
    delimited(writer, 1, () => writeStruct(writer, listMeta, record(object['metadata'])));
    for (const each of items) {
      delimited(writer, 2, () => writeStruct(writer, item, record(each)));
    }
    return writer.finish();
  }
  const message = kind === 'Status' ? statusMessage() : messageOfKind(apiVersion, kind);
  if (message === undefined) return undefined;
  writeStruct(writer, message, object);
  return writer.finish();
}

function writeStruct(writer: BinaryWriter, schema: StructSchema, value: JsonObject): void {
  for (const field of schema.fields) {
    // Kind and apiVersion have no number: they stand in the envelope.
    if (field.protobuf === 0) continue;
    writeField(writer, field, isEmbedded(field) ? value : value[field.json]);
  }
}

function writeField(writer: BinaryWriter, field: FieldSchema, value: JsonValue | undefined): void {
  const isAbsent = value === undefined || value === null;
  if (field.type.form === 'pointer') {
    if (!isAbsent) writeValue(writer, field.type.to, field.protobuf, value);
  } else writeValue(writer, field.type, field.protobuf, value ?? null);
}

function writeValue(
  writer: BinaryWriter,
  type: TypeSchema,
  number: number,
  value: JsonValue,
): void {
  switch (type.form) {
    case 'pointer':
      writeValue(writer, type.to, number, value);
      return;
    case 'struct':
      delimited(writer, number, () => writeStruct(writer, structOf(type.name), record(value)));
      return;
    case 'list':
      for (const item of isJsonArray(value) ? value : [])
        writeItem(writer, type.item, number, item);
      return;
    case 'map':
      writeMap(writer, type.value, number, record(value));
      return;
    case 'scalar':
      writeScalar(writer, type.scalar, number, value);
  }
}

/** A list within a list or a map is a message of its own, whose field 1 repeats. */
function writeItem(writer: BinaryWriter, type: TypeSchema, number: number, value: JsonValue): void {
  if (type.form !== 'list') writeValue(writer, type, number, value);
  else delimited(writer, number, () => writeValue(writer, type, 1, value));
}

function writeMap(
  writer: BinaryWriter,
  type: TypeSchema,
  number: number,
  entries: JsonObject,
): void {
  for (const key of Object.keys(entries).sort()) {
    delimited(writer, number, () => {
      writer.tag(1, WireType.LengthDelimited).string(key);
      writeItem(writer, type, 2, entries[key] ?? null);
    });
  }
}

function writeScalar(
  writer: BinaryWriter,
  scalar: ScalarName,
  number: number,
  value: JsonValue,
): void {
  switch (scalar) {
    case 'string':
      writer.tag(number, WireType.LengthDelimited).string(String(value ?? ''));
      return;
    case 'bool':
      writer.tag(number, WireType.Varint).bool(value === true);
      return;
    case 'int32':
    case 'int64':
      writer.tag(number, WireType.Varint).int64(Math.trunc(Number(value ?? 0)));
      return;
    case 'float64':
      writer.tag(number, WireType.Bit64).double(Number(value ?? 0));
      return;
    case 'bytes':
      if (value === null) return;
      writer.tag(number, WireType.LengthDelimited).bytes(Buffer.from(String(value), 'base64'));
      return;
    default:
      writeWrapped(writer, scalar, number, value);
  }
}

/** Values that are one word in JSON and a message in protobuf. */
function writeWrapped(
  writer: BinaryWriter,
  scalar: Exclude<ScalarName, 'string' | 'bool' | 'int32' | 'int64' | 'float64' | 'bytes'>,
  number: number,
  value: JsonValue,
): void {
  switch (scalar) {
    case 'quantity':
      delimited(writer, number, () => textField(writer, 1, String(value ?? '0')));
      return;
    case 'intstr':
      delimited(writer, number, () => writeIntOrString(writer, value));
      return;
    case 'time':
    case 'microtime':
      delimited(writer, number, () => writeTime(writer, value));
      return;
    case 'raw':
    case 'fieldsv1':
      if (value !== null)
        delimited(writer, number, () => textField(writer, 1, JSON.stringify(value)));
      return;
    case 'schemaorarray':
    case 'schemaorbool':
    case 'schemaorstrings':
      if (value !== null) delimited(writer, number, () => writeChoice(writer, scalar, value));
  }
}

function writeIntOrString(writer: BinaryWriter, value: JsonValue): void {
  const isText = typeof value === 'string';
  writer.tag(1, WireType.Varint).int64(isText ? 1 : 0);
  writer.tag(2, WireType.Varint).int64(typeof value === 'number' ? value : 0);
  textField(writer, 3, isText ? value : '');
}

/** Seconds since 1970 and nanoseconds; nothing for a time that is not set. */
function writeTime(writer: BinaryWriter, value: JsonValue): void {
  const time = typeof value === 'string' ? parseRfc3339(value) : undefined;
  if (time === undefined) return;
  const micros = time + runEpoch;
  const seconds = Math.floor(micros / 1_000_000);
  writer.tag(1, WireType.Varint).int64(seconds);
  writer.tag(2, WireType.Varint).int64((micros - seconds * 1_000_000) * 1000);
}

function writeChoice(writer: BinaryWriter, scalar: keyof typeof choices, value: JsonValue): void {
  const { schema, other } = choices[scalar];
  if (isJsonObject(value)) {
    delimited(writer, schema, () => writeStruct(writer, jsonSchema(), value));
    return;
  }
  if (typeof value === 'boolean') {
    writer.tag(other, WireType.Varint).bool(value);
    return;
  }
  for (const item of isJsonArray(value) ? value : []) {
    if (typeof item === 'string') textField(writer, other, item);
    else delimited(writer, other, () => writeStruct(writer, jsonSchema(), record(item)));
  }
}

function delimited(writer: BinaryWriter, number: number, write: () => void): void {
  writer.tag(number, WireType.LengthDelimited).fork();
  write();
  writer.join();
}

function textField(writer: BinaryWriter, number: number, text: string): void {
  writer.tag(number, WireType.LengthDelimited).string(text);
}

const record = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

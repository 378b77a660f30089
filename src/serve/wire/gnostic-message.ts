/**
 * How gnostic's messages are written: a JSON value and a table of its fields become protobuf bytes.
 *
 * In: a message as a table, and a value. Out: bytes. What a table does not name is not written.
 * Source: github.com/google/gnostic-models openapiv2/OpenAPIv2.proto and openapiv3/OpenAPIv3.proto.
 */
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { isJsonArray, isJsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';

export type Write = (value: JsonValue) => Uint8Array;

/** How a member is written; a list is one field for each of its items, unless `isWhole`. */
interface Field {
  readonly number: number;
  readonly as: 'text' | 'flag' | 'integer' | 'double' | Write;
  readonly isWhole?: boolean;
}

export type Message = Readonly<Record<string, Field>>;

export const text = (number: number): Field => ({ number, as: 'text' });
export const flag = (number: number): Field => ({ number, as: 'flag' });
export const integer = (number: number): Field => ({ number, as: 'integer' });
export const double = (number: number): Field => ({ number, as: 'double' });
export const part = (number: number, as: Write): Field => ({ number, as });
/** A list here is one value. */
export const whole = (number: number, as: Write): Field => ({ number, as, isWhole: true });

/** Members beginning with `x-` are extensions: names with values of no fixed shape. */
export function write(message: Message, value: JsonValue, extensions?: number): Uint8Array {
  const writer = new BinaryWriter();
  if (!isJsonObject(value)) return writer.finish();
  for (const [name, member] of Object.entries(value)) {
    const field = message[name];
    if (field !== undefined && member !== undefined) writeField(writer, field, member);
    else if (extensions !== undefined && name.startsWith('x-') && member !== undefined) {
      writer.tag(extensions, WireType.LengthDelimited).bytes(named(name, anyValue(member)));
    }
  }
  return writer.finish();
}

function writeField(writer: BinaryWriter, field: Field, value: JsonValue): void {
  const { number, as, isWhole = false } = field;
  for (const item of isJsonArray(value) && !isWhole ? value : [value]) {
    if (as === 'text') writer.tag(number, WireType.LengthDelimited).string(String(item));
    else if (as === 'flag') writer.tag(number, WireType.Varint).bool(item === true);
    else if (as === 'integer') writer.tag(number, WireType.Varint).int64(Number(item));
    else if (as === 'double') writer.tag(number, WireType.Bit64).double(Number(item));
    else writer.tag(number, WireType.LengthDelimited).bytes(as(item));
  }
}

/** One entry of what is a map in JSON. */
const named = (name: string, value: Uint8Array): Uint8Array =>
  new BinaryWriter()
    .tag(1, WireType.LengthDelimited)
    .string(name)
    .tag(2, WireType.LengthDelimited)
    .bytes(value)
    .finish();

/** One of several messages, or one inside of another. */
export const inside = (number: number, bytes: Uint8Array): Uint8Array =>
  new BinaryWriter().tag(number, WireType.LengthDelimited).bytes(bytes).finish();

/** A map: one field for each entry. */
export function mapOf(number: number, as: Write): Write {
  return (value) => {
    const writer = new BinaryWriter();
    if (!isJsonObject(value)) return writer.finish();
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      writer.tag(number, WireType.LengthDelimited).bytes(named(name, as(member)));
    }
    return writer.finish();
  };
}

/** A value of no fixed shape is YAML, and so is its JSON. */
export const anyValue: Write = (value) =>
  new BinaryWriter().tag(2, WireType.LengthDelimited).string(JSON.stringify(value)).finish();

/** `additionalProperties`: a schema, or whether there may be some. */
export const schemaOrFlag =
  (schema: Write): Write =>
  (value) =>
    typeof value === 'boolean'
      ? new BinaryWriter().tag(2, WireType.Varint).bool(value).finish()
      : inside(1, schema(value));

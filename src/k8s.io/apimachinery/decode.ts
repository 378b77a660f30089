/**
 * Reads a request body into its kind, the way the API server's JSON decoder does.
 *
 * Models sigs.k8s.io/json (case-sensitive, strict) decoding into the Go type and encoding it again:
 * members come in the order of the Go struct, empty ones are left out where the type says so and
 * filled in where it says so (`resources: {}`), quantities are canonical, nulls are gone.
 * In: any JSON. Out: the object and what a strict decoder complains of (`unknown field "x"`), or
 * the text of the first member that does not fit its type.
 */

import { err, ok, type Result } from '#base/result';
import { canonicalTime } from '#base/sim-time';
import { goQuote } from './field-error.ts';
import { goTimeError } from './go-time-error.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from './json-value.ts';
import { canonicalQuantity, parseQuantity, quantityFormatError } from './quantity.ts';
import { goTypeName } from './schema/go-dump.ts';
import {
  type ScalarName,
  type StructSchema,
  schemaForKind,
  structSchema,
  type TypeSchema,
} from './schema/schema.ts';
import { isLeftOut, misfit, readStruct, schemaProps, zeroOf } from './well-formed.ts';

export interface Decoded {
  readonly object: JsonObject;
  /** In the order of the body. `Strict` refuses them, `Warn` puts them into warnings. */
  readonly strictErrors: readonly string[];
}

/** Upstream stops counting here. */
const maxStrictErrors = 100;
const noErrors: readonly string[] = [];

/**
 * Reads a body as the kind it says it is; kinds without a schema pass as they are. `known` is an
 * object of that kind which was read before, when the body is a changed form of it.
 */
export function decodeObject(body: JsonObject, known?: JsonObject): Result<Decoded, string> {
  const { apiVersion, kind } = body;
  if (typeof apiVersion === 'string' && typeof kind === 'string') {
    const schema = schemaForKind(apiVersion, kind);
    if (schema !== undefined) return decodeInto(schema, body, known);
  }
  return ok({ object: body, strictErrors: [] });
}

/** Reads a body into a struct of the schema table, e.g. `meta.DeleteOptions`. */
export function decodeInto(
  schema: StructSchema,
  body: JsonObject,
  known?: JsonObject,
): Result<Decoded, string> {
  const read = readStruct(schema, body, known);
  if (read !== misfit) return ok({ object: read, strictErrors: noErrors });
  // Something is wrong: read again, noting where everything stands.
  const decoder = new Decoder();
  const object = decoder.struct(schema, body, '', '');
  if (decoder.error !== undefined) return err(decoder.error);
  return ok({ object, strictErrors: [...decoder.strictErrors].slice(0, maxStrictErrors) });
}

/** The strict errors of a body alone, e.g. `unknown field "spec.replica"`. */
export function strictErrors(body: JsonObject): readonly string[] {
  const decoded = decodeObject(body);
  return decoded.ok ? decoded.value.strictErrors : [];
}

/** Where a value stands: for strict errors with indices and keys, for type errors without. */
interface Place {
  readonly strictPath: string;
  readonly goPath: string;
  readonly owner: string;
}

class Decoder {
  /** The first value that does not fit; later ones are not reported. */
  error: string | undefined;
  readonly strictErrors = new Set<string>();

  struct(schema: StructSchema, body: JsonObject, strictPath: string, goPath: string): JsonObject {
    for (const key of Object.keys(body))
      if (!schema.byJson.has(key))
        this.strictErrors.add(`unknown field ${goQuote(join(strictPath, key))}`);
    const decoded: Record<string, JsonValue> = {};
    // Problems are reported in the order of the body; members are kept in the order of the type.
    const values = new Map<string, JsonValue | undefined>();
    for (const key of Object.keys(body)) {
      const field = schema.byJson.get(key);
      if (field === undefined) continue;
      const place = {
        strictPath: join(strictPath, key),
        goPath: join(goPath, embeddedPath(schema, key) + key),
        owner: schema.name.slice(schema.name.indexOf('.') + 1),
      };
      values.set(key, this.#value(field.type, body[key] ?? null, place));
    }
    this.#encode(schema, values, decoded);
    return decoded;
  }

  /** Writes the members as Go's encoder does: in order, without what is empty. */
  #encode(
    schema: StructSchema,
    values: ReadonlyMap<string, JsonValue | undefined>,
    into: Record<string, JsonValue>,
  ) {
    for (const field of schema.fields) {
      if (field.json === '') {
        if (field.type.form === 'struct') this.#encode(structSchema(field.type.name), values, into);
        continue;
      }
      const value = values.get(field.json);
      if (value === undefined) {
        if (!field.omitEmpty) into[field.json] = zeroOf(field.type);
      } else if (!isLeftOut(field, value)) into[field.json] = value;
    }
  }

  /** Undefined for null, which leaves a member as if it were not there. */
  #value(type: TypeSchema, value: JsonValue, place: Place): JsonValue | undefined {
    if (value === null) return undefined;
    switch (type.form) {
      case 'pointer':
        return this.#value(type.to, value, place);
      case 'struct':
        if (!isJsonObject(value)) return this.#mismatch(type, value, place);
        return this.struct(structSchema(type.name), value, place.strictPath, place.goPath);
      case 'list':
        if (!isJsonArray(value)) return this.#mismatch(type, value, place);
        return value.map(
          (item, index) => this.#item(type.item, item, place, `[${index}]`) ?? zeroOf(type.item),
        );
      case 'map':
        if (!isJsonObject(value)) return this.#mismatch(type, value, place);
        return this.#map(type.value, value, place);
      case 'scalar':
        return this.#scalar(type, type.scalar, value, place);
    }
  }

  #item(type: TypeSchema, value: JsonValue, place: Place, suffix: string): JsonValue | undefined {
    return this.#value(type, value, { ...place, strictPath: place.strictPath + suffix });
  }

  #map(type: TypeSchema, value: JsonObject, place: Place): JsonObject {
    const entries = Object.entries(value).map(([key, item]): [string, JsonValue] => [
      key,
      this.#item(type, item, place, `.${key}`) ?? zeroOf(type),
    ]);
    return Object.fromEntries(entries);
  }

  #mismatch(type: TypeSchema, value: JsonValue, place: Place, shown = shapeOf(value)): undefined {
    this.error ??=
      `json: cannot unmarshal ${shown} into Go struct field` +
      ` ${place.owner}.${place.goPath} of type ${goTypeName(type)}`;
  }

  #fail(message: string): undefined {
    this.error ??= message;
  }

  #scalar(
    type: TypeSchema,
    scalar: ScalarName,
    value: JsonValue,
    place: Place,
  ): JsonValue | undefined {
    switch (scalar) {
      case 'string':
        return typeof value === 'string' ? value : this.#mismatch(type, value, place);
      case 'bool':
        return typeof value === 'boolean' ? value : this.#mismatch(type, value, place);
      case 'int32':
      case 'int64':
        return this.#integer(type, scalar, value, place);
      case 'float64':
        return typeof value === 'number' ? value : this.#mismatch(type, value, place);
      case 'bytes':
        return this.#bytes(type, value, place);
      case 'quantity':
        return this.#quantity(value);
      case 'intstr':
        return this.#intOrString(value);
      case 'time':
      case 'microtime':
        return this.#time(scalar, value);
      case 'raw':
      case 'fieldsv1':
        return value;
      case 'schemaorarray':
      case 'schemaorbool':
      case 'schemaorstrings':
        return this.#schemaOr(scalar, value);
    }
  }

  /**
   * This type has a decoder of its own, so paths begin anew and unknown fields are not reported.
   * Source: k8s.io/apiextensions-apiserver pkg/apis/apiextensions/v1 marshal.go.
   */
  #schemaOr(scalar: ScalarName, value: JsonValue): JsonValue | undefined {
    const inner = new Decoder();
    const read = (each: JsonValue): JsonValue | undefined => {
      if (isJsonObject(each)) return inner.struct(schemaProps(), each, '', '');
      return inner.#notA(each, 'v1.JSONSchemaProps');
    };
    let result: JsonValue | undefined;
    if (isJsonObject(value)) result = read(value);
    else if (scalar === 'schemaorbool') {
      if (typeof value !== 'boolean') return this.#fail('boolean or JSON schema expected');
      result = value;
    } else if (isJsonArray(value) && value.length > 0) {
      result = value.map((each) => {
        if (scalar === 'schemaorarray') return read(each) ?? {};
        return typeof each === 'string' ? each : (inner.#notA(each, 'string') ?? '');
      });
    }
    if (inner.error !== undefined) return this.#fail(inner.error);
    return result;
  }

  #notA = (value: JsonValue, type: string): undefined =>
    this.#fail(`json: cannot unmarshal ${shapeOf(value)} into Go value of type ${type}`);

  #integer(type: TypeSchema, scalar: 'int32' | 'int64', value: JsonValue, place: Place) {
    if (typeof value !== 'number') return this.#mismatch(type, value, place);
    const fits =
      Number.isInteger(value) && Math.abs(value) <= (scalar === 'int32' ? 2 ** 31 : 2 ** 63);
    return fits ? value : this.#mismatch(type, value, place, `number ${value}`);
  }

  #bytes(type: TypeSchema, value: JsonValue, place: Place) {
    if (typeof value !== 'string') return this.#mismatch(type, value, place);
    const text = value.replace(/[\r\n]/g, '');
    const wrong = text.search(/[^A-Za-z0-9+/=]/);
    if (wrong >= 0) return this.#fail(`illegal base64 data at input byte ${wrong}`);
    if (text.length % 4 !== 0)
      return this.#fail(`illegal base64 data at input byte ${text.length - (text.length % 4)}`);
    return text;
  }

  #quantity(value: JsonValue) {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || parseQuantity(text.trim()) === undefined)
      return this.#fail(quantityFormatError);
    return canonicalQuantity(text.trim());
  }

  #intOrString(value: JsonValue) {
    if (typeof value === 'string') return value;
    if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 2 ** 31)
      return value;
    const shown = typeof value === 'number' ? `number ${value}` : shapeOf(value);
    return this.#fail(`json: cannot unmarshal ${shown} into Go value of type int32`);
  }

  #time(scalar: 'time' | 'microtime', value: JsonValue) {
    if (typeof value !== 'string')
      return this.#fail(`json: cannot unmarshal ${shapeOf(value)} into Go value of type string`);
    const canonical = canonicalTime(value, scalar === 'microtime');
    return canonical ?? this.#fail(goTimeError(value) ?? `parsing time ${goQuote(value)}`);
  }
}

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

const shapeOf = (value: JsonValue): string => {
  if (isJsonArray(value)) return 'array';
  if (isJsonObject(value)) return 'object';
  return typeof value === 'boolean' ? 'bool' : typeof value;
};

/** Go names the embedded structs on the way to a member: `VolumeSource.`. */
function embeddedPath(schema: StructSchema, key: string): string {
  for (const field of schema.fields) {
    if (field.json === key) return '';
    if (field.json === '' && field.type.form === 'struct') {
      const inner = structSchema(field.type.name);
      if (inner.byJson.has(key)) return `${field.goName}.${embeddedPath(inner, key)}`;
    }
  }
  return '';
}

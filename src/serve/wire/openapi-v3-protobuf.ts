/**
 * A document of `/openapi/v3` as gnostic's protobuf, for clients that ask for it.
 *
 * In: the document of a group version as JSON. Out: the bytes of an `openapi.v3.Document`. The
 * tables below are the messages that a cluster's documents need, with what custom resources bring.
 * Source: github.com/google/gnostic-models openapiv3/OpenAPIv3.proto, which k8s.io/kube-openapi
 * pkg/handler3 ToV3ProtoBinary fills.
 */
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { isJsonObject, type JsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import {
  anyValue,
  double,
  flag,
  inside,
  integer,
  type Message,
  mapOf,
  part,
  schemaOrFlag,
  text,
  type Write,
  whole,
  write,
} from './gnostic-message.ts';

const reference: Message = { $ref: text(1), summary: text(2), description: text(3) };

/** Most parts may stand in their place, or be named by `$ref`. */
const orReference =
  (as: Write): Write =>
  (value) =>
    isJsonObject(value) && typeof value['$ref'] === 'string'
      ? inside(2, write(reference, value))
      : inside(1, as(value));

/** A default that is an object or a list has no form in this message: it is there, and empty. */
function defaultValue(value: JsonValue): Uint8Array {
  const writer = new BinaryWriter();
  if (typeof value === 'number') writer.tag(1, WireType.Bit64).double(value);
  else if (typeof value === 'boolean') writer.tag(2, WireType.Varint).bool(value);
  else if (typeof value === 'string') writer.tag(3, WireType.LengthDelimited).string(value);
  return writer.finish();
}

const externalDocs: Message = { description: text(1), url: text(2) };
const docs = (number: number) => part(number, (value) => write(externalDocs, value, 3));

const schemaOrReference: Write = orReference((value) => schema(value));

const schemaFields: Message = {
  nullable: flag(1),
  readOnly: flag(3),
  writeOnly: flag(4),
  externalDocs: docs(6),
  example: whole(7, anyValue),
  deprecated: flag(8),
  title: text(9),
  multipleOf: double(10),
  maximum: double(11),
  exclusiveMaximum: flag(12),
  minimum: double(13),
  exclusiveMinimum: flag(14),
  maxLength: integer(15),
  minLength: integer(16),
  pattern: text(17),
  maxItems: integer(18),
  minItems: integer(19),
  uniqueItems: flag(20),
  maxProperties: integer(21),
  minProperties: integer(22),
  required: text(23),
  enum: part(24, anyValue),
  type: text(25),
  allOf: part(26, schemaOrReference),
  oneOf: part(27, schemaOrReference),
  anyOf: part(28, schemaOrReference),
  not: part(29, (value) => schema(value)),
  items: part(30, (value) => inside(1, schemaOrReference(value))),
  properties: part(31, mapOf(1, schemaOrReference)),
  additionalProperties: part(32, schemaOrFlag(schemaOrReference)),
  default: whole(33, defaultValue),
  description: text(34),
  format: text(35),
};
const schema: Write = (value) => write(schemaFields, value, 36);

const content = (number: number) =>
  part(
    number,
    mapOf(1, (value) => write({ schema: part(1, schemaOrReference) }, value, 5)),
  );

const parameterFields: Message = {
  name: text(1),
  in: text(2),
  description: text(3),
  required: flag(4),
  schema: part(10, schemaOrReference),
};
const parameter = orReference((value) => write(parameterFields, value, 14));

const requestBodyFields: Message = { description: text(1), content: content(2), required: flag(3) };
const requestBody = orReference((value) => write(requestBodyFields, value, 4));

const responseFields: Message = { description: text(1), content: content(3) };
const response = orReference((value) => write(responseFields, value, 5));

const operationFields: Message = {
  tags: text(1),
  summary: text(2),
  description: text(3),
  externalDocs: docs(4),
  operationId: text(5),
  parameters: part(6, parameter),
  requestBody: part(7, requestBody),
  responses: part(8, mapOf(2, response)),
  deprecated: flag(10),
};
const operation: Write = (value) => write(operationFields, value, 13);

const pathItemFields: Message = {
  get: part(4, operation),
  put: part(5, operation),
  post: part(6, operation),
  delete: part(7, operation),
  options: part(8, operation),
  head: part(9, operation),
  patch: part(10, operation),
  parameters: part(13, parameter),
};

/** The one kind of security that a cluster's documents have. */
const apiKey: Message = { type: text(1), description: text(2), name: text(3), in: text(4) };

const components: Message = {
  schemas: part(1, mapOf(1, schemaOrReference)),
  securitySchemes: part(
    7,
    mapOf(
      1,
      orReference((value) => write(apiKey, value, 9)),
    ),
  ),
};

const document: Message = {
  openapi: text(1),
  info: part(2, (value) =>
    write({ title: text(1), description: text(2), version: text(6) }, value, 7),
  ),
  paths: part(
    4,
    mapOf(1, (value) => write(pathItemFields, value, 14)),
  ),
  components: part(5, (value) => write(components, value, 10)),
};

/** The bytes of the document of one group version. */
export const openApiV3Bytes = (value: JsonObject): Uint8Array => write(document, value, 9);

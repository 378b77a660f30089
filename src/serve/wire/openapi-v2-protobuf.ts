/**
 * The document of `/openapi/v2` in the form that kubectl asks for: gnostic's protobuf.
 *
 * In: the document as JSON. Out: the bytes of an `openapi.v2.Document`. The tables below are the
 * messages that a cluster's document needs.
 * Source: github.com/google/gnostic-models openapiv2/OpenAPIv2.proto, which k8s.io/kube-openapi
 * pkg/handler serves.
 */
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

const texts: Write = (value) => write({ value: text(1) }, { value });

const schemaFields: Message = {
  $ref: text(1),
  format: text(2),
  title: text(3),
  description: text(4),
  default: whole(5, anyValue),
  multipleOf: double(6),
  maximum: double(7),
  exclusiveMaximum: flag(8),
  minimum: double(9),
  exclusiveMinimum: flag(10),
  maxLength: integer(11),
  minLength: integer(12),
  pattern: text(13),
  maxItems: integer(14),
  minItems: integer(15),
  uniqueItems: flag(16),
  maxProperties: integer(17),
  minProperties: integer(18),
  required: text(19),
  enum: part(20, anyValue),
  additionalProperties: part(
    21,
    schemaOrFlag((value) => schema(value)),
  ),
  type: part(22, texts),
  items: part(23, (value) => inside(1, schema(value))),
  allOf: part(24, (value) => schema(value)),
  properties: part(
    25,
    mapOf(1, (value) => schema(value)),
  ),
};
const schema: Write = (value) => write(schemaFields, value, 31);

const bodyParameter: Message = {
  description: text(1),
  name: text(2),
  in: text(3),
  required: flag(4),
  schema: part(5, schema),
};
const pathParameter: Message = {
  ...{ required: flag(1), in: text(2), description: text(3), name: text(4) },
  ...{ type: text(5), format: text(6), pattern: text(16), uniqueItems: flag(19) },
};
const queryParameter: Message = {
  ...{ required: flag(1), in: text(2), description: text(3), name: text(4) },
  ...{ type: text(6), format: text(7), pattern: text(17), uniqueItems: flag(20) },
};

function parameter(value: JsonValue): Uint8Array {
  if (!isJsonObject(value)) return new Uint8Array();
  if (typeof value['$ref'] === 'string') return inside(2, write({ $ref: text(1) }, value));
  if (value['in'] === 'body') return inside(1, inside(1, write(bodyParameter, value, 6)));
  const isPath = value['in'] === 'path';
  const bytes = write(isPath ? pathParameter : queryParameter, value, isPath ? 22 : 23);
  return inside(1, inside(2, inside(isPath ? 4 : 3, bytes)));
}

const response: Message = {
  description: text(1),
  schema: part(2, (value) => inside(1, schema(value))),
};
const operation: Message = {
  tags: text(1),
  summary: text(2),
  description: text(3),
  operationId: text(5),
  produces: text(6),
  consumes: text(7),
  parameters: part(8, parameter),
  responses: part(
    9,
    mapOf(1, (value) => inside(1, write(response, value, 5))),
  ),
  schemes: text(10),
  deprecated: flag(11),
};
const operationOf: Write = (value) => write(operation, value, 13);

const pathItem: Message = {
  get: part(2, operationOf),
  put: part(3, operationOf),
  post: part(4, operationOf),
  delete: part(5, operationOf),
  options: part(6, operationOf),
  head: part(7, operationOf),
  patch: part(8, operationOf),
  parameters: part(9, parameter),
};

/** The one kind of security that a cluster's document has. */
const apiKey: Message = { type: text(1), name: text(2), in: text(3), description: text(4) };

const document: Message = {
  swagger: text(1),
  info: part(2, (value) =>
    write({ title: text(1), version: text(2), description: text(3) }, value),
  ),
  host: text(3),
  basePath: text(4),
  schemes: text(5),
  consumes: text(6),
  produces: text(7),
  paths: part(
    8,
    mapOf(2, (value) => write(pathItem, value, 10)),
  ),
  definitions: part(9, mapOf(1, schema)),
  security: part(12, mapOf(1, texts)),
  securityDefinitions: part(
    13,
    mapOf(1, (value) => inside(2, write(apiKey, value, 5))),
  ),
};

/** The bytes of the whole document. */
export const openApiV2Bytes = (value: JsonObject): Uint8Array => write(document, value, 16);

/** How the API server writes the body of an answer. */
import { isJsonArray, isJsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import { inStructOrder } from '#k8s.io/apimachinery/schema/struct-order';

/**
 * Whether a handler writes a document without a serializer, indented by two: the version and the
 * list of paths. Source: k8s.io/apiserver responsewriters WriteRawJSON.
 */
export const isIndented = (body: JsonValue): boolean =>
  isJsonObject(body) &&
  body['kind'] === undefined &&
  (body['gitVersion'] !== undefined || isJsonArray(body['paths'] ?? null));

/**
 * The text of an answer whose body is a value here: text as it is, objects in the order of their
 * structs, on one line unless `isPretty`. Source: responsewriters SerializeObject, WriteRawJSON.
 */
export function writtenBody(body: unknown, isPretty = false): string {
  if (typeof body === 'string') return body;
  if (body === undefined) return '';
  const document = body as JsonValue;
  const isObject = isJsonObject(document) && 'kind' in document;
  const ordered = isObject ? inStructOrder(document) : document;
  return isPretty || isIndented(document)
    ? JSON.stringify(ordered, undefined, 2)
    : `${JSON.stringify(ordered)}\n`;
}

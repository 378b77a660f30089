/** How the API server writes what is no API object. */
import { isJsonArray, isJsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';

/**
 * Whether a handler writes a document without a serializer, indented by two: the version and the
 * list of paths. Source: k8s.io/apiserver responsewriters WriteRawJSON.
 */
export const isIndented = (body: JsonValue): boolean =>
  isJsonObject(body) &&
  body['kind'] === undefined &&
  (body['gitVersion'] !== undefined || isJsonArray(body['paths'] ?? null));

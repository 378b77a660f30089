/**
 * JSON merge patch (RFC 7386): `application/merge-patch+json`.
 *
 * Models the use of evanphx/json-patch in k8s.io/apiserver handlers/patch.go. A null deletes, maps
 * merge, everything else replaces. Input values are shared with the result, never changed.
 */
import { own } from '#base/own';
import {
  deepEqual,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../json-value.ts';

/** The document after the patch. Source: merge, mergeDocs. */
export function applyMergePatch(document: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(document)) return withoutNulls(patch);
  if (!isJsonObject(patch)) return patch;
  const merged: Record<string, JsonValue> = { ...document };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = applyMergePatch(own(merged, key), value);
  }
  return merged;
}

/** No member is null, at any depth; items of lists may be. Source: pruneNils. */
function withoutNulls(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutNulls(member)]));
}

/** The smallest merge patch that leads from one document to the other. */
export function createMergePatch(original: JsonObject, modified: JsonObject): JsonObject {
  const patch: Record<string, JsonValue> = {};
  for (const [key, after] of Object.entries(modified)) {
    const before = own(original, key);
    if (before === undefined) patch[key] = after;
    else if (isJsonObject(before) && isJsonObject(after)) {
      const inner = createMergePatch(before, after);
      if (Object.keys(inner).length > 0) patch[key] = inner;
    } else if (!deepEqual(before, after)) patch[key] = after;
  }
  for (const key of Object.keys(original)) if (own(modified, key) === undefined) patch[key] = null;
  return patch;
}

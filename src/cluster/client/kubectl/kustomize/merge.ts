/**
 * Strategic merge as kustomize does it, which is not as the API server does it: elements of a patch
 * come before those that were there, and lists of kinds without a Go type are replaced.
 *
 * Models sigs.k8s.io/kustomize/kyaml/yaml/merge2 and walk. In: an object, a patch, what the Go type
 * says of its lists. Out: the merged object, or nothing when the patch deletes it.
 */
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import {
  memberMeta,
  type PatchScope,
  scopeOfStruct,
} from '#k8s.io/apimachinery/patch/patch-schema';
import { schemaForKind } from '#k8s.io/apimachinery/schema/schema';

const directive = '$patch';

/** `undefined`: the whole object is deleted. */
export function strategicMerge(object: JsonObject, patch: JsonObject): JsonObject | undefined {
  const { apiVersion, kind } = object;
  const struct = schemaForKind(String(apiVersion ?? ''), String(kind ?? ''));
  const scope = struct === undefined ? undefined : scopeOfStruct(struct);
  const merged = mergeMap(object, patch, scope);
  return isJsonObject(merged) ? merged : undefined;
}

/** What a field becomes; `undefined` takes it away. */
function mergeValue(
  old: JsonValue | undefined,
  patch: JsonValue,
  scope: PatchScope | undefined,
  keys: readonly string[] | undefined,
): JsonValue | undefined {
  if (patch === null) return undefined;
  if (isJsonObject(patch)) return mergeMap(isJsonObject(old) ? old : undefined, patch, scope);
  if (!isJsonArray(patch) || keys === undefined) return patch;
  return mergeList(isJsonArray(old) ? old : [], patch, scope, keys);
}

function mergeMap(
  old: JsonObject | undefined,
  patch: JsonObject,
  scope: PatchScope | undefined,
): JsonValue | undefined {
  const { [directive]: asked, ...fields } = patch;
  if (asked === 'delete') return undefined;
  const merged: Record<string, JsonValue> = asked === 'replace' ? {} : { ...definedOf(old) };
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    const meta = scope === undefined ? undefined : memberMeta(scope, key);
    const next = mergeValue(merged[key], value, meta?.scope, listKeys(scope, key));
    if (next === undefined) delete merged[key];
    else merged[key] = next;
  }
  return merged;
}

function definedOf(object: JsonObject | undefined): Record<string, JsonValue> {
  const fields = Object.entries(object ?? {});
  return Object.fromEntries(
    fields.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/**
 * The keys that elements are known by, none for a list of texts; `undefined`: the list is replaced.
 * Source: PatchStrategyAndKeyList: the keys of server-side apply outrank the merge key.
 */
function listKeys(scope: PatchScope | undefined, key: string): readonly string[] | undefined {
  const field = scope?.form === 'struct' ? scope.struct.byJson.get(key) : undefined;
  if (field?.merge !== true) return undefined;
  if (field.list?.kind === 'map') return field.list.keys;
  return field.mergeKey === undefined ? [] : [field.mergeKey];
}

function mergeList(
  old: JsonArray,
  patch: JsonArray,
  scope: PatchScope | undefined,
  keys: readonly string[],
): JsonValue | undefined {
  const whole = patch.find((item) => isJsonObject(item) && isBareDirective(item));
  if (isJsonObject(whole)) {
    if (whole[directive] === 'delete') return undefined;
    return patch.filter((item) => item !== whole);
  }
  if (keys.length === 0) return [...new Set([...patch, ...old])];
  const known = keys.filter((key) => [...patch, ...old].some((item) => isWritten(item, key)));
  const identity = known.length === 0 ? keys : known;
  const rest: (JsonValue | undefined)[] = [...old];
  const front: JsonValue[] = [];
  for (const item of patch) {
    const at = old.findIndex((each) => isSameElement(each, item, identity));
    const merged = mergeElement(at < 0 ? undefined : old[at], item, scope);
    // With several keys upstream puts an element that was there at its place again.
    const stays = at >= 0 && identity.length > 1;
    if (at >= 0) rest[at] = stays ? merged : undefined;
    if (merged !== undefined && !stays) front.push(merged);
  }
  return [...front, ...rest.flatMap((each) => (each === undefined ? [] : [each]))];
}

function mergeElement(
  before: JsonValue | undefined,
  item: JsonValue,
  scope: PatchScope | undefined,
): JsonValue | undefined {
  if (!isJsonObject(item)) return item;
  return mergeMap(isJsonObject(before) ? before : undefined, item, scope);
}

const isBareDirective = (item: JsonObject): boolean =>
  Object.keys(item).length === 1 && item[directive] !== undefined;

const isWritten = (item: JsonValue, key: string): boolean =>
  isJsonObject(item) && item[key] !== undefined && item[key] !== '';

/** Keys that one of them leaves out do not count, if another one fits. Source: match. */
function isSameElement(a: JsonValue, b: JsonValue, keys: readonly string[]): boolean {
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  let common = false;
  for (const key of keys) {
    if (!isWritten(a, key) || !isWritten(b, key)) continue;
    if (String(a[key]) !== String(b[key])) return false;
    common = true;
  }
  return common;
}

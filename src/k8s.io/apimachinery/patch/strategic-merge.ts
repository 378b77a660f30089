/**
 * Applies a strategic merge patch: `application/strategic-merge-patch+json`.
 *
 * Models k8s.io/apimachinery/pkg/util/strategicpatch patch.go mergeMap and mergeSlice.
 * Lists of a kind merge by the key its Go type names; the directives `$patch`, `$retainKeys`,
 * `$setElementOrder/x` and `$deleteFromPrimitiveList/x` are followed.
 * In: an object, a patch, the kind's schema. Out: the patched object, which shares what did not
 * change, or the text of the first error. Inputs are never changed.
 */

import { own } from '#base/own';
import { err, ok, type Result } from '#base/result';
import { goText } from '../go-text.ts';
import {
  deepEqual,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../json-value.ts';
import type { StructSchema } from '../schema/schema.ts';
import { identityOf, normalizeOrder } from './list-order.ts';
import {
  type MemberMeta,
  memberMeta,
  type PatchScope,
  scopeOfStruct,
  unknownFieldError,
} from './patch-schema.ts';

export const orderPrefix = '$setElementOrder/';
export const deletePrefix = '$deleteFromPrimitiveList/';
export const retainKeys = '$retainKeys';
export const directive = '$patch';

const badOrderList = 'invalid patch format of setElementOrder list';
const badRetainKeys = 'invalid patch format of retainKeys';

/** Source: strategicpatch.StrategicMergeMapPatch. */
export const applyStrategicMergePatch = (
  original: JsonObject,
  patch: JsonObject,
  schema: StructSchema,
): Result<JsonObject, string> => new Merge('apply').run(original, patch, schema);

/**
 * Merges one patch into another, so that applying the result is applying both. Directives and
 * nulls are kept. Source: mergeMap with the zero MergeOptions, inside CreateThreeWayMergePatch.
 */
export const mergePatches = (
  first: JsonObject,
  second: JsonObject,
  schema: StructSchema,
): Result<JsonObject, string> => new Merge('combine').run(first, second, schema);

type Members = Record<string, JsonValue>;

class Merge {
  readonly #mode: 'apply' | 'combine';
  /** The first error wins; what is built after it is thrown away. */
  #error: string | undefined;

  constructor(mode: 'apply' | 'combine') {
    this.#mode = mode;
  }

  run(original: JsonObject, patch: JsonObject, schema: StructSchema): Result<JsonObject, string> {
    const merged = this.#mergeMap(original, patch, scopeOfStruct(schema));
    return this.#error === undefined ? ok(merged) : err(this.#error);
  }

  #fail<T>(message: string, value: T): T {
    this.#error ??= message;
    return value;
  }

  #mergeMap(original: JsonObject, patch: JsonObject, scope: PatchScope | undefined): JsonObject {
    if (!hasDirectives(patch)) return this.#mergeMembers({ ...original }, patch, scope);
    const { [directive]: patchType, ...members } = patch;
    if (patchType === 'replace') return members;
    if (patchType === 'delete') return {};
    if (patchType !== undefined) return this.#fail(badPatchType(patchType, patch), original);
    const result: Members = this.#retainKeys(original, members);
    const pending: Members = { ...members };
    delete pending[retainKeys];
    for (const key of Object.keys(pending))
      if (key.startsWith(orderPrefix)) this.#mergeOrdered(result, pending, key, scope);
    return this.#mergeMembers(result, pending, scope);
  }

  #mergeMembers(result: Members, patch: JsonObject, scope: PatchScope | undefined): JsonObject {
    for (const key in patch) this.#mergeMember(result, key, patch[key] as JsonValue, scope);
    return result;
  }

  /** A copy of the original without the fields that the patch does not retain. */
  #retainKeys(original: JsonObject, patch: JsonObject): Members {
    const kept = patch[retainKeys];
    if (kept === undefined) return { ...original };
    if (this.#mode === 'combine') return { ...original, [retainKeys]: kept };
    if (!isJsonArray(kept)) return this.#fail(badRetainKeys, { ...original });
    const stray = Object.entries(patch).some(
      ([key, value]) => value !== null && !key.startsWith('$') && !kept.includes(key),
    );
    if (stray) return this.#fail(badRetainKeys, { ...original });
    return Object.fromEntries(Object.entries(original).filter(([key]) => kept.includes(key)));
  }

  /** A list whose order the patch gives: merged here, and taken off what is left to do. */
  #mergeOrdered(
    result: Members,
    pending: Members,
    orderKey: string,
    scope: PatchScope | undefined,
  ) {
    const order = pending[orderKey] ?? null;
    const key = orderKey.slice(orderPrefix.length);
    delete pending[orderKey];
    if (this.#mode === 'combine') {
      const known = result[orderKey];
      if (known !== undefined && !deepEqual(known, order))
        return this.#fail(badOrderList, undefined);
      result[orderKey] = order;
    }
    const before = result[key];
    const patch = pending[key];
    if (!isJsonArray(order) || !isListOrAbsent(before) || !isListOrAbsent(patch))
      return this.#fail(badOrderList, undefined);
    const meta = this.#meta(scope, key);
    if (meta === undefined || (before === undefined && patch === undefined)) return undefined;
    if (!followsOrder(patch ?? [], order, meta.mergeKey))
      return this.#fail(orderMismatch(patch ?? [], order), undefined);
    delete pending[key];
    const merged =
      before === undefined
        ? withoutDirectivesInList(patch ?? [])
        : patch === undefined
          ? before
          : this.#mergeList(before, patch, meta);
    const stood = orderOnServer(before ?? [], patch ?? [], meta.mergeKey);
    result[key] = normalizeOrder(merged, order, stood, meta.mergeKey);
    return undefined;
  }

  #mergeMember(result: Members, rawKey: string, patch: JsonValue, scope: PatchScope | undefined) {
    const deletes = rawKey.startsWith(deletePrefix);
    if (deletes && this.#mode === 'combine') {
      result[rawKey] = patch;
      return;
    }
    const key = deletes ? rawKey.slice(deletePrefix.length) : rawKey;
    if (patch === null) {
      delete result[key];
      if (this.#mode === 'apply') return;
    }
    const before = own(result, key);
    if (before === undefined || shapeOf(before) !== shapeOf(patch)) {
      if (!deletes) this.#set(result, key, patch);
    } else if (isJsonObject(before) && isJsonObject(patch)) {
      const meta = this.#meta(scope, key);
      if (meta === undefined) return;
      result[key] = meta.strategy === 'replace' ? patch : this.#mergeMap(before, patch, meta.scope);
    } else if (isJsonArray(before) && isJsonArray(patch)) {
      const meta = this.#meta(scope, key);
      if (meta === undefined) return;
      if (deletes) result[key] = before.filter((item) => !patch.includes(item));
      else result[key] = meta.strategy === 'merge' ? this.#mergeList(before, patch, meta) : patch;
    } else this.#set(result, key, patch);
  }

  #meta(scope: PatchScope | undefined, key: string): MemberMeta | undefined {
    if (scope === undefined) return freeForm;
    const meta = memberMeta(scope, key);
    return meta ?? this.#fail(unknownFieldError(scope, key), undefined);
  }

  /** What the original does not have is taken from the patch, without directives and nulls. */
  #set(result: Members, key: string, patch: JsonValue) {
    if (isPlain(patch)) {
      result[key] = patch;
      return;
    }
    const value = withoutDirectives(this.#mode === 'apply' ? withoutNulls(patch) : patch);
    if (value === undefined) delete result[key];
    else result[key] = value;
  }

  #mergeList(before: readonly JsonValue[], patch: readonly JsonValue[], meta: MemberMeta) {
    if (before.length === 0 && patch.length === 0) return before;
    const first = before[0] ?? patch[0] ?? null;
    if (!isJsonObject(first)) {
      return normalizeOrder([...new Set([...before, ...patch])], patch, before, undefined);
    }
    const { mergeKey } = meta;
    if (mergeKey === undefined) return this.#fail('cannot merge lists without merge key', before);
    return this.#mergeKeyedList(before, patch, mergeKey, meta.scope);
  }

  #mergeKeyedList(
    original: readonly JsonValue[],
    patch: readonly JsonValue[],
    mergeKey: string,
    scope: PatchScope | undefined,
  ): readonly JsonValue[] {
    const items = patch.filter(isJsonObject);
    const keyless = items.find(
      (item) => item[mergeKey] === undefined && item[directive] !== 'replace',
    );
    if (keyless !== undefined)
      return this.#fail(
        `map: ${goText(keyless)} does not contain declared merge key: ${mergeKey}`,
        original,
      );
    const plain = items.filter((item) => item[directive] === undefined);
    if (items.some((item) => item[directive] === 'replace')) return plain;
    const gone = items.filter((item) => item[directive] === 'delete');
    const odd = items.find((item) => !['delete', undefined].includes(item[directive] as string));
    if (odd !== undefined) return this.#fail(badPatchType(odd[directive] ?? null, odd), original);
    const left = original.filter(
      (item) => !gone.some((other) => other[mergeKey] === identityOf(item, mergeKey)),
    );
    const merged = this.#mergeItems(left, plain, mergeKey, scope);
    return normalizeOrder(merged, plain, left, mergeKey);
  }

  #mergeItems(
    original: readonly JsonValue[],
    patch: readonly JsonObject[],
    mergeKey: string,
    scope: PatchScope | undefined,
  ): readonly JsonValue[] {
    const merged = [...original];
    for (const item of patch) {
      const index = merged.findIndex((other) => identityOf(other, mergeKey) === item[mergeKey]);
      const before = merged[index];
      if (isJsonObject(before)) merged[index] = this.#mergeMap(before, item, scope);
      else merged.push(item);
    }
    return merged;
  }
}

/** Inside a field of any JSON nothing is known, so maps merge and lists replace. */
const freeForm: MemberMeta = {
  strategy: 'default',
  retainKeys: false,
  mergeKey: undefined,
  scope: undefined,
};

const isListOrAbsent = (value: JsonValue | undefined): value is readonly JsonValue[] | undefined =>
  value === undefined || isJsonArray(value);

const shapeOf = (value: JsonValue): string =>
  isJsonArray(value) ? 'list' : value === null ? 'null' : typeof value;

const badPatchType = (type: JsonValue, patch: JsonObject): string =>
  `unknown patch type: ${goText(type)} in map: ${goText(patch)}`;

const orderMismatch = (patch: readonly JsonValue[], order: readonly JsonValue[]): string =>
  `The order in patch list:\n${goText(patch)}\n doesn't match ${orderPrefix.slice(0, -1)} list:\n` +
  `${goText(order)}\n`;

/**
 * The order in which the items stood. Upstream deletes in the list that it compares with, so what
 * is new takes the place of what is deleted, behind the rest. Source: deleteMatchingEntries.
 */
function orderOnServer(
  before: readonly JsonValue[],
  patch: readonly JsonValue[],
  mergeKey: string | undefined,
): readonly JsonValue[] {
  const items = patch.filter(isJsonObject);
  const named = (list: readonly JsonValue[], item: JsonValue): boolean =>
    list.some((other) => identityOf(other, mergeKey) === identityOf(item, mergeKey));
  const gone = items.filter((item) => item[directive] === 'delete');
  const left = before.filter((item) => !named(gone, item));
  const added = items.filter((item) => item[directive] === undefined && !named(left, item));
  return [...left, ...added.slice(0, before.length - left.length)];
}

/**
 * Whether the items of the patch occur in the order list, in the same order. One to be replaced
 * is passed over while the list has not ended. Source: validatePatchWithSetOrderList.
 */
function followsOrder(
  patch: readonly JsonValue[],
  order: readonly JsonValue[],
  mergeKey: string | undefined,
): boolean {
  if (order.length === 0) return true;
  const directiveOf = (item: JsonValue) => (isJsonObject(item) ? item[directive] : undefined);
  const kept = patch.filter((item) => directiveOf(item) !== 'delete');
  let next = 0;
  for (const item of order) {
    while (next < kept.length && directiveOf(kept[next] ?? null) !== undefined) next++;
    const wanted = kept[next];
    if (wanted === undefined) return true;
    if (identityOf(wanted, mergeKey) === identityOf(item, mergeKey)) next++;
  }
  return next === kept.length;
}

function hasDirectives(patch: JsonObject): boolean {
  for (const key in patch) if (key.startsWith('$')) return true;
  return false;
}

/** Whether there is a null or a directive anywhere in a value. */
function isPlain(value: JsonValue): boolean {
  if (typeof value !== 'object') return true;
  if (value === null) return false;
  if (isJsonArray(value)) return value.every(isPlain);
  for (const key in value) {
    if (key === directive || !isPlain(value[key] ?? null)) return false;
  }
  return true;
}

function withoutNulls(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutNulls(member)]));
}

/** Undefined for a map that is itself a directive. */
function withoutDirectives(value: JsonValue): JsonValue | undefined {
  if (isJsonArray(value)) return withoutDirectivesInList(value);
  if (!isJsonObject(value)) return value;
  if (value[directive] !== undefined) return undefined;
  const result: Members = {};
  for (const [key, member] of Object.entries(value)) {
    const kept = withoutDirectives(member);
    if (kept !== undefined) result[key] = kept;
  }
  return result;
}

const withoutDirectivesInList = (list: readonly JsonValue[]): readonly JsonValue[] =>
  list.map(withoutDirectives).filter((item) => item !== undefined);

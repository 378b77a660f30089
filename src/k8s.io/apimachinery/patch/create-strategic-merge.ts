/**
 * Makes strategic merge patches: what a kubelet sends of a changed status, what kubectl sends of an
 * edited or applied manifest.
 *
 * Models k8s.io/apimachinery/pkg/util/strategicpatch patch.go CreateTwoWayMergePatch,
 * CreateThreeWayMergePatch and diffMaps.
 * In: objects as JSON and the kind's schema. Out: a patch; `{}` when there is nothing to do.
 */
import { err, ok, type Result } from '#base/result';
import {
  deepEqual,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../json-value.ts';
import type { StructSchema } from '../schema/schema.ts';
import { identityOf, sortedBy } from './list-order.ts';
import { memberMeta, type PatchScope, scopeOfStruct } from './patch-schema.ts';
import {
  deletePrefix,
  directive,
  mergePatches,
  orderPrefix,
  retainKeys,
} from './strategic-merge.ts';

interface DiffOptions {
  readonly additions: boolean;
  readonly deletions: boolean;
}

/** The patch that leads from one object to the other. Source: CreateTwoWayMergePatch. */
export const createTwoWayMergePatch = (
  original: JsonObject,
  modified: JsonObject,
  schema: StructSchema,
): JsonObject =>
  diffMaps(original, modified, scopeOfStruct(schema), { additions: true, deletions: true }, false);

/**
 * The patch of `kubectl apply`: changes from what is live to what is wanted, and deletions only of
 * what was applied before and is wanted no more. Source: CreateThreeWayMergePatch with overwrite.
 */
export function createThreeWayMergePatch(
  lastApplied: JsonObject,
  modified: JsonObject,
  current: JsonObject,
  schema: StructSchema,
): Result<JsonObject, string> {
  const scope = scopeOfStruct(schema);
  const delta = diffMaps(current, modified, scope, { additions: true, deletions: false }, false);
  const deletions = diffMaps(
    lastApplied,
    modified,
    scope,
    { additions: false, deletions: true },
    false,
  );
  const merged = mergePatches(deletions, delta, schema);
  return merged.ok ? ok(merged.value) : err(merged.error);
}

function diffMaps(
  original: JsonObject,
  modified: JsonObject,
  scope: PatchScope | undefined,
  options: DiffOptions,
  retains: boolean,
): JsonObject {
  if (original === modified) return {};
  const patch: Record<string, JsonValue> = {};
  for (const key in modified) {
    const after = modified[key] as JsonValue;
    const before = original[key];
    if (before === after) continue;
    if (before === undefined) {
      if (options.additions) patch[key] = after;
    } else if (isJsonObject(before) && isJsonObject(after)) {
      diffMapMember(patch, key, before, after, scope, options);
    } else if (isJsonArray(before) && isJsonArray(after)) {
      diffListMember(patch, key, before, after, scope, options);
    } else if (options.additions && !deepEqual(before, after)) patch[key] = after;
  }
  let dropped = false;
  for (const key in original) {
    if (modified[key] !== undefined) continue;
    dropped = true;
    if (options.deletions) patch[key] = null;
  }
  if (!retains || (!dropped && isEmpty(patch))) return patch;
  const present = Object.keys(modified).filter((key) => modified[key] !== null);
  if (present.length > 0) patch[retainKeys] = present.sort();
  return patch;
}

function isEmpty(map: JsonObject): boolean {
  for (const _ in map) return false;
  return true;
}

function diffMapMember(
  patch: Record<string, JsonValue>,
  key: string,
  before: JsonObject,
  after: JsonObject,
  scope: PatchScope | undefined,
  options: DiffOptions,
) {
  const meta = scope && memberMeta(scope, key);
  if (meta?.strategy === 'replace') {
    if (options.additions && !deepEqual(before, after)) patch[key] = after;
    return;
  }
  const inner = diffMaps(before, after, meta?.scope, options, meta?.retainKeys ?? false);
  if (!isEmpty(inner)) patch[key] = inner;
}

function diffListMember(
  patch: Record<string, JsonValue>,
  key: string,
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  scope: PatchScope | undefined,
  options: DiffOptions,
) {
  if (before === after) return;
  const meta = scope && memberMeta(scope, key);
  if (meta?.strategy !== 'merge') {
    if (options.additions && !deepEqual(before, after)) patch[key] = after;
    return;
  }
  if (before.length === 0) {
    if (after.length > 0 && options.additions) patch[key] = after;
    return;
  }
  const { mergeKey } = meta;
  const diff =
    mergeKey === undefined
      ? diffScalars(before, after, options)
      : diffKeyed(before, after, mergeKey, meta.scope, options, meta.retainKeys);
  if (diff.changes.length > 0) patch[key] = diff.changes;
  if (diff.deletions.length > 0) patch[deletePrefix + key] = diff.deletions;
  if (diff.order.length > 0) patch[orderPrefix + key] = diff.order;
}

interface ListDiff {
  readonly changes: readonly JsonValue[];
  /** Deleted scalars; deleted maps are changes with a directive. */
  readonly deletions: readonly JsonValue[];
  readonly order: readonly JsonValue[];
}

function diffScalars(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  options: DiffOptions,
): ListDiff {
  const added = options.additions ? after.filter((item) => !before.includes(item)) : [];
  const gone = options.deletions ? before.filter((item) => !after.includes(item)) : [];
  const reordered = options.additions && !deepEqual(before, after);
  return {
    changes: added,
    deletions: [...new Set(gone)].sort(),
    order: gone.length > 0 || reordered ? after : [],
  };
}

function diffKeyed(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  mergeKey: string,
  scope: PatchScope | undefined,
  options: DiffOptions,
  retains: boolean,
): ListDiff {
  const known = new Map(before.filter(isJsonObject).map((item) => [item[mergeKey], item]));
  const changed: JsonValue[] = [];
  for (const item of after.filter(isJsonObject)) {
    const identity = item[mergeKey] ?? null;
    const old = known.get(identity);
    if (old === undefined) {
      if (options.additions) changed.push(item);
      continue;
    }
    if (old === item) continue;
    const inner = diffMaps(old, item, scope, options, retains);
    if (!isEmpty(inner)) changed.push({ ...inner, [mergeKey]: identity });
  }
  const gone = options.deletions ? deletionsOf(before, after, mergeKey) : [];
  const changes = [...sortedBy(changed, after, mergeKey), ...gone];
  const order = changes.length > 0 || (options.additions && !sameOrder(before, after, mergeKey));
  return {
    changes,
    deletions: [],
    order: order ? after.map((item) => ({ [mergeKey]: identityOf(item, mergeKey) ?? null })) : [],
  };
}

/** A directive for each item that is there no more. */
function deletionsOf(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  mergeKey: string,
): readonly JsonObject[] {
  const kept = new Set(after.map((item) => identityOf(item, mergeKey)));
  const gone: JsonValue[] = [];
  for (const item of before) {
    const identity = identityOf(item, mergeKey) ?? null;
    if (!kept.has(identity)) gone.push(identity);
  }
  return gone.sort(byText).map((identity) => ({ [directive]: 'delete', [mergeKey]: identity }));
}

const byText = (a: JsonValue, b: JsonValue): number => (String(a) < String(b) ? -1 : 1);

const sameOrder = (
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  mergeKey: string,
): boolean =>
  before.length === after.length &&
  before.every(
    (item, index) => identityOf(item, mergeKey) === identityOf(after[index] ?? null, mergeKey),
  );

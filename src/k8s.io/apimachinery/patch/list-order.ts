/**
 * The order of a merged list: items of the patch as the patch orders them, items that only the
 * server has where they stood.
 *
 * Models k8s.io/apimachinery/pkg/util/strategicpatch patch.go normalizeElementOrder and
 * mergeSortedSlice.
 */
import { isJsonObject, type JsonValue } from '../json-value.ts';

type Items = readonly JsonValue[];

/** What an item is known by: its merge key's value, or itself in a list of scalars. */
export const identityOf = (item: JsonValue, mergeKey: string | undefined): JsonValue | undefined =>
  mergeKey !== undefined && isJsonObject(item) ? item[mergeKey] : item;

const positionIn = (order: Items, item: JsonValue, mergeKey: string | undefined): number => {
  const identity = identityOf(item, mergeKey);
  for (let index = 0; index < order.length; index++) {
    if (identityOf(order[index] as JsonValue, mergeKey) === identity) return index;
  }
  return -1;
};

/** Splits a list into what the other list names too, and the rest. */
function partition(
  list: Items,
  by: Items,
  mergeKey: string | undefined,
): { readonly present: Items; readonly absent: Items } {
  const present: JsonValue[] = [];
  const absent: JsonValue[] = [];
  for (const item of list) {
    if (positionIn(by, item, mergeKey) >= 0) present.push(item);
    else absent.push(item);
  }
  return { present, absent };
}

/** Sorts by an order that names every item; others stay behind in their own order. */
export function sortedBy(list: Items, order: Items, mergeKey: string | undefined): Items {
  if (list.length < 2) return list;
  const rank = (item: JsonValue): number => {
    const position = positionIn(order, item, mergeKey);
    return position < 0 ? order.length : position;
  };
  return list
    .map((item) => ({ item, rank: rank(item) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

const sameItems = (list: Items, order: Items, mergeKey: string | undefined): boolean =>
  list.length === order.length &&
  list.every((item, index) => {
    const other = order[index];
    return other !== undefined && identityOf(item, mergeKey) === identityOf(other, mergeKey);
  });

/** The whole list in its final order. */
export function normalizeOrder(
  merged: Items,
  patchOrder: Items,
  serverOrder: Items,
  mergeKey: string | undefined,
): Items {
  if (sameItems(merged, patchOrder, mergeKey)) return merged;
  const { present, absent } = partition(merged, patchOrder, mergeKey);
  const fromPatch = sortedBy(present, patchOrder, mergeKey);
  const serverOnly = sortedBy(absent, serverOrder, mergeKey);
  return interleave(serverOnly, fromPatch, serverOrder, mergeKey);
}

/**
 * An item that only the server has goes first only if both were in the server's list, in this
 * order.
 */
function interleave(left: Items, right: Items, order: Items, mergeKey: string | undefined): Items {
  const result: JsonValue[] = [];
  let i = 0;
  for (const item of right) {
    const place = positionIn(order, item, mergeKey);
    for (let next = left[i]; place >= 0 && next !== undefined; next = left[i]) {
      const nextPlace = positionIn(order, next, mergeKey);
      if (nextPlace < 0 || nextPlace >= place) break;
      result.push(next);
      i++;
    }
    result.push(item);
  }
  return [...result, ...left.slice(i)];
}

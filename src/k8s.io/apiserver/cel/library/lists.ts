/**
 * Functions of lists and sets.
 *
 * Models k8s.io/apiserver pkg/cel/library/lists.go (isSorted, sum, min, max, indexOf, lastIndexOf)
 * and cel-go's ext.Sets.
 */
import { asciiText } from '#base/base64';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { failed, functions, type Library, namespace } from './library.ts';

type Items = readonly unknown[];

const noOverload = 'no such overload';
/** The largest int, and the smallest. */
const [mostInt, leastInt] = [2n ** 63n - 1n, -(2n ** 63n)];

/** What can be compared; `undefined` for the others: maps, lists, null, types, optional values. */
function comparableOf(item: unknown): bigint | number | string | boolean | undefined {
  if (item instanceof Uint8Array) return asciiText(item);
  const value: unknown = item === null || Array.isArray(item) ? undefined : item?.valueOf();
  const isPlain = ['bigint', 'number', 'string', 'boolean'].includes(typeof value);
  return isPlain ? (value as bigint | number | string | boolean) : undefined;
}

const comparable = (item: unknown): bigint | number | string | boolean =>
  comparableOf(item) ?? failed(noOverload);

function pick(items: Items, isMax: boolean): unknown {
  if (items.length === 0) return failed(`${isMax ? 'max' : 'min'} called on empty list`);
  return items.reduce((best, item) => {
    const [a, b] = [comparable(item), comparable(best)];
    return (isMax ? a > b : a < b) ? item : best;
  });
}

/** A duration of the library for CEL. */
interface Duration {
  addDuration(other: Duration): Duration;
}

const isDuration = (item: unknown): item is Duration =>
  typeof item === 'object' && item !== null && 'addDuration' in item;

/** Items are all of one type. The sum of an empty list, and that of uints, is an int. */
function sum(items: Items): unknown {
  const [first] = items;
  if (first === undefined) return 0n;
  if (isDuration(first)) {
    const add = (total: Duration, item: unknown): Duration =>
      isDuration(item) ? total.addDuration(item) : failed(noOverload);
    return items.slice(1).reduce<Duration>(add, first);
  }
  if (typeof first === 'number') {
    const add = (total: number, item: unknown): number =>
      typeof item === 'number' ? total + item : failed(noOverload);
    return items.reduce<number>(add, 0);
  }
  const total = items.reduce<bigint>((so, item) => {
    const value = typeof item === typeof first ? comparableOf(item) : undefined;
    return typeof value === 'bigint' ? so + value : failed(noOverload);
  }, 0n);
  return total > mostInt || total < leastInt ? failed('integer overflow') : total;
}

const equal = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && deepEqual(a, b));
const contains = (items: readonly unknown[], item: unknown): boolean =>
  items.some((other) => equal(other, item));

export const lists: Library = (environment) => {
  functions(environment, {
    'list.isSorted(): bool': (items: Items) =>
      items.map(comparable).every((item, index, all) => !((all[index - 1] ?? item) > item)),
    'list.sum(): dyn': sum,
    'list.min(): dyn': (items: Items) => pick(items, false),
    'list.max(): dyn': (items: Items) => pick(items, true),
    'list.indexOf(dyn): int': (items: readonly unknown[], item: unknown) =>
      BigInt(items.findIndex((other) => equal(other, item))),
    'list.lastIndexOf(dyn): int': (items: readonly unknown[], item: unknown) =>
      BigInt(items.findLastIndex((other) => equal(other, item))),
  });
  namespace(environment, 'sets', 'kubernetes.Sets');
  type Lists = [unknown, readonly unknown[], readonly unknown[]];
  functions(environment, {
    'kubernetes.Sets.contains(list, list): bool': (...[, a, b]: Lists) =>
      b.every((item) => contains(a, item)),
    'kubernetes.Sets.intersects(list, list): bool': (...[, a, b]: Lists) =>
      b.some((item) => contains(a, item)),
    'kubernetes.Sets.equivalent(list, list): bool': (...[, a, b]: Lists) =>
      a.every((item) => contains(b, item)) && b.every((item) => contains(a, item)),
  });
};

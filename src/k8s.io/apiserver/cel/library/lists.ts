/**
 * Functions of lists and sets.
 *
 * Models k8s.io/apiserver pkg/cel/library/lists.go (isSorted, sum, min, max, indexOf, lastIndexOf)
 * and cel-go's ext.Sets.
 */
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { failed, functions, type Library, namespace } from './library.ts';

type Item = bigint | number | string | boolean;
type Items = readonly Item[];

const pick = (items: Items, better: (a: Item, b: Item) => boolean, name: string): Item => {
  const [first, ...rest] = items;
  if (first === undefined) return failed(`${name} called on empty list`);
  return rest.reduce((best, item) => (better(item, best) ? item : best), first);
};

const sum = (items: Items): Item => {
  if (items.some((item) => typeof item === 'number')) {
    return items.reduce<number>((total, item) => total + Number(item), 0);
  }
  return (items as readonly bigint[]).reduce((total, item) => total + item, 0n);
};

const equal = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && deepEqual(a, b));
const contains = (items: readonly unknown[], item: unknown): boolean =>
  items.some((other) => equal(other, item));

export const lists: Library = (environment) => {
  functions(environment, {
    'list.isSorted(): bool': (items: Items) =>
      items.every((item, index) => index === 0 || (items[index - 1] as Item) <= item),
    'list.sum(): dyn': sum,
    'list.min(): dyn': (items: Items) => pick(items, (a, b) => a < b, 'min'),
    'list.max(): dyn': (items: Items) => pick(items, (a, b) => a > b, 'max'),
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

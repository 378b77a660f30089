/** Checks that many kinds share; each returns a list of errors. */
import {
  childPath,
  duplicate,
  type FieldError,
  forbiddenField,
  invalidValue,
  notAmong,
  notSupported,
  required,
} from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { compareQuantities, parseQuantity } from '#k8s.io/apimachinery/quantity';

export type Errors = readonly FieldError[];
export const none: Errors = [];

/** A required text. */
export const present = (path: string, value: string | undefined, detail = ''): Errors =>
  value === undefined || value === '' ? [required(path, detail)] : none;

/** The errors of a format check, at the value's field. */
export const formed = (path: string, value: unknown, texts: readonly string[]): Errors =>
  texts.map((text) => invalidValue(path, value, text));

/** A required text with a format. */
export const presentAndFormed = (
  path: string,
  value: string | undefined,
  check: (value: string) => readonly string[],
): Errors =>
  value === undefined || value === '' ? [required(path)] : formed(path, value, check(value));

/** One of some values; may be absent. */
export const choice = (
  path: string,
  value: string | undefined,
  supported: readonly string[],
): Errors =>
  value === undefined || supported.includes(value) ? none : [notSupported(path, value, supported)];

/** Like `choice`, where upstream lists the supported values in its own order. */
export const among = (
  path: string,
  value: string | undefined,
  supported: readonly string[],
): Errors =>
  value === undefined || supported.includes(value) ? none : [notAmong(path, value, supported)];

/** One of some values; required. */
export const needed = (
  path: string,
  value: string | undefined,
  supported: readonly string[],
): Errors =>
  value === undefined || value === '' ? [required(path)] : choice(path, value, supported);

export const same = (
  path: string,
  value: unknown,
  old: unknown,
  detail = 'field is immutable',
): Errors => (deepEqual(value, old) ? none : [invalidValue(path, value, detail)]);

export const unchanged = (path: string, value: unknown, old: unknown, detail: string): Errors =>
  deepEqual(value, old) ? none : [forbiddenField(path, detail)];

/** A quantity above zero. */
export const positive = (path: string, quantity: string | undefined): Errors =>
  quantity !== undefined &&
  parseQuantity(quantity) !== undefined &&
  compareQuantities(quantity, '0') <= 0
    ? [invalidValue(path, quantity, 'must be greater than zero')]
    : none;

/** Required items without duplicates. */
export function distinct(items: readonly string[], path: (index: number) => string): Errors {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const repeated = seen.has(item);
    seen.add(item);
    return repeated ? [duplicate(path(index), item)] : none;
  });
}

/** The errors of all items of a list. */
export const each = <T>(
  items: readonly T[] | undefined,
  path: string,
  check: (item: T, path: string, index: number) => Errors,
): Errors => (items ?? []).flatMap((item, index) => check(item, `${path}[${index}]`, index));

/** Exactly one of several sources must be set. */
export function oneSource(sources: object, path: string, what: string): Errors {
  const kinds = Object.entries(sources).filter(([, source]) => source !== undefined);
  if (kinds.length === 0) return [required(path, `must specify a ${what} type`)];
  return kinds
    .slice(1)
    .map(([kind]) =>
      forbiddenField(childPath(path, kind), `may not specify more than 1 ${what} type`),
    );
}

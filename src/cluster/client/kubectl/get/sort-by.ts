/**
 * `kubectl get --sort-by=PATH`: the order of rows or objects by one of their fields.
 *
 * Models k8s.io/kubectl pkg/cmd/get sorter.go. In: the flag and the objects. Out: the same in
 * order; what lacks the field comes first, and equals keep their order.
 */
import { err, ok, type Result } from '#base/result';
import type { JsonValue } from '#k8s.io/apimachinery/json-value';
import { relaxed } from '../printers/custom-columns.ts';
import { valuesAt, valueText } from '../printers/json-path.ts';
import { parsePath } from '../printers/json-path-parser.ts';

/** Sorts by the path; `objectOf` returns the object that an item is or shows. */
export function sortedBy<T>(
  flag: string,
  items: readonly T[],
  objectOf: (item: T) => JsonValue,
): Result<readonly T[], string> {
  const written = relaxed(flag);
  if (!written.ok) return written;
  const field = written.value;
  const path = parsePath(field);
  if (!path.ok) return err(`error parsing jsonpath {${field}}, ${path.error}`);
  const keyed: { readonly item: T; readonly key: JsonValue | undefined }[] = [];
  for (const item of items) {
    const found = valuesAt(objectOf(item), path.value);
    if (!found.ok) return found;
    keyed.push({ item, key: found.value[0] });
  }
  if (keyed.length > 0 && keyed.every(({ key }) => key === undefined)) {
    return err(`couldn't find any field with path "{${field}}" in the list of objects`);
  }
  return ok(keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ item }) => item));
}

function compareKeys(a: JsonValue | undefined, b: JsonValue | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareNaturally(valueText(a), valueText(b));
}

/** `pod-2` before `pod-10`. Source: github.com/fvbommel/sortorder NaturalLess. */
function compareNaturally(a: string, b: string): number {
  const left = a.match(/\d+|\D/g) ?? [];
  const right = b.match(/\d+|\D/g) ?? [];
  for (let i = 0; i < left.length && i < right.length; i++) {
    const x = left[i] ?? '';
    const y = right[i] ?? '';
    if (x === y) continue;
    const numbers = /^\d/.test(x) && /^\d/.test(y);
    if (numbers && BigInt(x) !== BigInt(y)) return BigInt(x) < BigInt(y) ? -1 : 1;
    return x < y ? -1 : 1;
  }
  return left.length - right.length;
}

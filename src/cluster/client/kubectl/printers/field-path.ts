/**
 * Follows a path such as `.spec.containers[*].image` through a JSON value.
 *
 * Models the part of k8s.io/client-go util/jsonpath that names fields, indexes and all items.
 * In: path text. Out: every value that it reaches.
 */
import { err, ok, type Result } from '#base/result';
import { isJsonArray, isJsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';

type Step =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'all' };

export type FieldPath = readonly Step[];

/** Reads a path without braces; `$` and the first dot may be there or not. */
export function parseFieldPath(text: string): Result<FieldPath, string> {
  const steps: Step[] = [];
  let rest = text.startsWith('$') ? text.slice(1) : text;
  if (rest !== '' && !/^[.[]/.test(rest)) rest = `.${rest}`;
  while (rest !== '' && rest !== '.') {
    const match =
      /^\.?\['((?:[^'\\]|\\.)+)'\]|^\.?\[(-?\d+)\]|^\.?\[\*\]|^\.\*|^\.((?:[\w/-]|\\.)+)/.exec(
        rest,
      );
    if (match === null) return err(`unrecognized character in action: ${rest}`);
    const [whole, quoted, index, field] = match;
    const name = quoted ?? field;
    if (name !== undefined) steps.push({ kind: 'field', name: name.replace(/\\(.)/g, '$1') });
    else if (index !== undefined) steps.push({ kind: 'index', index: Number(index) });
    else steps.push({ kind: 'all' });
    rest = rest.slice(whole.length);
  }
  return ok(steps);
}

/** Every value at the path; none when it leads nowhere. */
export function valuesAt(value: JsonValue, path: FieldPath): readonly JsonValue[] {
  return path.reduce<readonly JsonValue[]>(
    (found, step) => found.flatMap((each) => follow(each, step)),
    [value],
  );
}

function follow(value: JsonValue, step: Step): readonly JsonValue[] {
  if (step.kind === 'all') {
    if (isJsonArray(value)) return value;
    if (!isJsonObject(value)) return [];
    const keys = Object.keys(value).sort();
    return keys.flatMap((key) => value[key] ?? []);
  }
  if (step.kind === 'field') {
    const next = isJsonObject(value) ? value[step.name] : undefined;
    return next === undefined ? [] : [next];
  }
  const next = isJsonArray(value) ? value.at(step.index) : undefined;
  return next === undefined ? [] : [next];
}

/** A value as text: words bare, the rest as JSON. */
export const fieldText = (value: JsonValue): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

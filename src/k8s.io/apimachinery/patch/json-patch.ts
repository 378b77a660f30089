/**
 * JSON patch (RFC 6902): `application/json-patch+json`.
 *
 * Models evanphx/json-patch v4 as the API server uses it, with its texts.
 * In: a document and a list of operations. Out: the document after all of them, or the first
 * reason why one does not apply. The document is shared with the result, never changed.
 */
import { own } from '#base/own';
import { err, ok, type Result } from '#base/result';
import { deepEqual, isJsonArray, isJsonObject, type JsonValue } from '../json-value.ts';

export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  /** A JSON pointer, e.g. `/metadata/labels/app`. */
  readonly path: string;
  readonly from?: string;
  readonly value?: JsonValue;
}

type Outcome = Result<JsonValue, string>;

export function applyJsonPatch(
  document: JsonValue,
  operations: readonly JsonPatchOperation[],
): Outcome {
  let result: Outcome = ok(document);
  for (const operation of operations) {
    if (!result.ok) return result;
    result = applyOperation(result.value, operation);
  }
  return result;
}

/** `~1` stands for a slash and `~0` for a tilde. */
const pointerParts = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Source: Operation.From: a step without it is not one from the root. */
const noFrom = (op: string): string => `${op} operation does not apply: missing from`;

function applyOperation(document: JsonValue, operation: JsonPatchOperation): Outcome {
  const { op, path, from, value = null } = operation ?? {};
  if (path === undefined) return err(`${op} operation does not apply: missing path`);
  switch (op) {
    case 'add':
      return add(document, path, value);
    case 'remove':
      return remove(document, path);
    case 'replace':
      return replace(document, path, value);
    case 'test':
      return deepEqual(valueAt(document, path) ?? null, value)
        ? ok(document)
        : err(`testing value ${path} failed: test failed`);
    case 'move':
      return from === undefined ? err(noFrom(op)) : move(document, from, path);
    case 'copy':
      return from === undefined ? err(noFrom(op)) : copy(document, from, path);
    default:
      return err(`Unexpected kind: ${String(op)}`);
  }
}

function valueAt(document: JsonValue, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const part of pointerParts(path)) {
    if (isJsonArray(value)) value = value[indexOf(value, part)];
    else if (isJsonObject(value)) value = own(value, part);
    else return undefined;
  }
  return value;
}

/** Negative indices count from the end, as the library allows. */
function indexOf(list: readonly JsonValue[], part: string): number {
  const index = Number(part);
  return index < 0 ? list.length + index : index;
}

/** Rebuilds the spine above a change; `change` gets the container of the last part. */
function changeAt(
  document: JsonValue,
  parts: readonly string[],
  change: (container: JsonValue, key: string) => Outcome,
): Outcome | undefined {
  const [head, ...rest] = parts;
  if (head === undefined) return undefined;
  if (!isJsonObject(document) && !isJsonArray(document)) return undefined;
  if (rest.length === 0) return change(document, head);
  const child = isJsonArray(document) ? document[indexOf(document, head)] : own(document, head);
  if (child === undefined) return undefined;
  const changed = changeAt(child, rest, change);
  if (changed === undefined || !changed.ok) return changed;
  return ok(withChild(document, head, changed.value));
}

function withChild(container: JsonValue, key: string, child: JsonValue): JsonValue {
  if (isJsonArray(container)) return container.with(indexOf(container, key), child);
  return { ...(isJsonObject(container) ? container : {}), [key]: child };
}

function add(document: JsonValue, path: string, value: JsonValue): Outcome {
  if (path === '') return ok(value);
  const done = changeAt(document, pointerParts(path), (container, key) => {
    if (!isJsonArray(container)) return ok(withChild(container, key, value));
    if (key === '-') return ok([...container, value]);
    const index = insertionIndex(container, key);
    return index === undefined
      ? err(`error in add for path: '${path}': ${badIndex(key)}`)
      : ok(container.toSpliced(index, 0, value));
  });
  return done ?? err(`add operation does not apply: doc is missing path: "${path}": missing value`);
}

function badIndex(key: string): string {
  if (/^-?\d+$/.test(key))
    return `Unable to access invalid index: ${key}: invalid index referenced`;
  const syntax = `strconv.Atoi: parsing "${key}": invalid syntax`;
  return `value was not a proper array index: '${key}': ${syntax}`;
}

function insertionIndex(list: readonly JsonValue[], key: string): number | undefined {
  if (!/^-?\d+$/.test(key)) return undefined;
  const index = Number(key) < 0 ? list.length + 1 + Number(key) : Number(key);
  return index >= 0 && index <= list.length ? index : undefined;
}

function remove(document: JsonValue, path: string): Outcome {
  const done = changeAt(document, pointerParts(path), (container, key) => {
    if (isJsonArray(container)) {
      const index = indexOf(container, key);
      return Number.isInteger(index) && index >= 0 && index < container.length
        ? ok(container.toSpliced(index, 1))
        : err(`error in remove for path: '${path}': ${badIndex(key)}`);
    }
    if (!isJsonObject(container) || own(container, key) === undefined) {
      return err(
        `error in remove for path: '${path}':` +
          ` Unable to remove nonexistent key: ${key}: missing value`,
      );
    }
    const { [key]: _removed, ...rest } = container;
    return ok(rest);
  });
  return (
    done ?? err(`remove operation does not apply: doc is missing path: "${path}": missing value`)
  );
}

function replace(document: JsonValue, path: string, value: JsonValue): Outcome {
  if (path === '') return ok(value);
  const done = changeAt(document, pointerParts(path), (container, key) => {
    // The library finds every key in an object, and only misses items of lists.
    const present = isJsonArray(container)
      ? container[indexOf(container, key)] !== undefined
      : isJsonObject(container);
    return present
      ? ok(withChild(container, key, value))
      : err(`replace operation does not apply: doc is missing key: ${path}: missing value`);
  });
  return (
    done ?? err(`replace operation does not apply: doc is missing path: ${path}: missing value`)
  );
}

function move(document: JsonValue, from: string, path: string): Outcome {
  const value = valueAt(document, from);
  if (value === undefined)
    return err(`move operation does not apply: doc is missing from path: ${from}: missing value`);
  const removed = remove(document, from);
  return removed.ok ? add(removed.value, path, value) : removed;
}

function copy(document: JsonValue, from: string, path: string): Outcome {
  // A key that is not there is copied as null, as the library does; what is no container is not.
  const parent = valueAt(document, from.slice(0, from.lastIndexOf('/')));
  const value = valueAt(document, from) ?? (isJsonObject(parent) ? null : undefined);
  return value === undefined
    ? err(`copy operation does not apply: doc is missing from path: ${from}: missing value`)
    : add(document, path, value);
}

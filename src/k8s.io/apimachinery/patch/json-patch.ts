/**
 * JSON patch (RFC 6902): `application/json-patch+json`.
 *
 * Models evanphx/json-patch v4 as the API server uses it, with its texts.
 * In: a document and a list of operations. Out: the document after all of them, or the first
 * reason why one does not apply. The document is shared with the result, never changed.
 */
import { own } from '#base/own';
import { err, ok, type Result } from '#base/result';
import {
  deepEqual,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../json-value.ts';

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
      return add(document, path, value, {
        missing: `add operation does not apply: doc is missing path: "${path}"`,
        failed: `error in add for path: '${path}'`,
      });
    case 'remove':
      return remove(document, path, {
        missing: `remove operation does not apply: doc is missing path: "${path}"`,
        failed: `error in remove for path: '${path}'`,
      });
    case 'replace':
      return replace(document, path, value);
    case 'test':
      return test(document, path, value);
    case 'move':
      return from === undefined ? err(noFrom(op)) : move(document, from, path);
    case 'copy':
      return from === undefined ? err(noFrom(op)) : copy(document, from, path);
    default:
      return err(`Unexpected kind: ${String(op)}`);
  }
}

type Container = JsonObject | readonly JsonValue[];

const isContainer = (value: JsonValue | undefined): value is Container =>
  isJsonArray(value) || isJsonObject(value);

/** What an operation says where there is no container, and where the container fails. */
interface Words {
  readonly missing: string;
  readonly failed: string;
}

/** The container of the last part of a path; `undefined`: there is none. Source: findObject. */
function containerOf(document: JsonValue, parts: readonly string[]): Container | undefined {
  let value: JsonValue | undefined = document;
  for (const part of parts.slice(0, -1)) {
    const inner: Outcome | undefined = isContainer(value) ? get(value, part) : undefined;
    value = inner?.ok === true ? inner.value : undefined;
  }
  return parts.length > 0 && isContainer(value) ? value : undefined;
}

const invalidIndex = (index: number): string =>
  `Unable to access invalid index: ${index}: invalid index referenced`;

/** The place of an item in a list; from its end when negative. Source: partialArray. */
function indexIn(key: string, length: number): Result<number, string> {
  if (!/^[+-]?\d+$/.test(key)) return err(`strconv.Atoi: parsing "${key}": invalid syntax`);
  const index = Number(key);
  if (index >= length || index < -length) return err(invalidIndex(index));
  return ok(index < 0 ? index + length : index);
}

/** Every key is found in an object, with null if it is not there. Source: container.get. */
function get(container: Container, key: string): Outcome {
  if (isJsonObject(container)) return ok(own(container, key) ?? null);
  const index = indexIn(key, container.length);
  return index.ok ? ok(container[index.value] ?? null) : index;
}

/** The document with another container at the place of the last part. */
function withContainer(
  document: JsonValue,
  parts: readonly string[],
  container: JsonValue,
): JsonValue {
  const [head, ...rest] = parts;
  if (head === undefined || rest.length === 0 || !isContainer(document)) return container;
  const inner = get(document, head);
  const changed = withContainer(inner.ok ? inner.value : null, rest, container);
  return set(document, head, changed);
}

function set(container: Container, key: string, value: JsonValue): JsonValue {
  if (isJsonObject(container)) return { ...container, [key]: value };
  const index = indexIn(key, container.length);
  return index.ok ? container.with(index.value, value) : container;
}

/** Changes the container of a path. */
function changeAt(
  document: JsonValue,
  path: string,
  { missing, failed }: Words,
  change: (container: Container, key: string) => Outcome,
): Outcome {
  const parts = pointerParts(path);
  const container = containerOf(document, parts);
  if (container === undefined) return err(`${missing}: missing value`);
  const changed = change(container, parts.at(-1) ?? '');
  if (!changed.ok) return err(`${failed}: ${changed.error}`);
  return ok(withContainer(document, parts, changed.value));
}

const add = (document: JsonValue, path: string, value: JsonValue, words: Words): Outcome =>
  changeAt(document, path, words, (container, key) => {
    if (isJsonObject(container)) return ok(set(container, key, value));
    if (key === '-') return ok([...container, value]);
    const index = indexIn(key, container.length + 1);
    if (index.ok) return ok(container.toSpliced(index.value, 0, value));
    const isSyntax = index.error.startsWith('strconv');
    return err(
      isSyntax ? `value was not a proper array index: '${key}': ${index.error}` : index.error,
    );
  });

const remove = (document: JsonValue, path: string, words: Words): Outcome =>
  changeAt(document, path, words, (container, key) => {
    if (!isJsonObject(container)) {
      const index = indexIn(key, container.length);
      return index.ok ? ok(container.toSpliced(index.value, 1)) : index;
    }
    if (own(container, key) === undefined) {
      return err(`Unable to remove nonexistent key: ${key}: missing value`);
    }
    const { [key]: _removed, ...rest } = container;
    return ok(rest);
  });

function replace(document: JsonValue, path: string, value: JsonValue): Outcome {
  if (path === '') {
    // The library writes its own missing error so.
    const refused = 'replace operation value must be object or array: %!w(<nil>)';
    return isContainer(value) ? ok(value) : err(refused);
  }
  const parts = pointerParts(path);
  const container = containerOf(document, parts);
  const key = parts.at(-1) ?? '';
  const what = container === undefined ? 'path' : 'key';
  if (container === undefined || !get(container, key).ok) {
    return err(`replace operation does not apply: doc is missing ${what}: ${path}: missing value`);
  }
  return ok(withContainer(document, parts, set(container, key, value)));
}

function test(document: JsonValue, path: string, value: JsonValue): Outcome {
  const parts = pointerParts(path);
  const container = containerOf(document, parts);
  if (path !== '' && container === undefined) {
    return err(`test operation does not apply: is missing path: ${path}: missing value`);
  }
  const found = container === undefined ? ok(document) : get(container, parts.at(-1) ?? '');
  if (!found.ok) return err(`error in test for path: '${path}': ${found.error}`);
  return deepEqual(found.value, value)
    ? ok(document)
    : err(`testing value ${path} failed: test failed`);
}

function move(document: JsonValue, from: string, path: string): Outcome {
  const value = valueFrom(document, from, 'move');
  if (!value.ok) return value;
  const key = pointerParts(from).at(-1) ?? '';
  const removed = remove(document, from, {
    missing: '',
    failed: `error in move for path: '${key}'`,
  });
  return removed.ok ? add(removed.value, path, value.value, wordsOfCopy(path, 'move')) : removed;
}

function copy(document: JsonValue, from: string, path: string): Outcome {
  const value = valueFrom(document, from, 'copy');
  return value.ok ? add(document, path, value.value, wordsOfCopy(path, 'copy')) : value;
}

function valueFrom(document: JsonValue, from: string, op: 'move' | 'copy'): Outcome {
  const parts = pointerParts(from);
  const container = containerOf(document, parts);
  if (container === undefined) {
    return err(`${op} operation does not apply: doc is missing from path: ${from}: missing value`);
  }
  const key = parts.at(-1) ?? '';
  const value = get(container, key);
  if (value.ok) return value;
  const where = op === 'move' ? `path: '${key}'` : `from: '${from}'`;
  return err(`error in ${op} for ${where}: ${value.error}`);
}

const wordsOfCopy = (path: string, op: 'move' | 'copy'): Words => ({
  missing: `${op} operation does not apply: doc is missing destination path: ${path}`,
  failed:
    op === 'move' ? `error in move for path: '${path}'` : 'error while adding value during copy',
});

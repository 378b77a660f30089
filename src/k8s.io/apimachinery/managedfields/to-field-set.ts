/**
 * The fields that a configuration names.
 *
 * Models sigs.k8s.io/structured-merge-diff typed/tofieldset.go: leaves, whole atomic values, items
 * of lists, and maps and structs that are empty.
 */
import { assertUnreachable } from '#base/assert';
import { isJsonObject, type JsonValue } from '../json-value.ts';
import { type FieldSet, FieldSetBuilder } from './field-set.ts';
import { type Atom, checkedElement, deduced, isField, memberAtom, untyped } from './typed.ts';

export function toFieldSet(atom: Atom, value: JsonValue): FieldSet {
  const builder = new FieldSetBuilder();
  collect(builder, [], atom, value);
  return builder.build();
}

function collect(builder: FieldSetBuilder, path: string[], type: Atom, value: JsonValue): void {
  const atom = deduced(type, value);
  switch (atom.form) {
    case 'struct':
    case 'map':
      if (atom.atomic) builder.insert(path);
      else if (isJsonObject(value)) collectMembers(builder, path, atom, value);
      return;
    case 'list':
      if (atom.kind.kind === 'atomic') builder.insert(path);
      else if (Array.isArray(value)) collectItems(builder, path, atom, value);
      return;
    case 'scalar':
    case 'untyped':
      builder.insert(path);
      return;
    default:
      assertUnreachable(atom);
  }
}

function collectMembers(
  builder: FieldSetBuilder,
  path: string[],
  atom: Atom,
  members: Readonly<Record<string, JsonValue>>,
): void {
  const top = path.length === 0;
  for (const [key, value] of Object.entries(members)) {
    const member = memberAtom(atom, key, top);
    path.push(`f:${key}`);
    collect(builder, path, member ?? untyped, value);
    if (!isField(atom, key) || value === null || isEmptyObject(value)) builder.insert(path);
    path.pop();
  }
}

function collectItems(
  builder: FieldSetBuilder,
  path: string[],
  atom: Extract<Atom, { form: 'list' }>,
  items: readonly JsonValue[],
): void {
  for (let index = 0; index < items.length; index++) {
    const item = items[index] as JsonValue;
    path.push(checkedElement(atom.kind, item, index));
    collect(builder, path, atom.item, item);
    builder.insert(path);
    path.pop();
  }
}

const isEmptyObject = (value: JsonValue): boolean =>
  isJsonObject(value) && Object.keys(value).length === 0;

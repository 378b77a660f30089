/**
 * What changed between two states of an object, as sets of fields.
 *
 * Models sigs.k8s.io/structured-merge-diff typed/compare.go: a member that appears is in `added`
 * with all of its parts, one that goes is in `removed`; one that is a single thing and differs is
 * in `modified`. Parts that both states share are not looked at.
 */
import { assertUnreachable } from '#base/assert';
import { deepEqual, isJsonObject, type JsonValue } from '../json-value.ts';
import { type FieldSet, FieldSetBuilder } from './field-set.ts';
import { type Atom, checkedElement, deduced, memberAtom, untyped } from './typed.ts';

export interface Comparison {
  readonly added: FieldSet;
  readonly removed: FieldSet;
  readonly modified: FieldSet;
}

type Value = JsonValue | undefined;

export function compare(atom: Atom, left: JsonValue, right: JsonValue): Comparison {
  const comparer = new Comparer();
  comparer.value(atom, left, right);
  return {
    added: comparer.added.build(),
    removed: comparer.removed.build(),
    modified: comparer.modified.build(),
  };
}

class Comparer {
  readonly added = new FieldSetBuilder();
  readonly removed = new FieldSetBuilder();
  readonly modified = new FieldSetBuilder();
  readonly #path: string[] = [];

  value(atom: Atom, left: Value, right: Value): void {
    if (left === right) return;
    if (this.#descends(deduced(atom, right ?? left), left, right)) {
      if (left === undefined) this.added.insert(this.#path);
      else if (right === undefined) this.removed.insert(this.#path);
    } else this.#leaf(left, right);
  }

  /** False when the value is one thing. */
  #descends(atom: Atom, left: Value, right: Value): boolean {
    switch (atom.form) {
      case 'struct':
      case 'map':
        return !atom.atomic && this.#members(atom, membersOf(left), membersOf(right));
      case 'list':
        return atom.kind.kind !== 'atomic' && this.#items(atom, itemsOf(left), itemsOf(right));
      case 'scalar':
      case 'untyped':
        return false;
      default:
        return assertUnreachable(atom);
    }
  }

  #members(atom: Atom, left: Members | undefined, right: Members | undefined): boolean {
    const { length: top } = this.#path;
    const names = new Set<string>();
    for (const key in left) names.add(key);
    for (const key in right) names.add(key);
    // Two that are empty, or not there, are one thing: `{}` and nothing are not the same.
    if (names.size === 0) return false;
    for (const key of names) {
      const before = left?.[key];
      const after = right?.[key];
      if (before === after) continue;
      this.#path.push(`f:${key}`);
      this.value(memberAtom(atom, key, top === 0) ?? untyped, before, after);
      this.#path.pop();
    }
    return true;
  }

  #items(
    atom: Extract<Atom, { form: 'list' }>,
    left: readonly JsonValue[],
    right: readonly JsonValue[],
  ): boolean {
    if (left.length === 0 && right.length === 0) return false;
    const before = keyed(atom, left);
    const after = keyed(atom, right);
    for (const element of new Set([...before.keys(), ...after.keys()])) {
      this.#path.push(element);
      this.value(atom.item, before.get(element), after.get(element));
      this.#path.pop();
    }
    return true;
  }

  #leaf(left: Value, right: Value): void {
    if (left === undefined) this.added.insert(this.#path);
    else if (right === undefined) this.removed.insert(this.#path);
    else if (!deepEqual(left, right)) this.modified.insert(this.#path);
  }
}

type Members = Readonly<Record<string, JsonValue>>;

const membersOf = (value: Value): Members | undefined => (isJsonObject(value) ? value : undefined);

const itemsOf = (value: Value): readonly JsonValue[] => (Array.isArray(value) ? value : []);

/** The items of a list by their element; of several with one key the first counts. */
function keyed(
  { kind }: Extract<Atom, { form: 'list' }>,
  items: readonly JsonValue[],
): ReadonlyMap<string, JsonValue> {
  const found = new Map<string, JsonValue>();
  for (let index = 0; index < items.length; index++) {
    const item = items[index] as JsonValue;
    const element = checkedElement(kind, item, index);
    if (!found.has(element)) found.set(element, item);
  }
  return found;
}

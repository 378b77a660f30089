/**
 * An object with a configuration laid over it, and an object without some fields.
 *
 * Models sigs.k8s.io/structured-merge-diff typed/merge.go (the configuration wins; items of keyed
 * lists stay in the order of the configuration where it names them) and typed/remove.go.
 */
import { assertUnreachable } from '#base/assert';
import { isJsonObject, type JsonValue } from '../json-value.ts';
import { emptySet, type FieldSet, isEmptySet } from './field-set.ts';
import { type Atom, checkedElement, deduced, isField, memberAtom, untyped } from './typed.ts';

type Value = JsonValue | undefined;
type ListAtom = Extract<Atom, { form: 'list' }>;

export function merge(type: Atom, left: Value, right: Value, top = true): Value {
  if (right === undefined) return left;
  if (left === undefined && !isJsonObject(right) && !Array.isArray(right)) return right;
  const atom = deduced(type, right);
  switch (atom.form) {
    case 'struct':
    case 'map':
      return atom.atomic ? right : mergeMembers(atom, left, right, top);
    case 'list':
      return atom.kind.kind === 'atomic' ? right : mergeItems(atom, left, right);
    case 'scalar':
    case 'untyped':
      return right;
    default:
      return assertUnreachable(atom);
  }
}

function mergeMembers(atom: Atom, left: Value, right: JsonValue, top: boolean): Value {
  const before = isJsonObject(left) ? left : {};
  const after = isJsonObject(right) ? right : {};
  const merged: Record<string, JsonValue> = { ...before };
  for (const [key, value] of Object.entries(after)) {
    const member = memberAtom(atom, key, top) ?? untyped;
    merged[key] = merge(member, before[key], value, false) ?? null;
  }
  // Nothing on both sides is the right one as it stands: `{}` or null.
  return Object.keys(merged).length === 0 ? right : merged;
}

function mergeItems(atom: ListAtom, left: Value, right: JsonValue): Value {
  const before = index(atom, left);
  const after = index(atom, right);
  if (before.order.length === 0 && after.order.length === 0) return right;
  const out: JsonValue[] = [];
  const take = (element: string): void => {
    const value = merge(atom.item, before.items.get(element), after.items.get(element), false);
    if (value !== undefined) out.push(value);
  };
  for (const element of mergedOrder(before, after)) take(element);
  return out;
}

interface Indexed {
  readonly order: readonly string[];
  readonly items: ReadonlyMap<string, JsonValue>;
}

function index({ kind }: ListAtom, list: Value): Indexed {
  const items = new Map<string, JsonValue>();
  if (Array.isArray(list)) {
    for (const [position, item] of (list as readonly JsonValue[]).entries()) {
      const element = checkedElement(kind, item, position);
      if (!items.has(element)) items.set(element, item);
    }
  }
  return { order: [...items.keys()], items };
}

/**
 * Where items of both lists stand: those of the right keep their order, and those of the left
 * alone stay before the shared one that they stood before. Source: mergingWalker.visitListItems.
 */
function mergedOrder(left: Indexed, right: Indexed): readonly string[] {
  const shared = right.order.filter((element) => left.items.has(element));
  const order: string[] = [];
  const done = new Set<string>();
  let next = 0;
  let l = 0;
  let r = 0;
  const put = (element: string): void => {
    done.add(element);
    order.push(element);
  };
  while (l < left.order.length || r < right.order.length) {
    const before = left.order[l];
    const after = right.order[r];
    if (before !== undefined && before === after) {
      put(before);
      l++;
      r++;
      next++;
      continue;
    }
    if (before !== undefined && after !== undefined) {
      // A shared item whose turn has not come is taken up later.
      if (right.items.has(before) && next < shared.length && shared[next] !== before) {
        l++;
        continue;
      }
    }
    if (before !== undefined) {
      if (!right.items.has(before)) {
        order.push(before);
        l++;
        continue;
      }
      if (done.has(before)) l++;
    }
    if (after === undefined) continue;
    put(after);
    r++;
    if (shared[next] === after) next++;
  }
  return order;
}

/** The object without these fields; undefined when nothing of it is left. */
export function removeItems(type: Atom, value: JsonValue, toRemove: FieldSet, top = true): Value {
  if (isEmptySet(toRemove)) return value;
  const atom = deduced(type, value);
  if (isJsonObject(value)) {
    if (atom.form !== 'struct' && atom.form !== 'map') return undefined;
    if (atom.atomic) return undefined;
    const kept: Record<string, JsonValue> = {};
    for (const [key, member] of Object.entries(value)) {
      const below = toRemove.children.get(`f:${key}`) ?? emptySet;
      if (below.owned) continue;
      const left = removeItems(memberAtom(atom, key, top) ?? untyped, member, below, false);
      kept[key] = left ?? null;
    }
    return Object.keys(kept).length === 0 ? undefined : kept;
  }
  if (!Array.isArray(value)) return value;
  if (atom.form !== 'list' || atom.kind.kind === 'atomic') return undefined;
  const { kind, item: type_ } = atom;
  const items = (value as readonly JsonValue[]).flatMap((item, position) => {
    const below = toRemove.children.get(checkedElement(kind, item, position)) ?? emptySet;
    return below.owned ? [] : [removeItems(type_, item, below, false) ?? null];
  });
  return items.length === 0 ? undefined : items;
}

/**
 * The set with the fields of structs that lie on the way to its paths.
 * Source: fieldpath Set.EnsureNamedFieldsAreMembers.
 */
export function withNamedFields(type: Atom, set: FieldSet, top = true): FieldSet {
  const children = new Map<string, FieldSet>();
  for (const [element, below] of set.children) {
    const isName = element.startsWith('f:');
    const member = isName
      ? memberAtom(type, element.slice(2), top)
      : type.form === 'list'
        ? type.item
        : untyped;
    const inner = withNamedFields(member ?? untyped, below, false);
    const named = isName && isField(type, element.slice(2));
    children.set(element, named && !inner.owned ? { ...inner, owned: true } : inner);
  }
  return { owned: set.owned, children };
}

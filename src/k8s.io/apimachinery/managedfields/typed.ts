/**
 * How server-side apply sees the members of a kind: what is one thing, what has parts of its own.
 *
 * Models sigs.k8s.io/structured-merge-diff schema (Atom) and typed/helpers.go over the table of Go
 * types. A kind without a type is deduced: maps have parts, lists are one thing.
 */
import { assertUnreachable } from '#base/assert';
import { err, ok, type Result } from '#base/result';
import { canonicalJson, isJsonObject, type JsonValue } from '../json-value.ts';
import {
  type FieldSchema,
  type ListKind,
  pointee,
  type ScalarName,
  type StructSchema,
  schemaForKind,
  structSchema,
  type TypeSchema,
} from '../schema/schema.ts';

/** What a value is to be. */
export type Atom =
  | { readonly form: 'scalar'; readonly scalar: ScalarName }
  | { readonly form: 'untyped' }
  | {
      readonly form: 'struct';
      readonly fields: Fields;
      /** What a member that is no field may be; absent: there may be none. */
      readonly others?: Atom;
      readonly atomic: boolean;
    }
  | { readonly form: 'map'; readonly item: Atom; readonly atomic: boolean }
  | { readonly form: 'list'; readonly item: Atom; readonly kind: ListKind };

/** The fields of a struct. */
export interface Fields {
  /** By its JSON name. */
  atomOf(key: string): Atom | undefined;
}

export const untyped: Atom = { form: 'untyped' };
const atomicList: ListKind = { kind: 'atomic' };
const ofFields = new WeakMap<FieldSchema, Atom>();

/** The atom of a whole object. */
export function atomOfKind(apiVersion: string, kind: string): Atom {
  const struct = schemaForKind(apiVersion, kind);
  return struct === undefined
    ? untyped
    : { form: 'struct', fields: fieldsOf(struct), atomic: false };
}

const ofStructs = new WeakMap<StructSchema, Fields>();

/** Each atom is made when somebody asks for it. */
function fieldsOf(struct: StructSchema): Fields {
  let fields = ofStructs.get(struct);
  if (fields === undefined) {
    fields = { atomOf: (key) => fieldAtom(struct, key) };
    ofStructs.set(struct, fields);
  }
  return fields;
}

function fieldAtom(struct: StructSchema, key: string): Atom | undefined {
  const field = struct.byJson.get(key);
  if (field === undefined) return undefined;
  let member = ofFields.get(field);
  if (member === undefined) {
    member = atomOf(field.type, field.list);
    ofFields.set(field, member);
  }
  return member;
}

function atomOf(type: TypeSchema, list: ListKind | undefined): Atom {
  const target = pointee(type);
  switch (target.form) {
    case 'scalar':
      // A schema, or what may stand in its place, has no type in the published API.
      if (target.scalar.startsWith('schemaor')) return untyped;
      return { form: 'scalar', scalar: target.scalar };
    case 'struct': {
      const struct = structSchema(target.name);
      const atomic = struct.atomic || list?.kind === 'atomic';
      return { form: 'struct', fields: fieldsOf(struct), atomic };
    }
    case 'map':
      return {
        form: 'map',
        item: atomOf(target.value, undefined),
        atomic: list?.kind === 'atomic',
      };
    case 'list':
      return { form: 'list', item: atomOf(target.item, undefined), kind: list ?? atomicList };
    default:
      return untyped;
  }
}

/** The metadata of an object of any kind. */
export const objectMeta: Atom = {
  form: 'struct',
  fields: fieldsOf(structSchema('meta.ObjectMeta')),
  atomic: false,
};

/** Whether the type itself has a field of this name. */
export const isField = (atom: Atom, key: string): boolean =>
  atom.form === 'struct' && atom.fields.atomOf(key) !== undefined;

/** The atom of a member; undefined for one that the type does not have. `top`: of an object. */
export function memberAtom(atom: Atom, key: string, top: boolean): Atom | undefined {
  switch (atom.form) {
    case 'struct':
      return atom.fields.atomOf(key) ?? atom.others;
    case 'map':
      return atom.item;
    case 'list':
    case 'scalar':
    case 'untyped':
      return top && key === 'metadata' ? objectMeta : untyped;
    default:
      return assertUnreachable(atom);
  }
}

/** What a value is when its type does not say. Source: schema deduced types. */
export function deduced(atom: Atom, value: JsonValue | undefined): Atom {
  if (atom.form !== 'untyped') return atom;
  if (Array.isArray(value)) return { form: 'list', item: untyped, kind: atomicList };
  if (isJsonObject(value)) return { form: 'map', item: untyped, atomic: false };
  return { form: 'scalar', scalar: 'raw' };
}

/** Keys of list items that have a value when they are left out. Source: `+default` of the types. */
const keyDefaults: Readonly<Record<string, JsonValue>> = { protocol: 'TCP' };

/** The path element of an item of a list. Source: listItemToPathElement. */
export function itemElement(
  kind: ListKind,
  item: JsonValue | undefined,
  index: number,
): Result<string, string> {
  switch (kind.kind) {
    case 'atomic':
      return ok(`i:${index}`);
    case 'set':
      return setElement(item);
    case 'map':
      return keyedElement(kind.keys, item);
  }
}

function setElement(item: JsonValue | undefined): Result<string, string> {
  if (item === null || item === undefined) {
    return err("associative list without keys has an element that's an explicit null");
  }
  if (isJsonObject(item)) {
    return err("associative list without keys has an element that's a map type");
  }
  if (Array.isArray(item)) return err('not supported: associative list with lists as elements');
  return ok(`v:${canonicalJson(item)}`);
}

function keyedElement(
  keys: readonly string[],
  item: JsonValue | undefined,
): Result<string, string> {
  if (item === null || item === undefined) {
    return err('associative list with keys may not have a null element');
  }
  if (!isJsonObject(item)) {
    return err('associative list with keys may not have non-map elements');
  }
  const found: Record<string, JsonValue> = {};
  for (const key of keys) {
    const value = item[key] ?? keyDefaults[key];
    if (value !== undefined) found[key] = value;
  }
  if (Object.keys(found).length > 0) return ok(`k:${canonicalJson(found)}`);
  const first = keys[0] ?? '';
  return err(
    `associative list with keys has an element that omits key field "${first}"` +
      " (and doesn't have default value)",
  );
}

/** The element of an item that was checked before. */
export function checkedElement(kind: ListKind, item: JsonValue, index: number): string {
  const element = itemElement(kind, item, index);
  return element.ok ? element.value : `i:${index}`;
}

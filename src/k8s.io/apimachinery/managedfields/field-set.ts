/**
 * Sets of paths into an object: what one manager owns.
 *
 * Models sigs.k8s.io/structured-merge-diff fieldpath Set. A set is a trie of path elements written
 * as FieldsV1 writes them: `f:name`, `k:{"name":"a"}`, `v:"x"`, `i:0`. In: paths, or FieldsV1.
 * Out: sets, FieldsV1, and paths as conflicts show them. Sets are never changed once they are made.
 */
import { canonicalJson, isJsonObject, type JsonValue } from '../json-value.ts';
import type { FieldsV1 } from '../meta/v1.ts';

export interface FieldSet {
  /** The path that ends here is in the set; the paths below it are a matter of their own. */
  readonly owned: boolean;
  readonly children: ReadonlyMap<string, FieldSet>;
}

export type Path = readonly string[];

const noChildren: ReadonlyMap<string, FieldSet> = new Map();
export const emptySet: FieldSet = { owned: false, children: noChildren };
const leaf: FieldSet = { owned: true, children: noChildren };

export const isEmptySet = ({ owned, children }: FieldSet): boolean => !owned && children.size === 0;

/** A set while it is filled. */
export class FieldSetBuilder {
  readonly #root: Growing = { owned: false, children: new Map() };

  /** The empty path stands for the whole object, which nobody owns. */
  insert(path: Path): void {
    if (path.length === 0) return;
    let node = this.#root;
    for (const element of path) {
      let next = node.children.get(element);
      if (next === undefined) {
        next = { owned: false, children: new Map() };
        node.children.set(element, next);
      }
      node = next;
    }
    node.owned = true;
  }

  build(): FieldSet {
    return this.#root;
  }
}

interface Growing {
  owned: boolean;
  readonly children: Map<string, Growing>;
}

export function setOf(...paths: readonly Path[]): FieldSet {
  const builder = new FieldSetBuilder();
  for (const path of paths) builder.insert(path);
  return builder.build();
}

export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b || isEmptySet(b)) return a;
  if (isEmptySet(a)) return b;
  const children = new Map(a.children);
  for (const [element, below] of b.children) {
    const present = children.get(element);
    children.set(element, present === undefined ? below : union(present, below));
  }
  return { owned: a.owned || b.owned, children };
}

/** Path by path: what is below a path of `b` stays. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmptySet(b) || isEmptySet(a)) return a;
  return combine(a, a.owned && !b.owned, (element, below) => {
    const other = b.children.get(element);
    return other === undefined ? below : difference(below, other);
  });
}

/** Takes away the paths of `b` with all that is below them. */
export function recursiveDifference(a: FieldSet, b: FieldSet): FieldSet {
  return combine(a, a.owned && !b.owned, (element, below) => {
    const other = b.children.get(element);
    if (other === undefined) return below;
    return other.owned ? emptySet : recursiveDifference(below, other);
  });
}

export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a;
  return combine(a, a.owned && b.owned, (element, below) => {
    const other = b.children.get(element);
    return other === undefined ? emptySet : intersection(below, other);
  });
}

function combine(
  a: FieldSet,
  owned: boolean,
  child: (element: string, below: FieldSet) => FieldSet,
): FieldSet {
  const children = new Map<string, FieldSet>();
  for (const [element, below] of a.children) {
    const kept = child(element, below);
    if (!isEmptySet(kept)) children.set(element, kept);
  }
  return { owned, children: children.size === 0 ? noChildren : children };
}

export function setsEqual(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  if (a.owned !== b.owned || a.children.size !== b.children.size) return false;
  for (const [element, below] of a.children) {
    const other = b.children.get(element);
    if (other === undefined || !setsEqual(below, other)) return false;
  }
  return true;
}

/** All paths, those that end at a level before those that go on. Source: Set.Iterate. */
export function pathsOf(set: FieldSet, prefix: Path = []): readonly Path[] {
  const elements = sortedElements(set);
  const here: Path[] = [];
  for (const element of elements) {
    if (set.children.get(element)?.owned) here.push([...prefix, element]);
  }
  const below = elements.flatMap((element) =>
    pathsOf(set.children.get(element) ?? emptySet, [...prefix, element]),
  );
  return [...here, ...below];
}

/** Source: PathElement.Less: names, keys, values, positions. */
const rank = (element: string): number => 'fkvi'.indexOf(element.charAt(0));

const sortedElements = ({ children }: FieldSet): readonly string[] =>
  [...children.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0));

/** Source: fieldpath serialize.go. `.` stands for a path that goes on below. */
export function toFieldsV1(set: FieldSet): FieldsV1 {
  const fields: Record<string, FieldsV1> = {};
  if (set.owned && set.children.size > 0) fields['.'] = {};
  for (const element of sortedElements(set)) {
    const below = set.children.get(element) ?? emptySet;
    fields[element] = below === leaf || below.children.size === 0 ? {} : toFieldsV1(below);
  }
  return fields;
}

/** `undefined` when it is no set of fields. */
export function fromFieldsV1(fields: unknown): FieldSet | undefined {
  if (!isJsonObject(fields)) return undefined;
  return readLevel(fields, false);
}

function readLevel(
  fields: Readonly<Record<string, unknown>>,
  below: boolean,
): FieldSet | undefined {
  const children = new Map<string, FieldSet>();
  let owned = below && Object.keys(fields).length === 0;
  for (const [element, value] of Object.entries(fields)) {
    if (!isJsonObject(value)) return undefined;
    if (element === '.') {
      owned = true;
      continue;
    }
    if (!/^[fkvi]:/.test(element)) return undefined;
    const child = readLevel(value, true);
    if (child === undefined) return undefined;
    children.set(element, child);
  }
  return { owned, children };
}

/** `.spec.containers[name="a"].image`. Source: fieldpath.Path.String. */
export const pathText = (path: Path): string => path.map(elementText).join('');

export function elementText(element: string): string {
  const rest = element.slice(2);
  switch (element.charAt(0)) {
    case 'f':
      return `.${rest}`;
    case 'k': {
      const keys = JSON.parse(rest) as Readonly<Record<string, JsonValue>>;
      const texts = Object.entries(keys).map(([name, value]) => `${name}=${canonicalJson(value)}`);
      return `[${texts.join(',')}]`;
    }
    case 'v':
      return `[=${rest}]`;
    default:
      return `[${rest}]`;
  }
}

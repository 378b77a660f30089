/**
 * The thread-safe store behind an informer: objects by `namespace/name`, with indexes.
 * Models k8s.io/client-go tools/cache thread_safe_store.go.
 */
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';

/** Values an object is found under in one index. */
export type IndexFunc<T> = (object: T) => readonly string[];

/**
 * `namespace/name`, or the name alone for an object of the whole cluster.
 * Source: k8s.io/client-go tools/cache MetaNamespaceKeyFunc.
 */
export function metaNamespaceKey(object: KubeObject): string {
  const { namespace, name } = object.metadata;
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}

/** Reads from an informer's cache. Objects are shared: never change them. */
export interface Lister<T extends KubeObject> {
  get(key: string): T | undefined;
  list(): readonly T[];
  byIndex(index: string, value: string): readonly T[];
  /** Every value that some object is found under. */
  indexValues(index: string): readonly string[];
  readonly size: number;
}

export class Indexer<T extends KubeObject> implements Lister<T> {
  readonly #objects = new Map<string, T>();
  readonly #indexes = new Map<string, { of: IndexFunc<T>; sets: Map<string, Map<string, T>> }>();

  constructor(indexers: Readonly<Record<string, IndexFunc<T>>> = {}) {
    for (const [name, of] of Object.entries(indexers)) this.addIndex(name, of);
  }

  get size(): number {
    return this.#objects.size;
  }

  addIndex(name: string, of: IndexFunc<T>): void {
    if (this.#indexes.has(name)) return;
    const sets = new Map<string, Map<string, T>>();
    this.#indexes.set(name, { of, sets });
    for (const [key, object] of this.#objects) insert(sets, of(object), key, object);
  }

  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  list(): readonly T[] {
    return [...this.#objects.values()];
  }

  keys(): IterableIterator<string> {
    return this.#objects.keys();
  }

  byIndex(index: string, value: string): readonly T[] {
    const set = this.#indexes.get(index)?.sets.get(value);
    return set === undefined ? [] : [...set.values()];
  }

  indexValues(index: string): readonly string[] {
    return [...(this.#indexes.get(index)?.sets.keys() ?? [])];
  }

  /** A key of which an index has not exactly what its function says; for observers outside. */
  misplaced(): string | undefined {
    for (const { of, sets } of this.#indexes.values()) {
      const held = [...sets.values()].flatMap((set) => [...set]);
      const wrong = held.find(([key, object]) => this.#objects.get(key) !== object);
      if (wrong !== undefined) return wrong[0];
      let due = 0;
      for (const [key, object] of this.#objects) {
        const values = new Set(of(object));
        due += values.size;
        if ([...values].some((value) => !sets.get(value)?.has(key))) return key;
      }
      if (held.length > due) return held.map(([key]) => key).join(' ');
    }
    return undefined;
  }

  set(key: string, object: T): void {
    const old = this.#objects.get(key);
    this.#objects.set(key, object);
    for (const { of, sets } of this.#indexes.values()) {
      const values = of(object);
      if (old !== undefined) {
        const before = of(old);
        // Most changes leave an object where it is found.
        if (!isSame(before, values)) remove(sets, before, key);
      }
      insert(sets, values, key, object);
    }
  }

  delete(key: string): void {
    const old = this.#objects.get(key);
    if (old === undefined) return;
    this.#objects.delete(key);
    for (const { of, sets } of this.#indexes.values()) remove(sets, of(old), key);
  }
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

function insert<T>(
  sets: Map<string, Map<string, T>>,
  values: readonly string[],
  key: string,
  object: T,
): void {
  for (const value of values) {
    const set = sets.get(value);
    if (set === undefined) sets.set(value, new Map([[key, object]]));
    else set.set(key, object);
  }
}

function remove<T>(
  sets: Map<string, Map<string, T>>,
  values: readonly string[],
  key: string,
): void {
  for (const value of values) {
    const set = sets.get(value);
    set?.delete(key);
    if (set?.size === 0) sets.delete(value);
  }
}

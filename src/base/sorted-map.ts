/**
 * A map from text to values that can list a stretch of its keys in order, for key spaces that are
 * read by prefix. Keys that came since the last listing are put in order with the next one, which
 * is seldom: writes do not pay for it. Otherwise a listing touches only what it returns.
 */
export class SortedMap<V> {
  #keys: string[] = [];
  /** Not in `#keys` yet, each once, in the order in which they came. */
  #added: string[] = [];
  readonly #values = new Map<string, V>();

  get size(): number {
    return this.#values.size;
  }

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: V): void {
    if (!this.#values.has(key)) this.#added.push(key);
    this.#values.set(key, value);
  }

  delete(key: string): boolean {
    if (!this.#values.delete(key)) return false;
    this.#settle();
    this.#keys.splice(this.#lowerBound(key), 1);
    return true;
  }

  /** The values whose keys begin with `prefix`, in byte order of their keys. */
  under(prefix: string): V[] {
    this.#settle();
    const found: V[] = [];
    for (let i = this.#lowerBound(prefix); i < this.#keys.length; i++) {
      const key = this.#keys[i] as string;
      if (!key.startsWith(prefix)) break;
      found.push(this.#values.get(key) as V);
    }
    return found;
  }

  /** Puts what was added into its place: a few keys one by one, many by sorting all. */
  #settle(): void {
    const added = this.#added;
    if (added.length === 0) return;
    this.#added = [];
    if (added.length > 8) this.#keys = [...this.#keys, ...added].sort();
    else for (const key of added) this.#keys.splice(this.#lowerBound(key), 0, key);
  }

  /** The index of the first key that is not less than `key`. */
  #lowerBound(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#keys[middle] as string) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

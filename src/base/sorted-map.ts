/**
 * A map from text to values that can list a stretch of its keys in order, for key spaces that are
 * read by prefix. Insertion and removal search by halves; a listing touches only what it returns.
 */
export class SortedMap<V> {
  readonly #keys: string[] = [];
  readonly #values = new Map<string, V>();

  get size(): number {
    return this.#keys.length;
  }

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: V): void {
    if (!this.#values.has(key)) this.#keys.splice(this.#lowerBound(key), 0, key);
    this.#values.set(key, value);
  }

  delete(key: string): boolean {
    if (!this.#values.delete(key)) return false;
    this.#keys.splice(this.#lowerBound(key), 1);
    return true;
  }

  /** The values whose keys begin with `prefix`, in byte order of their keys. */
  under(prefix: string): V[] {
    const found: V[] = [];
    for (let i = this.#lowerBound(prefix); i < this.#keys.length; i++) {
      const key = this.#keys[i] as string;
      if (!key.startsWith(prefix)) break;
      found.push(this.#values.get(key) as V);
    }
    return found;
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

/**
 * A binary heap with a key for each item, so that items can be found, changed and taken out.
 * Models kubernetes/pkg/scheduler/backend/heap (container/heap with an index).
 */
export class Heap<T> {
  readonly #items: T[] = [];
  readonly #index = new Map<string, number>();
  readonly #keyOf: (item: T) => string;
  readonly #less: (a: T, b: T) => boolean;

  constructor(keyOf: (item: T) => string, less: (a: T, b: T) => boolean) {
    this.#keyOf = keyOf;
    this.#less = less;
  }

  get size(): number {
    return this.#items.length;
  }

  has(key: string): boolean {
    return this.#index.has(key);
  }

  get(key: string): T | undefined {
    const at = this.#index.get(key);
    return at === undefined ? undefined : this.#items[at];
  }

  peek(): T | undefined {
    return this.#items[0];
  }

  /** Adds an item, or puts it in the place of the one with its key. */
  set(item: T): void {
    const key = this.#keyOf(item);
    const known = this.#index.get(key);
    const at = known ?? this.#items.length;
    this.#place(at, item);
    if (!this.#down(at)) this.#up(at);
  }

  pop(): T | undefined {
    const top = this.#items[0];
    if (top !== undefined) this.delete(this.#keyOf(top));
    return top;
  }

  delete(key: string): T | undefined {
    const at = this.#index.get(key);
    if (at === undefined) return undefined;
    const gone = this.#items[at];
    const last = this.#items.pop();
    this.#index.delete(key);
    if (last !== undefined && at < this.#items.length) {
      this.#place(at, last);
      if (!this.#down(at)) this.#up(at);
    }
    return gone;
  }

  /** Every item, in no order that means anything. */
  values(): readonly T[] {
    return this.#items;
  }

  #place(at: number, item: T): void {
    this.#items[at] = item;
    this.#index.set(this.#keyOf(item), at);
  }

  #up(start: number): void {
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfLess(at, parent)) return;
      at = parent;
    }
  }

  #down(start: number): boolean {
    let at = start;
    for (;;) {
      const left = 2 * at + 1;
      const right = left + 1;
      const smaller = this.#isLess(right, left) ? right : left;
      if (!this.#swapIfLess(smaller, at)) return at > start;
      at = smaller;
    }
  }

  #isLess(i: number, j: number): boolean {
    const a = this.#items[i];
    const b = this.#items[j];
    return a !== undefined && b !== undefined && this.#less(a, b);
  }

  #swapIfLess(i: number, j: number): boolean {
    const a = this.#items[i];
    const b = this.#items[j];
    if (a === undefined || b === undefined || !this.#less(a, b)) return false;
    this.#place(i, b);
    this.#place(j, a);
    return true;
  }
}

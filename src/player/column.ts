/**
 * A list of integers with one for each fact of a run, in pages of typed arrays: four bytes for an
 * entry, nothing for a page of quiet time in which no entry differs from the usual one, and no step
 * that copies the whole list.
 */
const bits = 10;
const size = 1 << bits;
const inPage = size - 1;

export class Column {
  #length = 0;
  readonly #usual: number;
  readonly #pages: (Int32Array | undefined)[] = [];

  /** What stands where nothing was set. */
  constructor(usual = 0) {
    this.#usual = usual;
  }

  get length(): number {
    return this.#length;
  }

  /** From 0. What is usual beyond both ends too. */
  at(index: number): number {
    if (index < 0 || index >= this.#length) return this.#usual;
    return this.#pages[index >> bits]?.[index & inPage] ?? this.#usual;
  }

  push(value: number): void {
    this.set(this.#length, value);
  }

  /** Beyond the end the list grows up to there. */
  set(index: number, value: number): void {
    if (index >= this.#length) this.#length = index + 1;
    const page = this.#pages[index >> bits];
    if (page !== undefined) page[index & inPage] = value;
    else if (value !== this.#usual) {
      const begun = new Int32Array(size);
      if (this.#usual !== 0) begun.fill(this.#usual);
      begun[index & inPage] = value;
      this.#pages[index >> bits] = begun;
    }
  }

  /** Keeps so many entries. */
  cut(length: number): void {
    if (length >= this.#length) return;
    this.#length = length;
    this.#pages.length = Math.min(this.#pages.length, (length + inPage) >> bits);
    this.#pages[length >> bits]?.fill(this.#usual, length & inPage);
  }

  /** Puts another value in place of each that is greater than a bound. */
  lower(bound: number, to: (value: number) => number): void {
    for (const page of this.#pages) {
      if (page === undefined) continue;
      for (let index = 0; index < size; index++) {
        const value = page[index] as number;
        if (value > bound) page[index] = to(value);
      }
    }
  }

  copy(): Column {
    const copy = new Column(this.#usual);
    copy.#length = this.#length;
    for (const [number, page] of this.#pages.entries()) {
      if (page !== undefined) copy.#pages[number] = page.slice();
    }
    return copy;
  }

  /** How many entries of a sorted list are at most this great. */
  countUpTo(value: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at(middle) <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** All entries. */
  list(): number[] {
    return Array.from({ length: this.#length }, (_, index) => this.at(index));
  }
}

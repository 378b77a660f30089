/**
 * The facts of a run as the page keeps them: in chunks, the last ones as they came, and those of
 * long ago packed until somebody goes there (`cold-facts.ts`).
 *
 * A day in which nothing is done has 2.6 million facts, which as objects would take more than a
 * gigabyte. A chunk that is unpacked again has equal facts, not the same objects.
 */
import type { FactList } from '#trace/fact-list';
import type { Fact } from '#trace/facts';
import type { ColdFacts, PackedChunk } from './cold-facts.ts';

const bits = 11;
const size = 1 << bits;
/** The last facts, which stay as they came: 30 MB of them. */
const mostWarm = 50 * size;
/** Chunks that were unpacked and are kept for now: those that were looked at last. */
const mostUnpacked = 8;

let fetched: ColdFacts | undefined;
let isAsked = false;

/** Until the part has come, everything stays as it is. */
function fetchColdFacts(): void {
  if (isAsked) return;
  isAsked = true;
  import('./cold-facts.ts').then(
    (part) => {
      fetched = part.coldFacts;
    },
    () => {
      isAsked = false;
    },
  );
}

export interface FactStoreOptions {
  /** How many facts stay as they came, at least. */
  readonly warm?: number;
  /** What packs the others; without it, it is fetched. */
  readonly cold?: ColdFacts;
}

export class FactStore implements FactList {
  readonly #options: FactStoreOptions;
  #length = 0;
  /** `undefined` where a chunk is packed. */
  #chunks: (readonly Fact[] | undefined)[] = [];
  #packed: PackedChunk[] = [];
  /** When the first fact of each chunk happened. */
  #begins: number[] = [];
  /** The one that facts are added to. */
  #last: Fact[] = [];
  /** By their numbers; the one that was looked at last is the last. */
  readonly #unpacked = new Map<number, readonly Fact[]>();
  #recent = -1;
  #recentFacts: readonly Fact[] = [];

  constructor(options: FactStoreOptions = {}) {
    this.#options = options;
  }

  get length(): number {
    return this.#length;
  }

  push(fact: Fact): void {
    if ((this.#length++ & (size - 1)) === 0) {
      this.#last = [];
      this.#chunks.push(this.#last);
      this.#begins.push(fact.at);
    }
    this.#last.push(fact);
  }

  /** Packs one chunk, if one is old enough: a few milliseconds. */
  tidy(): void {
    const { warm = mostWarm, cold = fetched } = this.#options;
    const next = this.#packed.length;
    if ((next + 1) * size + warm > this.#length) return;
    const facts = this.#chunks[next];
    if (cold === undefined) fetchColdFacts();
    else if (facts !== undefined) {
      this.#packed.push(cold.pack(facts));
      this.#chunks[next] = undefined;
    }
  }

  at(index: number): Fact | undefined {
    const place = index < 0 ? this.#length + index : index;
    return place < 0 ? undefined : this.#chunk(place >> bits)[place & (size - 1)];
  }

  slice(from = 0, to = this.#length): readonly Fact[] {
    const begin = from < 0 ? Math.max(0, this.#length + from) : from;
    const end = Math.min(this.#length, to < 0 ? this.#length + to : to);
    const found: Fact[] = [];
    for (let index = begin; index < end; ) {
      const chunk = this.#chunk(index >> bits);
      const first = index & (size - 1);
      const part = chunk.slice(first, first + end - index);
      for (const fact of part) found.push(fact);
      index += part.length;
    }
    return found;
  }

  *[Symbol.iterator](): Generator<Fact, void, void> {
    for (let number = 0; number < this.#chunks.length; number++) yield* this.#chunk(number);
  }

  find<F extends Fact>(fits: (fact: Fact) => fact is F): F | undefined;
  find(fits: (fact: Fact) => boolean): Fact | undefined;
  find(fits: (fact: Fact) => boolean): Fact | undefined {
    for (const fact of this) if (fits(fact)) return fact;
    return undefined;
  }

  findLast(fits: (fact: Fact) => boolean): Fact | undefined {
    for (let number = this.#chunks.length - 1; number >= 0; number--) {
      const found = this.#chunk(number).findLast(fits);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** How many facts happened up to a moment. */
  countUpTo(at: number): number {
    const number = countUpTo(this.#begins, at, (begin) => begin) - 1;
    return number < 0 ? 0 : number * size + countUpTo(this.#chunk(number), at, (fact) => fact.at);
  }

  /** Keeps so many facts. */
  cut(kept: number): void {
    if (kept >= this.#length) return;
    const number = kept >> bits;
    const rest = kept & (size - 1);
    this.#last = rest === 0 ? [] : this.#chunk(number).slice(0, rest);
    this.#length = kept;
    this.#unpacked.clear();
    this.#recent = -1;
    this.#packed.length = Math.min(this.#packed.length, number);
    this.#chunks.length = number + (rest === 0 ? 0 : 1);
    this.#begins.length = this.#chunks.length;
    if (rest !== 0) this.#chunks[number] = this.#last;
  }

  /** Another store of the first facts; what is packed is in both. */
  copyTo(kept: number): FactStore {
    const copy = new FactStore(this.#options);
    copy.#length = this.#length;
    copy.#chunks = this.#chunks.slice();
    copy.#packed = this.#packed.slice();
    copy.#begins = this.#begins.slice();
    copy.#last = this.#last;
    if (kept < this.#length) copy.cut(kept);
    else if (copy.#chunks.length > 0) {
      copy.#last = this.#last.slice();
      copy.#chunks[copy.#chunks.length - 1] = copy.#last;
    }
    return copy;
  }

  #chunk(number: number): readonly Fact[] {
    const warm = this.#chunks[number];
    if (warm !== undefined) return warm;
    if (number !== this.#recent) {
      this.#recentFacts = this.#unpack(number);
      this.#recent = number;
    }
    return this.#recentFacts;
  }

  #unpack(number: number): readonly Fact[] {
    const packed = this.#packed[number];
    const { cold = fetched } = this.#options;
    if (packed === undefined || cold === undefined) return [];
    const facts = this.#unpacked.get(number) ?? cold.unpack(packed);
    this.#unpacked.delete(number);
    this.#unpacked.set(number, facts);
    for (const first of this.#unpacked.keys()) {
      if (this.#unpacked.size <= mostUnpacked) break;
      this.#unpacked.delete(first);
    }
    return facts;
  }
}

/** How many items of a sorted list lie at or before a value. */
export function countUpTo<T>(items: readonly T[], value: number, of: (item: T) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && of(item) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

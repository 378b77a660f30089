/**
 * One number for a whole trace, so that two runs can be compared byte for byte: FNV-1a, twice 32
 * bits, over the JSON of the facts in order, each with its stamp in front. The same in Node and in
 * every browser.
 */
import type { Fact } from './facts.ts';

export class TraceHash {
  #low = 0x811c9dc5;
  #high = 0xcbf29ce4;

  add(fact: Fact): void {
    const { id, at, cause } = fact;
    // The stamp's keys keep their place in front when the fact brings them again.
    const text = JSON.stringify(Object.assign({ id, at, cause }, fact));
    let low = this.#low;
    let high = this.#high;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      low = Math.imul(low ^ code, 0x01000193);
      high = Math.imul(high ^ code, 0x01000197);
    }
    this.#low = low;
    this.#high = high;
  }

  /** Another one that goes on from here. */
  copy(): TraceHash {
    const copy = new TraceHash();
    copy.#low = this.#low;
    copy.#high = this.#high;
    return copy;
  }

  /** Sixteen hexadecimal digits. */
  digest(): string {
    const hex = (n: number): string => (n >>> 0).toString(16).padStart(8, '0');
    return hex(this.#high) + hex(this.#low);
  }
}

/** The hash of a whole trace. */
export function hashTrace(facts: Iterable<Fact>): string {
  const hash = new TraceHash();
  for (const fact of facts) hash.add(fact);
  return hash.digest();
}

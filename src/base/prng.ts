/**
 * Chance as an argument. A generator is forked by label, and what a fork yields depends only on
 * the seed and the path of labels, never on how much its parent was used.
 */

export interface Prng {
  /** A whole number in [0, n). */
  nextInt(n: number): number;
  /** 32 bits, as a signed number. */
  nextBits(): number;
  /** A number in [0, 1). */
  nextFloat(): number;
  /** A whole number in [min, max], both included. */
  between(min: number, max: number): number;
  /** An independent generator for the part of the cluster that the label names. */
  fork(label: string): Prng;
}

/** FNV-1a over UTF-16 code units, 32 bits, continued from `state`. */
function mix(state: number, text: string): number {
  let hash = state;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** Mulberry32: 32 bits of state, full period, fixed by the test vectors beside this file. */
class Mulberry32 implements Prng {
  readonly #origin: number;
  /** Signed, which engines keep without a box. */
  #state: number;

  constructor(seed: number) {
    this.#origin = seed >>> 0;
    this.#state = seed | 0;
  }

  nextBits(): number {
    let t = (this.#state + 0x6d2b79f5) | 0;
    this.#state = t;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return t ^ (t >>> 14);
  }

  nextFloat(): number {
    return (this.nextBits() >>> 0) / 4294967296;
  }

  nextInt(n: number): number {
    return Math.floor(this.nextFloat() * n);
  }

  between(min: number, max: number): number {
    return min + this.nextInt(max - min + 1);
  }

  fork(label: string): Prng {
    return new Mulberry32(mix((this.#origin ^ 0x811c9dc5) >>> 0, label));
  }
}

/** The root generator of a run. The seed is any number; its low 32 bits count. */
export const createPrng = (seed: number): Prng =>
  new Mulberry32(mix(0x811c9dc5, String(seed >>> 0)));

/** Links between processes of the cluster: latency with jitter, and whether they are cut. */

import type { Prng } from '#base/prng';
import type { Duration } from '#base/sim-time';
import type { Process } from './simulation.ts';

export interface LinkOptions {
  /** Least one-way delay, in microseconds. */
  readonly latency: Duration;
  /** Added to the least delay: a uniform random number of microseconds up to this one. */
  readonly jitter: Duration;
}

/** One direction-less link. Each crossing draws its own delay; it can be cut and mended. */
export class Link {
  readonly #options: LinkOptions;
  readonly #prng: Prng;
  #up = true;

  constructor(options: LinkOptions, prng: Prng) {
    this.#options = options;
    this.#prng = prng;
  }

  get up(): boolean {
    return this.#up;
  }

  cut(): void {
    this.#up = false;
  }

  mend(): void {
    this.#up = true;
  }

  /** The delay of one crossing, in microseconds. */
  delay(): Duration {
    return this.#options.latency + this.#prng.nextInt(this.#options.jitter + 1);
  }

  /** Crosses once; `false` when the link is cut before or while crossing. */
  *cross(): Process<boolean> {
    if (!this.#up) return false;
    yield this.delay();
    return this.#up;
  }
}

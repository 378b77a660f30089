/**
 * Links between processes of the cluster: latency with jitter, whether they are cut, and the
 * connections that break although the link is up.
 */

import type { Prng } from '#base/prng';
import type { Duration } from '#base/sim-time';
import type { Process } from './simulation.ts';

export interface LinkOptions {
  /** Least one-way delay, in microseconds. */
  readonly latency: Duration;
  /** Added to the least delay: a uniform random number of microseconds up to this one. */
  readonly jitter: Duration;
}

/**
 * One direction-less link. Each crossing draws its own delay. It can be cut and mended, slow, and
 * lose its connections.
 */
export class Link {
  readonly #options: LinkOptions;
  readonly #prng: Prng;
  /** Why nothing passes. */
  readonly #cuts = new Set<string>();
  #slowness: Duration = 0;
  #connection = 1;

  constructor(options: LinkOptions, prng: Prng) {
    this.#options = options;
    this.#prng = prng;
  }

  get up(): boolean {
    return this.#cuts.size === 0;
  }

  /** Nothing passes until this reason, and every other one, is mended. */
  cut(reason: string): void {
    this.#cuts.add(reason);
  }

  mend(reason: string): void {
    this.#cuts.delete(reason);
  }

  /** Each crossing takes so much longer from now on, in microseconds; 0: as before. */
  slowDown(more: Duration): void {
    this.#slowness = more;
  }

  /** The connections of now; another number once they are broken. */
  get connection(): number {
    return this.#connection;
  }

  /** All connections over this link break, and what is on its way is lost. New ones can be made. */
  breakConnections(): void {
    this.#connection++;
  }

  /** The delay of one crossing, in microseconds. */
  delay(): Duration {
    const { latency, jitter } = this.#options;
    return this.#slowness + latency + this.#prng.nextInt(jitter + 1);
  }

  /**
   * Crosses once; `false` when the link is cut before or while crossing, or the connection breaks.
   * @param connection the one it belongs to; absent: one that begins here
   */
  *cross(connection = this.#connection): Process<boolean> {
    if (!this.up || connection !== this.#connection) return false;
    yield this.delay();
    return this.up && connection === this.#connection;
  }
}

/**
 * A client's own speed limit: a bucket of tokens that refills at a steady rate.
 *
 * Models k8s.io/client-go util/flowcontrol NewTokenBucketRateLimiter (golang.org/x/time/rate with
 * reservations): each request takes a token and waits for the moment at which it exists.
 */
import { type Duration, type SimTime, second } from '#base/sim-time';
import { type Process, type Simulation, sleep } from '#sim/simulation';

export class TokenBucket {
  readonly #sim: Simulation;
  readonly #interval: Duration;
  readonly #burst: number;
  /** When the last token that was promised comes into being. */
  #promisedUntil: SimTime = Number.NEGATIVE_INFINITY;

  /** `qps`: tokens a second; `burst`: how many may be saved up. */
  constructor(sim: Simulation, qps: number, burst: number) {
    this.#sim = sim;
    this.#interval = Math.round(second / qps);
    this.#burst = burst;
  }

  /** Waits for a token. */
  *accept(): Process {
    const now = this.#sim.now;
    const from = Math.max(this.#promisedUntil, now - this.#burst * this.#interval);
    this.#promisedUntil = from + this.#interval;
    if (this.#promisedUntil > now) yield* sleep(this.#promisedUntil - now);
  }
}

/**
 * Delays that double with every failure of one key.
 *
 * Models k8s.io/client-go/util/flowcontrol/backoff.go. An entry is dropped after twice the longest
 * delay without an update.
 */
import type { Duration, SimTime } from '#base/sim-time';

interface Entry {
  readonly backoff: Duration;
  readonly lastUpdate: SimTime;
}

export class Backoff {
  readonly #initial: Duration;
  readonly #max: Duration;
  readonly #entries = new Map<string, Entry>();

  constructor(initial: Duration, max: Duration) {
    this.#initial = initial;
    this.#max = max;
  }

  /** The present delay of a key, 0 when there is none. */
  get(key: string): Duration {
    return this.#entries.get(key)?.backoff ?? 0;
  }

  /** Moves the key to its next delay, for an event at `eventTime`. */
  next(key: string, eventTime: SimTime, now: SimTime): void {
    const entry = this.#entries.get(key);
    const backoff =
      entry === undefined || this.#expired(eventTime, entry.lastUpdate)
        ? this.#initial
        : Math.min(entry.backoff * 2, this.#max);
    this.#entries.set(key, { backoff, lastUpdate: now });
  }

  /** Whether less than the key's delay has passed since `eventTime`. */
  isInBackOffSince(key: string, eventTime: SimTime, now: SimTime): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined || this.#expired(eventTime, entry.lastUpdate)) return false;
    return now - eventTime < entry.backoff;
  }

  /** Whether less than the key's delay has passed since its last update. */
  isInBackOffSinceUpdate(key: string, eventTime: SimTime, now: SimTime): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined || this.#expired(eventTime, entry.lastUpdate)) return false;
    return now - entry.lastUpdate < entry.backoff;
  }

  /** Drops the keys of a pod that is gone. */
  deleteWithPrefix(prefix: string): void {
    for (const key of this.#entries.keys()) {
      if (key.startsWith(prefix)) this.#entries.delete(key);
    }
  }

  #expired(eventTime: SimTime, lastUpdate: SimTime): boolean {
    return eventTime - lastUpdate > this.#max * 2;
  }
}

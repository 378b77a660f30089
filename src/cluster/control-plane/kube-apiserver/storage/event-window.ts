/**
 * The recent history of a watch cache: a ring of events that grows while its events are recent.
 *
 * Models k8s.io/apiserver pkg/storage/cacher watch_cache.go resizeCacheLocked: from 100 to 102400
 * events; it doubles when it is full of events younger than 75 s and halves when a quarter is
 * enough.
 */
import { type Duration, type SimTime, seconds } from '#base/sim-time';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';

/** One change of one object, decoded once for all watchers. */
export interface CacheEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly key: string;
  /** The new state; for a deletion the last one, with the revision of the deletion. */
  readonly object: KubeObject;
  readonly previous: KubeObject | undefined;
  readonly revision: number;
  readonly at: SimTime;
}

const leastCapacity = 100;
const mostCapacity = 102_400;
const freshDuration: Duration = seconds(75);

export class EventWindow {
  #events: CacheEvent[] = [];
  #start = 0;
  #capacity = leastCapacity;
  #dropped = false;

  #count(): number {
    return this.#events.length - this.#start;
  }

  push(event: CacheEvent): void {
    if (this.#count() === this.#capacity) this.#makeRoom(event.at);
    this.#events.push(event);
  }

  #makeRoom(now: SimTime): void {
    const oldest = this.#events[this.#start] as CacheEvent;
    const quarter = this.#events[this.#events.length - (this.#capacity >> 2)] as CacheEvent;
    if (now - oldest.at < freshDuration && this.#capacity < mostCapacity) {
      this.#capacity = Math.min(this.#capacity * 2, mostCapacity);
      return;
    }
    if (now - quarter.at > freshDuration && this.#capacity > leastCapacity) {
      this.#capacity = Math.max(this.#capacity >> 1, leastCapacity);
    }
    this.#start = Math.max(this.#start, this.#events.length - this.#capacity + 1);
    this.#dropped = true;
    if (this.#start < this.#events.length / 2) return;
    this.#events = this.#events.slice(this.#start);
    this.#start = 0;
  }

  /** The lowest revision after which a watch can start, when the cache was listed at `listed`. */
  oldestStart(listed: number): number {
    const first = this.#events[this.#start];
    return this.#dropped && first !== undefined ? first.revision - 1 : listed;
  }

  /** The events after `revision`, oldest first. */
  after(revision: number): readonly CacheEvent[] {
    let low = this.#start;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle] as CacheEvent).revision <= revision) low = middle + 1;
      else high = middle;
    }
    return this.#events.slice(low);
  }
}

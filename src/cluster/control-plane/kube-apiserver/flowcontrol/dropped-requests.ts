/**
 * The Retry-After of rejected clients: the more rejections, the longer.
 *
 * Models k8s.io/apiserver pkg/util/flowcontrol dropped_requests_tracker.go: a level's wait doubles,
 * up to 32 s, when at least three times as many requests were dropped during it as it has seconds;
 * it decreases by one second when fewer were dropped than it has seconds.
 */

const longest = 32;

interface Second {
  readonly at: number;
  readonly count: number;
}

class LevelStats {
  #history: readonly Second[] = [];
  #now = 0;
  #count = 0;
  #raisedAt = 0;
  retryAfter = 1;

  record(now: number): void {
    if (now === this.#now) {
      this.#count++;
      return;
    }
    this.#history = [...this.#history, { at: this.#now, count: this.#count }].filter(
      ({ at }) => now - at <= longest,
    );
    this.#now = now;
    this.#count = 1;
    this.#adapt(now);
  }

  #adapt(now: number): void {
    const recent = this.#history.filter(({ at }) => now - at <= this.retryAfter);
    const dropped = recent.reduce((sum, { count }) => sum + count, 0);
    if (now - this.#raisedAt >= this.retryAfter && dropped >= 3 * this.retryAfter) {
      this.retryAfter = Math.min(this.retryAfter * 2, longest);
      this.#raisedAt = now;
    } else if (dropped < this.retryAfter && this.retryAfter > 1) this.retryAfter--;
  }
}

export class DroppedRequests {
  readonly #levels = new Map<string, LevelStats>();

  /** Records that a request of a level was rejected. Returns the seconds of its Retry-After. */
  record(level: string, unixSeconds: number): number {
    let stats = this.#levels.get(level);
    if (stats === undefined) {
      stats = new LevelStats();
      this.#levels.set(level, stats);
    }
    const { retryAfter } = stats;
    stats.record(unixSeconds);
    return retryAfter;
  }
}

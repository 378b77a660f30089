/** Finds the bars and revisions of a stretch of time without examining all the others. */
import type { Bar, Diamond, Timeline } from './timeline.ts';

/** Bars that share one latest end. */
const blockSize = 128;

export class TimelineIndex {
  readonly #timeline: Timeline;
  /** The latest end of each block of bars; bars stand in the order of their beginnings. */
  readonly #ends: number[] = [];

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
    timeline.bars.forEach(({ to = Number.POSITIVE_INFINITY }, index) => {
      const block = Math.floor(index / blockSize);
      this.#ends[block] = Math.max(this.#ends[block] ?? 0, to);
    });
  }

  /** The bars that show between two moments, in the order of their beginnings. */
  bars(from: number, to: number): readonly Bar[] {
    const { bars } = this.#timeline;
    const found: Bar[] = [];
    const last = countBefore(bars, (bar) => bar.from <= to);
    for (let block = 0; block * blockSize < last; block++) {
      if ((this.#ends[block] ?? 0) < from) continue;
      const end = Math.min(last, (block + 1) * blockSize);
      for (let index = block * blockSize; index < end; index++) {
        const bar = bars[index];
        if (bar !== undefined && (bar.to ?? Number.POSITIVE_INFINITY) >= from) found.push(bar);
      }
    }
    return found;
  }

  /** The revisions between two moments. */
  diamonds(from: number, to: number): readonly Diamond[] {
    const { diamonds } = this.#timeline;
    const first = countBefore(diamonds, ({ at }) => at < from);
    const last = countBefore(diamonds, ({ at }) => at <= to);
    return diamonds.slice(first, last);
  }
}

/** How many items at the beginning of a sorted list satisfy a condition. */
function countBefore<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && holds(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Maps time to places along the x axis: linear where something happens, with every idle stretch
 * longer than a limit folded to a gap of fixed width.
 */
import type { Stretch } from './quiet-stretches.ts';
import type { Timeline } from './timeline.ts';

/** One stretch of the axis. */
export interface TimeSegment {
  readonly from: number;
  readonly to: number;
  readonly x0: number;
  readonly x1: number;
  readonly folded: boolean;
}

export interface TimeScale {
  readonly segments: readonly TimeSegment[];
  readonly width: number;
  /** Microseconds → pixels; times beyond the ends map to the ends. */
  toX(at: number): number;
  /** Pixels → microseconds. */
  toTime(x: number): number;
}

export interface TimeScaleOptions {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  /** Stretches in it that fold, in the order of time. */
  readonly gaps: readonly Stretch[];
  /** Width of a folded gap in pixels. */
  readonly gapWidth?: number;
}

const defaultGapWidth = 24;

/** A scale over a window of time, with its gaps folded. */
export function timeScale({
  from,
  to,
  width,
  gaps,
  gapWidth = defaultGapWidth,
}: TimeScaleOptions): TimeScale {
  const whole = width > 0 ? width : 1;
  // Gaps take no more than half of the width.
  const gap = gaps.length === 0 ? 0 : Math.min(gapWidth, whole / 2 / gaps.length);
  const idle = gaps.reduce((sum, [a, b]) => sum + b - a, 0);
  const perMicrosecond = (whole - gap * gaps.length) / Math.max(1, to - from - idle);
  const segments: TimeSegment[] = [];
  let x0 = 0;
  let start = from;
  const add = (end: number, folded: boolean): void => {
    if (end <= start) return;
    const x1 = x0 + (folded ? gap : (end - start) * perMicrosecond);
    segments.push({ from: start, to: end, x0, x1, folded });
    x0 = x1;
    start = end;
  };
  for (const [a, b] of gaps) {
    add(a, false);
    add(b, true);
  }
  add(to, false);
  return {
    segments,
    width,
    toX: (at) => interpolate(segments, at, 'from', 'to', 'x0', 'x1'),
    toTime: (x) => interpolate(segments, x, 'x0', 'x1', 'from', 'to'),
  };
}

type Edge = 'from' | 'to' | 'x0' | 'x1';

function interpolate(
  segments: readonly TimeSegment[],
  value: number,
  in0: Edge,
  in1: Edge,
  out0: Edge,
  out1: Edge,
): number {
  const first = segments[0];
  const last = segments.at(-1);
  if (first === undefined || last === undefined) return 0;
  if (value <= first[in0]) return first[out0];
  const segment = segments[firstEndingAt(segments, value, in1)];
  if (segment === undefined) return last[out1];
  const share = (value - segment[in0]) / Math.max(1e-9, segment[in1] - segment[in0]);
  return segment[out0] + share * (segment[out1] - segment[out0]);
}

/** The index of the first segment that ends at a value or after it. */
function firstEndingAt(segments: readonly TimeSegment[], value: number, end: Edge): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle]?.[end] ?? 0) >= value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Stretches of a window that are longer than a limit and in which nothing goes on. */
export function idleStretches(
  { bars, diamonds }: Pick<Timeline, 'bars' | 'diamonds'>,
  from: number,
  to: number,
  longerThan: number,
): readonly Stretch[] {
  const busy = [
    ...bars.map((bar) => [bar.from, bar.to ?? bar.from] as const),
    ...diamonds.map(({ at }) => [at, at] as const),
  ].sort(([a], [b]) => a - b);
  const idle: Stretch[] = [];
  let end = from;
  for (const [start, stop] of busy) {
    if (stop < from) continue;
    if (start >= to) break;
    if (start > end) idle.push([end, start]);
    end = Math.max(end, stop);
  }
  if (end < to) idle.push([end, to]);
  return idle.filter(([a, b]) => b - a > longerThan);
}

/**
 * The scale of the lanes: a fixed stretch of busy time fills the width, idle stretches fold, and
 * the window onto the run is a function of where the cursor is, so that the same step always shows
 * the same part.
 */
import { type TimeScale, timeScale } from '#player/time-scale';
import type { Timeline } from '#player/timeline';
import { usualSpan } from './window-store.ts';

/** The width of a gap at the usual span; in a wider span gaps are narrower. */
const usualGap = 64;
const leastGap = 4;

/**
 * The scale of the whole run, as wide as it needs to be; at least as wide as the view. A bar that
 * only goes on, such as a kubelet's sync that waits for an image, has nothing to show but its ends:
 * what is between them is a gap too. `span` is the virtual time that fills the view, in
 * microseconds, when none of it is folded.
 */
export function laneScale(
  { from, to, pauses: gaps }: Pick<Timeline, 'from' | 'to' | 'pauses'>,
  viewWidth: number,
  span = usualSpan,
): TimeScale {
  const gapWidth = Math.max(leastGap, Math.min(usualGap, (usualGap * usualSpan) / span));
  const busy = to - from - gaps.reduce((sum, [a, b]) => sum + b - a, 0);
  const width = Math.max(viewWidth, (busy / span) * viewWidth + gaps.length * gapWidth);
  return timeScale({ from, to, gaps, width, gapWidth });
}

/** The scale of the overview strip: the whole run in the width of the view. */
export const overviewScale = (
  { from, to, idle: gaps }: Pick<Timeline, 'from' | 'to' | 'idle'>,
  width: number,
): TimeScale => timeScale({ from, to, gaps, width, gapWidth: 12 });

/**
 * Where the view begins when the cursor is at `x` of the scale: it moves on by half its width, so
 * that the playhead stays between a quarter and three quarters of it.
 */
export function windowStart(x: number, scaleWidth: number, viewWidth: number): number {
  const half = viewWidth / 2;
  const start = Math.floor((x - viewWidth / 4) / half) * half;
  return Math.max(0, Math.min(start, scaleWidth - viewWidth));
}

export interface Tick {
  readonly x: number;
  /** Microseconds since the beginning of the run. */
  readonly at: number;
}

const niceSteps = [1, 10, 100, 1000, 10_000]
  .flatMap((power) => [power, 2 * power, 5 * power])
  .map((ms) => ms * 1000);
const tickDistance = 110;

/** Round times between two places of the scale; folded stretches have none. */
export function ticksBetween(scale: TimeScale, x0: number, x1: number): readonly Tick[] {
  const origin = scale.segments[0]?.from ?? 0;
  const ticks: Tick[] = [];
  for (const { from, to, folded, x0: left, x1: right } of scale.segments) {
    if (folded || right < x0 || left > x1) continue;
    const perMicrosecond = (right - left) / Math.max(1, to - from);
    const step = niceSteps.find((size) => size * perMicrosecond >= tickDistance);
    if (step === undefined) continue;
    for (let at = Math.ceil((from - origin) / step) * step; at <= to - origin; at += step) {
      const x = scale.toX(origin + at);
      const last = ticks.at(-1);
      if (x >= x0 && x <= x1 && (last === undefined || x - last.x >= tickDistance / 2)) {
        ticks.push({ x, at });
      }
    }
  }
  return ticks;
}

/** The folded stretches within a part of the scale. */
export function gapsOf(
  { segments }: TimeScale,
  start: number,
  width: number,
): TimeScale['segments'] {
  return segments.filter(({ folded, x0, x1 }) => folded && x1 > start && x0 < start + width);
}

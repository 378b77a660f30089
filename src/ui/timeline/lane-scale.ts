/**
 * The scale of the lanes: a fixed stretch of busy time fills the width, idle stretches fold, and
 * the window onto the run is a function of where the cursor is, so that the same step always shows
 * the same part.
 */
import { type TimeScale, timeScale } from '#player/time-scale';
import type { Timeline } from '#player/timeline';
import { usualSpan } from './window-store.ts';

/**
 * Stretches in which nothing begins and nothing ends fold to a gap when they are longer than this.
 */
const maxIdle = 5_000;
/** The width of a gap at the usual span; in a wider span gaps are narrower. */
const usualGap = 64;
const leastGap = 4;

type Marks = Pick<Timeline, 'bars' | 'diamonds' | 'from' | 'to'>;

/**
 * The moments of a timeline instead of its bars: a bar that only goes on, such as a kubelet's sync
 * that waits for an image, has nothing to show but its ends.
 */
function momentsOf({ bars, diamonds }: Marks): Pick<Timeline, 'bars' | 'diamonds'> {
  return {
    bars: bars.flatMap((bar) =>
      bar.to === undefined
        ? [{ ...bar, to: bar.from }]
        : [
            { ...bar, to: bar.from },
            { ...bar, from: bar.to },
          ],
    ),
    diamonds,
  };
}

/**
 * The scale of the whole run, as wide as it needs to be; at least as wide as the view. `span` is
 * the virtual time that fills the view, in microseconds, when none of it is folded.
 */
export function laneScale(timeline: Marks, viewWidth: number, span = usualSpan): TimeScale {
  const { from, to } = timeline;
  const options = { from, to, maxIdle };
  const gapWidth = Math.max(leastGap, Math.min(usualGap, (usualGap * usualSpan) / span));
  const moments = momentsOf(timeline);
  // A first scale shows how much is idle; gaps without width keep its busy time linear.
  const { segments } = timeScale(moments, { ...options, width: 1, gapWidth: 0 });
  const folded = segments.filter((segment) => segment.folded);
  const busy = to - from - folded.reduce((sum, segment) => sum + segment.to - segment.from, 0);
  const gaps = folded.length * gapWidth;
  const width = Math.max(viewWidth, (busy / span) * viewWidth + gaps);
  return timeScale(moments, { ...options, width, gapWidth });
}

/** The scale of the overview strip: the whole run in the width of the view. */
export function overviewScale(timeline: Marks, viewWidth: number): TimeScale {
  const { from, to } = timeline;
  return timeScale(timeline, { from, to, width: viewWidth, maxIdle: 200_000, gapWidth: 12 });
}

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

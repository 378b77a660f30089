/**
 * The scale of the lanes: a fixed stretch of busy time fills the width, idle stretches fold, and
 * the window onto the run is a function of where the cursor is, so that the same step always shows
 * the same part.
 */
import { type TimeScale, timeScale } from '#player/time-scale';
import type { Timeline } from '#player/timeline';

/** Virtual time that fills the width of the lanes, in microseconds, when none of it is folded. */
const shownTime = 32_000;
/** Stretches in which nothing begins and nothing ends fold to a gap when they are longer. */
const maxIdle = 5_000;
const gapWidth = 64;

type Marks = Pick<Timeline, 'bars' | 'diamonds' | 'from' | 'to'>;

/**
 * The moments of a timeline instead of its bars: a bar that only goes on, as a kubelet's sync does
 * while it waits for an image, has nothing to show but its ends.
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

/** The scale of the whole run, as wide as it needs to be; at least as wide as the view. */
export function laneScale(timeline: Marks, viewWidth: number): TimeScale {
  const { from, to } = timeline;
  const options = { from, to, maxIdle };
  const moments = momentsOf(timeline);
  // A first scale tells how much is idle; gaps of no width keep its busy time linear.
  const { segments } = timeScale(moments, { ...options, width: 1, gapWidth: 0 });
  const folded = segments.filter((segment) => segment.folded);
  const busy = to - from - folded.reduce((sum, segment) => sum + segment.to - segment.from, 0);
  const gaps = folded.length * gapWidth;
  const width = Math.max(viewWidth, (busy / shownTime) * viewWidth + gaps);
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

const niceSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map((ms) => ms * 1000);
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

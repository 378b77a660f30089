/** Two timelines one above the other on one scale, and the moment that is compared. */
import { type ReactNode, useMemo } from 'react';
import { useT } from '#i18n/locale';
import { idleStretches, timeScale } from '#player/time-scale';
import type { Timeline } from '#player/timeline';
import { timelineOf } from '#player/timeline-builder';
import type { TraceLog } from '#player/trace-log';
import { clockWords } from '../transport/clock-words.ts';

const width = 1000;
/** Microseconds: a longer stretch in which nothing goes on in either run folds. */
const longIdle = 200_000;
const rowHeight = 6;

interface MiniProps {
  readonly logs: readonly [TraceLog, TraceLog];
  readonly names: readonly [string, string];
  readonly at: number;
  readonly seek: (at: number) => void;
}

export function MiniTimelines({ logs, names, at, seek }: MiniProps): ReactNode {
  const t = useT();
  const [one, two] = logs;
  const count = one.facts.length + two.facts.length;
  const { timelines, scale } = useMemo(() => {
    const both = count < 0 ? [] : [timelineOf(one), timelineOf(two)];
    const bars = both.flatMap((each) => each.bars);
    const diamonds = both.flatMap((each) => each.diamonds);
    const from = Math.min(...both.map((each) => each.from));
    const to = Math.max(...both.map((each) => each.to), from + 1);
    const gaps = idleStretches({ bars, diamonds }, from, to, longIdle);
    return { timelines: both, scale: timeScale({ from, to, width, gaps }) };
  }, [one, two, count]);
  const from = scale.segments[0]?.from ?? 0;
  const x = scale.toX(at);
  return (
    <div className="mini-timelines">
      {timelines.map((timeline, index) => (
        <figure key={index === 0 ? 'first' : 'second'}>
          <figcaption>{names[index]}</figcaption>
          <Mini timeline={timeline} toX={scale.toX} x={x} />
        </figure>
      ))}
      <input
        type="range"
        min={0}
        max={width}
        value={Math.round(x)}
        aria-label={t('compare.moment')}
        aria-valuetext={clockWords(at - from)}
        onChange={(event) => seek(Math.round(scale.toTime(Number(event.target.value))))}
      />
    </div>
  );
}

interface DrawnProps {
  readonly timeline: Timeline;
  readonly toX: (at: number) => number;
  readonly x: number;
}

/** A row for each lane; all bars of a lane are one path. */
function Mini({ timeline, toX, x }: DrawnProps): ReactNode {
  const { lanes } = timeline;
  const height = Math.max(1, lanes.length) * rowHeight;
  const paths = useMemo(() => pathsOf(timeline, toX), [timeline, toX]);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      height={height}
      aria-hidden="true"
    >
      {lanes.map(({ id, family }) => (
        <path key={id} className={family} d={paths.get(id) ?? ''} fill="var(--fam)" />
      ))}
      <path className="mini-moment" d={`M${x} 0V${height}`} />
    </svg>
  );
}

function pathsOf(
  { lanes, bars, diamonds }: Timeline,
  toX: (at: number) => number,
): ReadonlyMap<string, string> {
  const rows = new Map(lanes.map(({ id }, index) => [id, index * rowHeight + 1]));
  const paths = new Map<string, string[]>();
  const add = (lane: string, from: number, to: number): void => {
    const x = toX(from);
    const wide = Math.max(1.5, toX(to) - x);
    const path = `M${x.toFixed(1)} ${rows.get(lane) ?? 0}h${wide.toFixed(1)}v4h-${wide.toFixed(1)}z`;
    const known = paths.get(lane);
    if (known === undefined) paths.set(lane, [path]);
    else known.push(path);
  };
  for (const { lane, from, to } of bars) add(lane, from, to ?? from);
  for (const { lane, at } of diamonds) add(lane, at, at);
  return new Map([...paths].map(([lane, parts]) => [lane, parts.join('')]));
}

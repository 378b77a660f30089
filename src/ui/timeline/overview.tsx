/** The whole run in one strip: what has happened in full colour, the window of the lanes framed. */
import { type ReactNode, useId, useMemo } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { TimeScale } from '#player/time-scale';
import type { Lane, Timeline } from '#player/timeline';
import { durationWords } from '../narration/words.ts';
import { overviewScale } from './lane-scale.ts';
import { dragHandlers, scrubTo } from './scrub.ts';
import { useScrubber } from './use-scrubber.ts';

interface OverviewProps {
  readonly timeline: Timeline;
  readonly lanes: readonly Lane[];
  /** The scale of the lanes and what of it they show. */
  readonly laneScale: TimeScale;
  readonly start: number;
  readonly width: number;
}

const height = 18;

export function Overview({ timeline, lanes, laneScale, start, width }: OverviewProps): ReactNode {
  const t = useT();
  const clip = useId();
  const slider = useScrubber();
  const now = usePlayer((state) => state.scene.at);
  const chapters = usePlayer((state) => state.chapters);
  const scale = useMemo(() => overviewScale(timeline, width), [timeline, width]);
  const paths = useMemo(() => familyPaths(timeline, lanes, scale), [timeline, lanes, scale]);
  const x = scale.toX(now);
  const [left, right] = [start, start + width].map(laneScale.toTime).map(scale.toX);
  const drag = dragHandlers((at) => scrubTo(scale.toTime(at)));
  return (
    <div className="overview">
      <span className="num">0 – {durationWords(timeline.to - timeline.from)}</span>
      <div className="overview-strip" {...slider} {...drag} title={t('timeline.overview')}>
        <svg width={width} height={height} aria-hidden="true">
          <rect className="overview-bg" y="2" width={width} height="14" rx="2" />
          <clipPath id={clip}>
            <rect width={x} height={height} />
          </clipPath>
          <g className="ahead">{paths}</g>
          <g clipPath={`url(#${clip})`}>{paths}</g>
          {chapters.map(({ index, at }) => (
            <line
              key={index}
              className="chapter-tick"
              x1={scale.toX(at)}
              x2={scale.toX(at)}
              y1="14"
              y2={height}
            />
          ))}
          <rect
            className="window"
            x={left}
            y="1.5"
            width={Math.max(6, (right ?? 0) - (left ?? 0))}
            height="15"
            rx="2"
          />
          <line className="now-line" x1={x} x2={x} y1="0" y2={height} />
        </svg>
      </div>
    </div>
  );
}

/** One path for each family: thin bars in the order of the lanes. */
function familyPaths({ bars }: Timeline, lanes: readonly Lane[], scale: TimeScale): ReactNode {
  const rows = new Map(lanes.map(({ id, family }, index) => [id, { family, index }]));
  const step = 12 / Math.max(1, lanes.length);
  const paths = new Map<string, string>();
  for (const { lane, from, to } of bars) {
    const row = rows.get(lane);
    if (row === undefined || row.family === 'apiserver') continue;
    const x0 = scale.toX(from);
    const length = Math.max(1.5, scale.toX(to ?? from) - x0);
    const y = 3 + row.index * step;
    const [left, top, right] = [x0, y, length].map((value) => value.toFixed(1));
    const bar = `M${left} ${top}h${right}v1.8h-${right}z`;
    paths.set(row.family, (paths.get(row.family) ?? '') + bar);
  }
  return [...paths].map(([family, d]) => (
    <g key={family} className={family}>
      <path className="bar" d={d} />
    </g>
  ));
}

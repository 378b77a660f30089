/** The times above the lanes, the lines below them, and the marks of folded idle time. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import type { TimeScale } from '#player/time-scale';
import { durationWords } from '../narration/words.ts';
import { ticksBetween } from './lane-scale.ts';

interface RulerProps {
  readonly scale: TimeScale;
  readonly start: number;
  readonly width: number;
}

/** Half of the playhead's tag and of a tick's words: nearer ones give way to it. */
const tagDistance = 68;

/** Times at their places; `now` is where the playhead rests. */
export function Ruler({ scale, start, width, now }: RulerProps & { now: number }): ReactNode {
  const t = useT();
  const isFree = (x: number): boolean => Math.abs(x - now) > tagDistance;
  return (
    <svg className="ruler" width={width} height="17" aria-hidden="true">
      {ticksBetween(scale, start, start + width - 40)
        .filter(({ x }) => isFree(x + 20))
        .map(({ x, at }) => (
          <text key={at} className="tick-words" x={x - start + 3} y="11">
            {tickWords(at)}
          </text>
        ))}
      {gapsOf(scale, start, width)
        .filter(({ x0, x1 }) => isFree((x0 + x1) / 2))
        .map(({ from, to, x0, x1 }) => (
          <text key={from} className="tick-words mid" x={(x0 + x1) / 2 - start} y="11">
            {t('timeline.idle', { time: durationWords(to - from) })}
          </text>
        ))}
    </svg>
  );
}

export function RulerLines({
  scale,
  start,
  width,
  height,
}: RulerProps & { height: number }): ReactNode {
  return (
    <>
      {gapsOf(scale, start, width).map(({ from, x0, x1 }) => (
        <rect key={from} className="idle-gap" x={x0 - start} width={x1 - x0} height={height} />
      ))}
      {ticksBetween(scale, start, start + width).map(({ x, at }) => (
        <line key={at} className="lane-line" x1={x - start} x2={x - start} y1="0" y2={height} />
      ))}
    </>
  );
}

function gapsOf({ segments }: TimeScale, start: number, width: number): TimeScale['segments'] {
  return segments.filter(({ folded, x0, x1 }) => folded && x1 > start && x0 < start + width);
}

function tickWords(at: number): string {
  return at < 1_000_000 ? `${at / 1000} ms` : `${(at / 1_000_000).toFixed(2)} s`;
}

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

interface Label {
  readonly key: string;
  /** The middle of the words, and half of their width. */
  readonly x: number;
  readonly half: number;
  readonly words: string;
}

/** The playhead's tag has its place first, then gaps, then times. */
const tagHalf = 36;

/** Times at their places; `now` is where the playhead rests. What would touch is left out. */
export function Ruler({ scale, start, width, now }: RulerProps & { now: number }): ReactNode {
  const t = useT();
  const gaps = gapsOf(scale, start, width).map(({ from, to, x0, x1 }) => ({
    key: `gap ${from}`,
    x: (x0 + x1) / 2 - start,
    half: 28,
    words: t('timeline.idle', { time: shortWords(to - from) }),
  }));
  const ticks = ticksBetween(scale, start, start + width).map(({ x, at }) => ({
    key: `tick ${at}`,
    x: x - start + 22,
    half: 22,
    words: tickWords(at),
  }));
  const tag = { key: 'tag', x: now - start, half: tagHalf, words: '' };
  return (
    <svg className="ruler" width={width} height="17" aria-hidden="true">
      {apart([tag, ...gaps, ...ticks], width).map(({ key, x, words }) => (
        <text key={key} className="tick-words mid" x={x} y="11">
          {words}
        </text>
      ))}
    </svg>
  );
}

/** Those that do not touch one before them in the list, and are not cut off. */
function apart(labels: readonly Label[], width: number): readonly Label[] {
  const kept: Label[] = [];
  for (const label of labels) {
    const free = kept.every((other) => Math.abs(other.x - label.x) > other.half + label.half + 4);
    const whole = label.x - label.half >= -22 && label.x + label.half <= width;
    if (free && (whole || label.key === 'tag')) kept.push(label);
  }
  return kept;
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

/** Gaps are told roughly: their length is not what counts. */
function shortWords(time: number): string {
  return time < 1_000_000 ? `${Math.round(time / 1000)} ms` : durationWords(time);
}

function tickWords(at: number): string {
  return at < 1_000_000 ? `${at / 1000} ms` : `${(at / 1_000_000).toFixed(2)} s`;
}

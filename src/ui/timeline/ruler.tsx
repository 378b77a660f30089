/** The times above the lanes, the lines below them, and the marks of folded idle time. */
import type { ReactNode } from 'react';
import { durationWords } from '#facts/words';
import { useT } from '#i18n/locale';
import type { TimeScale } from '#player/time-scale';
import { gapsOf, ticksBetween } from './lane-scale.ts';

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

/** Places are given first to the playhead's tag, then to gaps, then to times. */
const leastTagHalf = 36;
/** From ten minutes on its text is longer (`10:20.000`), in bold and with space around it. */
const tagHalfOf = (at: number): number => (at < 600_000_000 ? leastTagHalf : leastTagHalf + 6);
const leastTickHalf = 26;
const leastGapHalf = 28;
/**
 * The approximate width of a figure at the size of the ruler: `⋯ 1:17 min` is wider than `⋯ 14 ms`.
 */
const halfOf = (words: string): number => words.length * 3.3;

/**
 * Times at their places; `now` is where the playhead rests. Words that would touch others are left
 * out.
 */
export function Ruler({ scale, start, width, now }: RulerProps & { now: number }): ReactNode {
  const t = useT();
  const folded = gapsOf(scale, start, width).map(({ from, to, x0, x1 }) => ({
    key: `gap ${from}`,
    x: (x0 + x1) / 2 - start,
    words: t('timeline.idle', { time: shortWords(to - from) }),
  }));
  const gaps = folded.map((gap) => ({ ...gap, half: Math.max(leastGapHalf, halfOf(gap.words)) }));
  const ticks = ticksBetween(scale, start, start + width).map(({ x, at }) => {
    const words = tickWords(at);
    const half = Math.max(leastTickHalf, halfOf(words));
    return { key: `tick ${at}`, x: x - start + half, half, words };
  });
  const tag = { key: 'tag', x: now - start, half: tagHalfOf(scale.toTime(now)), words: '' };
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

/** The words that touch none before them in the list, and are not cut off. */
function apart(labels: readonly Label[], width: number): readonly Label[] {
  const kept: Label[] = [];
  for (const label of labels) {
    const free = kept.every((other) => Math.abs(other.x - label.x) > other.half + label.half + 4);
    const whole = label.x - label.half >= 0 && label.x + label.half <= width;
    if (free && (whole || label.key === 'tag')) kept.push(label);
  }
  return kept;
}

/** The length of a gap is rounded, because it matters little. */
function shortWords(time: number): string {
  return time < 1_000_000 ? `${Math.round(time / 1000)} ms` : durationWords(time);
}

/** Exact, so that no two times have the same words; from a minute on `5:37.23`. */
function tickWords(at: number): string {
  if (at < 1_000_000) return `${at / 1000} ms`;
  const minutes = Math.floor(at / 60_000_000);
  const seconds = ((at % 60_000_000) / 1_000_000).toFixed(at % 10_000 === 0 ? 2 : 3);
  return minutes === 0
    ? `${seconds} s`
    : `${minutes}:${at % 60_000_000 < 10_000_000 ? 0 : ''}${seconds}`;
}

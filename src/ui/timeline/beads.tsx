/**
 * The story as a row of beads, one for each beat, in their chapters. For beats ahead only the names
 * of chapters are shown: the title of a beat appears when it has been reached.
 */
import './beads.css';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { titleOf } from '#facts/title-of';
import { type Translate, useT } from '#i18n/locale';
import { textWidth } from '#i18n/text-width';
import { player } from '#player/player';
import type { FactId } from '#trace/fact';
import { isClicked, isModified } from '../shell/key-owner.ts';
import { useBox } from '../use-box.ts';
import { type BeadPlaces, beadPlaces } from './bead-places.ts';
import type { ChapterStops } from './chapter-stops.ts';
import { goToStop, useStops } from './use-stops.ts';

/** The width in pixels of a Latin letter of the names in the widest face that is common. */
const letter = 9.4;

export default function Beads(): ReactNode {
  const t = useT();
  const { stops, chapters, now } = useStops();
  const [ref, { width }] = useBox<HTMLElement>();
  const groups = chapters.map(({ id, count }) => ({
    count,
    name: letter * textWidth(t(`chapter.short.${id}`), 1.8),
  }));
  const places = beadPlaces(groups, width);
  return (
    <nav className="bead-row" ref={ref} aria-label={t('beads.label')}>
      <Rail places={places} now={now} />
      <BeadList stops={stops} now={now} places={places} width={width} />
      <ChapterList chapters={chapters} now={now} places={places} />
    </nav>
  );
}

interface RailProps {
  readonly places: BeadPlaces;
  readonly now: number;
}

function Rail({ places: { beads }, now }: RailProps): ReactNode {
  const left = beads[0] ?? 0;
  const width = (beads.at(-1) ?? left) - left;
  const past = Math.max(0, (beads[Math.max(0, now)] ?? left) - left);
  return (
    <>
      <span className="rail" style={{ left, width }} />
      <span className="rail past" style={{ left, width: past }} />
    </>
  );
}

/** One bead of a row is in the order of Tab; arrows go from one to the next. */
function walkRow(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const here = buttons.indexOf(event.target as HTMLButtonElement);
  const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: buttons.length - 1 }[
    event.key
  ];
  if (to === undefined || isModified(event) || isClicked(event.target)) return;
  event.preventDefault();
  buttons[to]?.focus();
}

/** The name of a bead: its number, and its outcome once that is known. */
function nameOf(t: Translate, stops: readonly FactId[], index: number, title?: string): string {
  const place = t('inspector.beat', { step: index + 1, steps: stops.length });
  return title === undefined ? place : t('beads.past', { place, title });
}

interface BeadListProps extends RailProps {
  readonly stops: readonly FactId[];
  readonly width: number;
}

function BeadList({ stops, now, places, width }: BeadListProps): ReactNode {
  const t = useT();
  const [shown, show] = useState<number | undefined>(undefined);
  const titleAt = (index: number): string | undefined => {
    const fact = index > now ? undefined : player.getState().log.fact(stops[index] ?? 0);
    return fact === undefined ? undefined : titleOf(fact, t);
  };
  const title = shown === undefined ? undefined : titleAt(shown);
  return (
    <>
      <ol className="bead-list" onKeyDown={walkRow} onPointerLeave={() => show(undefined)}>
        {stops.map((fact, index) => (
          <li key={fact} style={{ left: places.beads[index] ?? 0, width: roomOf(places, index) }}>
            <button
              type="button"
              className={index === now ? 'bead now' : index < now ? 'bead past' : 'bead'}
              tabIndex={index === Math.max(0, now) ? 0 : -1}
              aria-label={nameOf(t, stops, index, titleAt(index))}
              aria-current={index === now ? 'step' : undefined}
              onClick={() => goToStop(index)}
              onPointerEnter={() => show(index)}
              onFocus={() => show(index)}
              onBlur={() => show(undefined)}
            />
          </li>
        ))}
      </ol>
      {shown !== undefined && title !== undefined && (
        <Title x={places.beads[shown] ?? 0} width={width} words={title} />
      )}
    </>
  );
}

const widest = 32;

/** The width of the pressable area of a bead: up to half the way to the nearer neighbour. */
function roomOf({ beads }: BeadPlaces, index: number): number {
  const here = beads[index] ?? 0;
  const others = [beads[index - 1], beads[index + 1]].flatMap((x) =>
    x === undefined ? [] : Math.abs(x - here),
  );
  return Math.min(widest, ...others);
}

interface TitleProps {
  readonly x: number;
  /** The width of the row. */
  readonly width: number;
  readonly words: string;
}

/** Over its bead, shifted by the share of the row before the bead: it never leaves the row. */
function Title({ x, width, words }: TitleProps): ReactNode {
  const translate = `${(-100 * x) / Math.max(1, width)}%`;
  return (
    <div className="bead-title" style={{ left: x, translate }} aria-hidden="true">
      {words}
    </div>
  );
}

interface ChapterListProps extends RailProps {
  readonly chapters: readonly ChapterStops[];
}

function ChapterList({ chapters, now, places }: ChapterListProps): ReactNode {
  const t = useT();
  const here = Math.max(
    0,
    chapters.findLastIndex(({ first }) => first <= now),
  );
  return (
    <ol className="bead-chapters" aria-label={t('chapter.list')} onKeyDown={walkRow}>
      {chapters.map(({ id, index, first }, at) => {
        const left = places.names[at];
        if (left === undefined) return null;
        const state = now >= 0 && at === here ? 'here' : first > now ? 'ahead' : undefined;
        return (
          <li key={index} style={{ left }}>
            <button
              type="button"
              className={state}
              tabIndex={at === here ? 0 : -1}
              aria-current={state === 'here' ? 'true' : undefined}
              onClick={() => goToStop(first)}
            >
              {t(`chapter.short.${id}`)}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/**
 * What is said at the cursor of a tour: its own words where it stops, between its stops those of
 * the fact, so that the words are always about what is shown.
 */
import { captionedFact } from '#player/captioned-fact';
import './tour.css';
import { type ReactNode, useId } from 'react';
import { useScroller } from '#diagram/use-scroller';
import { textWidth } from '#i18n/text-width';
import { player, usePlayer } from '#player/player';
import { type BoundBeat, beatAt, beatCount, beatWords } from '#scenarios/tours/bind-tour';
import { nextInCourse } from '#scenarios/tours/course';
import type { Tour } from '#scenarios/tours/tour';
import { useCaption } from '../caption/caption-bar.tsx';
import StoryLine from '../caption/story-line.tsx';
import { useTelling } from '../caption/telling.ts';
import { Icon } from '../icons.tsx';
import { LessonText } from '../lesson/lesson-text.tsx';
import { RichText } from '../rich-text.tsx';
import { showNotice } from '../shell/notice-store.ts';
import { OldText } from './old-text.tsx';
import { openTour } from './open-tour.ts';
import { leaveTour, useAsks, useTour } from './tour-store.ts';
import { useTourLang, useTourT, useTourWords } from './tour-words.ts';

export default function TourCaption(): ReactNode {
  const lang = useTourWords((state) => state.locale);
  const tour = useTour((state) => state.tour);
  const bound = useTour((state) => state.bound);
  // While the picture moves to a stop, the words are those of the stop already.
  const at = usePlayer(captionedFact);
  const beat = beatAt(bound, at);
  if (tour === undefined) return null;
  const place = { tour, bound, beat };
  return (
    <section className="caption tour" lang={lang}>
      <TourChapters {...place} />
      {beat?.fact === at ? <StopWords tour={tour} beat={beat} /> : <FactWords {...place} />}
      <TourButtons {...place} />
    </section>
  );
}

/** Where the tour stops: its own words, which are about what is shown there. */
function StopWords({ tour, beat }: { readonly tour: Tour; readonly beat: BoundBeat }): ReactNode {
  const t = useTourT();
  const telling = useTelling();
  const scroller = useScroller<HTMLDivElement>();
  const id = beatWords(tour, beat.chapter, beat.beat);
  const [words, marked, spoken] = [t(id), t(`${id}.md`), useTourLang()(id)];
  return (
    <div ref={scroller} className={textWidth(words) > long ? 'told long' : 'told'}>
      <p data-testid="tour-beat" lang={spoken}>
        {telling === undefined ? (
          <LessonText text={marked} plain={words} />
        ) : (
          <StoryLine telling={telling} marked={marked} />
        )}
      </p>
      <output className="sr" aria-live="polite" lang={spoken}>
        {words}
      </output>
    </div>
  );
}

/** Beside the stops: what is said of the fact itself, and the way back to the stop before. */
function FactWords({ tour, beat }: PlaceInTour): ReactNode {
  const { message, params } = useCaption();
  const told = usePlayer(({ depth }) => depth === 'story');
  const telling = useTelling();
  const scroller = useScroller<HTMLDivElement>();
  return (
    <div ref={scroller} className="told">
      <p data-testid="caption" lang={document.documentElement.lang}>
        {told && telling !== undefined ? (
          <StoryLine telling={telling} />
        ) : (
          <RichText message={message} params={params} />
        )}
      </p>
      {beat !== undefined && <BackToStop tour={tour} beat={beat} />}
    </div>
  );
}

/** The stop's words in one line, which leads back to it. */
function BackToStop({ tour, beat }: { readonly tour: Tour; readonly beat: BoundBeat }): ReactNode {
  const t = useTourT();
  const asks = useAsks() !== undefined;
  const stop = t('ui.progress', { n: beat.index + 1, total: beatCount(tour) });
  const back = (): void => {
    const { pause, seek } = player.getState();
    pause();
    seek(beat.fact);
  };
  return (
    <button type="button" className="stop-line" title={t('ui.back')} onClick={back}>
      <Icon name="back" />
      <b>{stop}</b>
      {!asks && <span>{t(beatWords(tour, beat.chapter, beat.beat))}</span>}
    </button>
  );
}

/** Words wider than so many letters are set smaller where there is little room. */
const long = 175;

interface PlaceInTour {
  readonly tour: Tour;
  readonly bound: readonly BoundBeat[];
  readonly beat: BoundBeat | undefined;
}

/** “Chapter n of m”, counted in the tour; opens the list of its chapters. */
function TourChapters({ tour, bound, beat }: PlaceInTour): ReactNode {
  const t = useTourT();
  const id = useId();
  const langOf = useTourLang();
  const total = tour.chapters.length;
  const now = beat?.chapterIndex ?? 0;
  const titleId = (index: number): string => `${tour.id}.${tour.chapters[index]?.id ?? ''}`;
  const title = (index: number): string => t(titleId(index));
  return (
    <div className="where">
      <span className="count-of">{t('ui.chapter', { n: now + 1, total })}</span>
      <button type="button" className="chapter-name" popoverTarget={id} lang={langOf(titleId(now))}>
        {title(now)}
        <Icon name="chevron" />
      </button>
      <Progress done={beat === undefined ? 0 : beat.index + 1} total={beatCount(tour)} />
      <ol id={id} popover="auto" className="popover chapters" aria-label={t('ui.chapters')}>
        {tour.chapters.map((chapter, index) => {
          const first = bound.find((each) => each.chapterIndex === index);
          return (
            <li key={chapter.id}>
              <button
                type="button"
                disabled={first === undefined}
                aria-current={index === now ? 'step' : undefined}
                onClick={() => {
                  if (first !== undefined) player.getState().seek(first.fact);
                  document.getElementById(id)?.hidePopover();
                }}
              >
                <span className="num">{index + 1}</span>
                {title(index)}
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** The fact at which the next unanswered question on the way to a beat is asked. */
function askFirst(
  { tour, beat: now }: PlaceInTour,
  next: BoundBeat,
  cursor: number,
): number | undefined {
  const { answers, quiz } = useTour.getState();
  const asked = [now, next].find((bound) => {
    if (!quiz || bound?.question === undefined) return false;
    const { stop } = bound.question;
    const id = beatWords(tour, bound.chapter, bound.beat);
    return stop > cursor && stop < next.fact && answers[id] === undefined;
  });
  return asked?.question?.stop;
}

function Progress({ done, total }: { readonly done: number; readonly total: number }): ReactNode {
  const t = useTourT();
  const words = t('ui.progress', { n: done, total });
  return <progress value={done} max={total} aria-label={words} title={words} />;
}

function TourButtons(place: PlaceInTour): ReactNode {
  const { tour, beat } = place;
  const t = useTourT();
  const last = beat !== undefined && beat.index === beatCount(tour) - 1;
  const stop = useNextStop(place);
  const course = useNextInCourse(tour);
  const { words, label, keys, go } = last ? course : stop;
  return (
    <div className="tour-buttons">
      <button
        type="button"
        className="btn"
        aria-disabled={go === undefined}
        aria-keyshortcuts={keys}
        aria-label={label}
        title={label}
        onClick={go}
      >
        {words}
      </button>
      {beat !== undefined && <OldText key={beat.chapter.id} chapter={beat.chapter} />}
      <button
        type="button"
        className="btn ghost"
        aria-label={t('ui.leave')}
        title={t('ui.leave')}
        onClick={leaveTour}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

/** One button serves for all the ways to go on, so that the focus stays where it is. */
interface WayOn {
  readonly words: string;
  /** The accessible name, where `words` alone are not clear enough. */
  readonly label?: string;
  readonly keys?: string;
  readonly go?: () => void;
}

function useNextStop(place: PlaceInTour): WayOn {
  const t = useTourT();
  const way = { words: t('ui.next'), keys: 'Shift+ArrowRight' };
  const next = place.bound[(place.beat?.index ?? -1) + 1];
  if (next === undefined) return way;
  const go = (): void => {
    const { cursor, pause, seek } = player.getState();
    pause();
    seek(askFirst(place, next, cursor) ?? next.fact);
  };
  return { ...way, go };
}

/** At the end: what to see next. In a frame, the page around it decides what comes next. */
function useNextInCourse(tour: Tour): WayOn {
  const t = useTourT();
  const next = self === top ? nextInCourse(tour.id) : undefined;
  if (next === undefined) return { words: t('ui.end') };
  const go = (): void => {
    const { seed = 1 } = player.getState().recording ?? {};
    openTour(next, { seed }).catch(() => showNotice({ id: 'notice.tour' }));
  };
  return { words: t('ui.goOn'), label: t('ui.goOn.to', { title: t(next) }), go };
}

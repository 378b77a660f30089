/** What the speaker's window shows now: a pure function of (run, cursor, tour, words). */
import { t } from '#i18n/locale';
import { captionInLog } from '#player/caption-in-log';
import { player } from '#player/player';
import { findScenario } from '#scenarios/index';
import { type AskedQuestion, type BoundBeat, beatAt, beatWords } from '#scenarios/tours/bind-tour';
import type { Tour } from '#scenarios/tours/tour';
import { useTour } from '../tour/tour-store.ts';
import { tourText } from '../tour/tour-words.ts';
import { useShow } from './show-store.ts';
import type { SpeakerChapter, SpeakerNotes, SpeakerQuestion } from './speaker-protocol.ts';
import { askedAt, progressAt } from './walk.ts';

export function speakerNotes(): SpeakerNotes {
  const { tour } = useTour.getState();
  const { blank } = useShow.getState();
  const notes = tour === undefined ? ofRun() : ofTour(tour);
  return { type: 'notes', ...progressAt(), ...notes, blank };
}

type RunNotes = Omit<SpeakerNotes, 'type' | 'n' | 'total' | 'blank'>;

function ofTour(tour: Tour): RunNotes {
  const { bound } = useTour.getState();
  const { cursor } = player.getState();
  const beat = beatAt(bound, cursor);
  const following = bound[(beat?.index ?? -1) + 1];
  const words = (of: typeof beat): string =>
    of === undefined ? '' : tourText(beatWords(tour, of.chapter, of.beat));
  const n = (beat?.chapterIndex ?? 0) + 1;
  const asked = askedAt(cursor);
  return {
    title: tourText(tour.id),
    chapter: tourText('ui.chapter', { n, total: tour.chapters.length }),
    now: words(beat),
    next: words(following),
    own: ownNotes(tour, beat),
    question: asked === undefined ? undefined : questionOf(tour, asked),
    chapters: tour.chapters.map(({ id }, index): SpeakerChapter => {
      const fact = bound.find(({ chapterIndex }) => chapterIndex === index)?.fact;
      return { n: index + 1, title: tourText(`${tour.id}.${id}`), fact, here: index === n - 1 };
    }),
  };
}

/** Only lessons have notes by their authors. */
function ownNotes(tour: Tour, beat: BoundBeat | undefined): string {
  if (beat === undefined) return '';
  return tourText(`${beatWords(tour, beat.chapter, beat.beat)}.notes`);
}

function questionOf(tour: Tour, { beat, question, revealed }: AskedQuestion): SpeakerQuestion {
  const id = beatWords(tour, beat.chapter, beat.beat);
  return {
    ask: tourText(`${id}.ask`),
    answer: tourText(`${id}.ask.${question.right}`),
    why: tourText(`${id}.ask.why`),
    revealed,
  };
}

function ofRun(): RunNotes {
  const { recording, chapter, chapters, step, steps } = player.getState();
  const scenario = findScenario(recording?.scenario ?? '');
  const next = steps[(step?.index ?? -1) + 1];
  return {
    title: scenario === undefined ? '' : t(`scenario.${scenario.id}.title`),
    chapter:
      chapter === undefined
        ? ''
        : t('chapter.of', { n: chapter.index + 1, total: chapters.length }),
    now: captionAt(step?.fact),
    next: captionAt(next?.fact),
    own: '',
    question: undefined,
    chapters: chapters.map(
      ({ id, fact, index }): SpeakerChapter => ({
        n: index + 1,
        title: t(`chapter.${id}`),
        fact,
        here: index === chapter?.index,
      }),
    ),
  };
}

/** The caption of a step, without the marks for bold. */
function captionAt(id: number | undefined): string {
  const { log } = player.getState();
  const fact = id === undefined ? undefined : log.fact(id);
  if (fact === undefined) return '';
  const { id: message, params } = captionInLog(log, fact);
  return t(message, params).replaceAll('**', '');
}

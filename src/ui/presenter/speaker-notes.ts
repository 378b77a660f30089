/** What the speaker's window shows now: a pure function of (run, cursor, tour, words, hands). */
import { t } from '#i18n/locale';
import { captionedFact } from '#player/captioned-fact';
import { stopsOf } from '#player/navigation';
import { player } from '#player/player';
import { beatAt } from '#scenarios/tours/bind-tour';
import type { Tour } from '#scenarios/tours/tour';
import type { FactId } from '#trace/fact';
import { useTour } from '../tour/tour-store.ts';
import { tourText } from '../tour/tour-words.ts';
import { choicesOf } from './choices.ts';
import { notesOfStop } from './notes-of-stop.ts';
import { numberOf, spaced, spokenAt } from './sentences.ts';
import { presentedAddress } from './session.ts';
import { roundsOf, useShow } from './show-store.ts';
import { sentenceAt, useSlide } from './slide-store.ts';
import type { SpeakerChapter, SpeakerNotes, SpeakerQuestion } from './speaker-protocol.ts';
import { stopAt } from './stop.ts';
import { takeMiniature } from './take-miniature.ts';
import { isTerminalShown } from './terminal-shown.ts';
import { presentedNow } from './use-presented.ts';
import { progressAt, type ShownQuestion, shownQuestion } from './walk.ts';

export function speakerNotes(): SpeakerNotes {
  const { tour } = useTour.getState();
  const state = player.getState();
  const at = captionedFact(state);
  const asked = shownQuestion();
  const stop = stopAt(at, asked !== undefined);
  const spoken = spokenAt(stop.sentences, sentenceAt(useSlide.getState(), at));
  const { n, total } = progressAt();
  const terminal = asked === undefined && isTerminalShown(state, useSlide.getState().terminal);
  const { title, chapter } = presentedNow();
  return {
    type: 'notes',
    title,
    address: presentedAddress(),
    chapter,
    number: asked === undefined ? numberOf(n, spoken) : String(n),
    n,
    total,
    now: spoken.sentences.map(({ text }) => text),
    said: spoken.said,
    // While a question is open, what comes next would be its answer.
    next:
      asked?.revealed === false
        ? '…'
        : nextWords(at, spoken.slides - 1 - spoken.slide, stop.sentences.slice(nextOf(spoken))),
    notes: notesOfStop(at, stop.words),
    question: asked === undefined ? undefined : questionOf(asked),
    chapters: tour === undefined ? chaptersOfRun() : chaptersOfTour(tour, n),
    blank: useShow.getState().blank,
    terminal,
    slide: takeMiniature(asked, terminal),
  };
}

const nextOf = ({ first, sentences }: ReturnType<typeof spokenAt>): number =>
  first + sentences.length;

type Sentences = ReturnType<typeof stopAt>['sentences'];

/** The rest of the stop where it has more slides, else the words of the next stop. */
function nextWords(at: FactId, slidesLeft: number, rest: Sentences): string {
  const joined = (sentences: Sentences): string =>
    sentences
      .map(({ text }) => spaced(text))
      .join('')
      .trim();
  if (slidesLeft > 0) return joined(rest);
  const { tour, bound } = useTour.getState();
  const state = player.getState();
  const next =
    tour === undefined
      ? stopsOf(state).find((fact) => fact > at)
      : bound[(beatAt(bound, at)?.index ?? -1) + 1]?.fact;
  return next === undefined ? '' : joined(stopAt(next, false).sentences);
}

function questionOf({ id, revealed, question }: ShownQuestion): SpeakerQuestion {
  const hands = roundsOf(useShow.getState().tallies, id).at(-1) ?? [];
  return {
    ask: tourText(`${id}.ask`),
    choices: choicesOf(id, []).map(({ choice, text }) => ({ text, hands: hands[choice] ?? 0 })),
    right: revealed ? question.right : undefined,
    why: revealed ? tourText(`${id}.ask.why`) : '',
  };
}

function chaptersOfTour(tour: Tour, n: number): readonly SpeakerChapter[] {
  const { bound } = useTour.getState();
  let before = 0;
  return tour.chapters.map(({ id, beats }, index) => {
    const first = bound.find(({ chapterIndex }) => chapterIndex === index);
    const done = Math.min(beats.length, Math.max(0, n - before));
    const here = n > before && n <= before + beats.length;
    before += beats.length;
    const title = tourText(`${tour.id}.${id}`);
    return { n: index + 1, title, fact: first?.fact, here, stops: beats.length, done };
  });
}

function chaptersOfRun(): readonly SpeakerChapter[] {
  const state = player.getState();
  const { chapter, chapters, beats } = state;
  const at = captionedFact(state);
  return chapters.map(({ id, fact, index }) => {
    const end = chapters[index + 1]?.fact ?? Number.POSITIVE_INFINITY;
    const stops = beats.filter((beat) => beat.fact >= fact && beat.fact < end);
    const done = stops.filter((_, place) => (stops[place - 1]?.fact ?? fact - 1) < at).length;
    const here = index === chapter?.index;
    return { n: index + 1, title: t(`chapter.${id}`), fact, here, stops: stops.length, done };
  });
}

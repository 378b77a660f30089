/**
 * Where the beats of a tour stand in a run, and what of the tour is shown at the cursor: pure
 * functions of (steps, cursor).
 */
import type { Beat, Question, Tour, TourChapter } from './tour.ts';

/** What a tour needs to know of a step: its id, and the number of its fact. */
export interface TourStep {
  readonly id: string;
  readonly fact: number;
}

export interface BoundBeat {
  readonly index: number;
  readonly beat: Beat;
  readonly chapter: TourChapter;
  readonly chapterIndex: number;
  /** The first beat of its chapter. */
  readonly first: boolean;
  /** The fact of its step. */
  readonly fact: number;
  readonly step: string;
  readonly question: BoundQuestion | undefined;
}

export interface BoundQuestion extends Question {
  /** The deciding step's fact: from there on the run has answered. */
  readonly reveal: number;
  /** The step right before the deciding one: where playing stops. */
  readonly stop: number;
}

/** All beats that the run has come to so far, in order. The first that is missing ends the list. */
export function bindTour(tour: Tour, steps: readonly TourStep[]): readonly BoundBeat[] {
  const bound: BoundBeat[] = [];
  let next = 0;
  for (const [chapterIndex, chapter] of tour.chapters.entries()) {
    for (const [place, beat] of chapter.beats.entries()) {
      const found = indexFrom(steps, next, beat.at);
      const step = steps[found];
      if (step === undefined) return bound;
      next = found + 1;
      const question = beat.ask === undefined ? undefined : bindQuestion(beat.ask, steps, found);
      bound.push({
        index: bound.length,
        beat,
        chapter,
        chapterIndex,
        first: place === 0,
        fact: step.fact,
        step: step.id,
        question,
      });
    }
  }
  return bound;
}

function bindQuestion(
  ask: Question,
  steps: readonly TourStep[],
  beat: number,
): BoundQuestion | undefined {
  const found = ask.before === undefined ? beat : indexFrom(steps, beat + 1, ask.before);
  const [reveal, before] = [steps[found], steps[found - 1]];
  if (reveal === undefined || before === undefined) return undefined;
  return { ...ask, reveal: reveal.fact, stop: before.fact };
}

function indexFrom(steps: readonly TourStep[], from: number, pattern: RegExp): number {
  for (let index = from; index < steps.length; index++) {
    if (pattern.test(steps[index]?.id ?? '')) return index;
  }
  return steps.length;
}

/** The beat at a cursor: from its step up to the next beat's. */
export const beatAt = (bound: readonly BoundBeat[], cursor: number): BoundBeat | undefined =>
  bound.findLast(({ fact }) => fact <= cursor);

export interface AskedQuestion {
  readonly beat: BoundBeat;
  readonly question: BoundQuestion;
  /** Whether the run has given the answer. */
  readonly revealed: boolean;
}

/** The question that is open or has just been answered at a cursor. */
export function questionAt(bound: readonly BoundBeat[], cursor: number): AskedQuestion | undefined {
  const asked = bound.findLast(({ question }) => question !== undefined && question.stop <= cursor);
  if (asked?.question === undefined) return undefined;
  const { question } = asked;
  const next = bound.find(({ fact }) => fact > question.reveal);
  if (next !== undefined && next.fact <= cursor) return undefined;
  return { beat: asked, question, revealed: cursor >= question.reveal };
}

export const beatCount = ({ chapters }: Tour): number =>
  chapters.reduce((count, { beats }) => count + beats.length, 0);

/** The id of a beat's words. */
export const beatWords = (tour: Tour, { id }: TourChapter, beat: Beat): string =>
  `${tour.id}.${id}.${beat.id}`;

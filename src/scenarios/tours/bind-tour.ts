/**
 * Where the beats of a tour stand in a run, and what of the tour is shown at the cursor: pure
 * functions of (steps, facts, cursor).
 */

import type { ObjectRef } from '#trace/fact';
import type { FactList } from '#trace/fact-list';
import type { Fact } from '#trace/facts';
import { writeHostAction } from '#trace/host-words';
import type { StepPattern } from '../lessons/step-pattern.ts';
import type { Beat, FactPattern, Question, Tour, TourChapter } from './tour.ts';

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
  /** The fact that it begins at. */
  readonly fact: number;
  readonly question: BoundQuestion | undefined;
}

export interface BoundQuestion extends Question {
  /** The deciding fact: from there on the run has answered. */
  readonly reveal: number;
  /** The step right before it, or the beat before if that is later: where playing stops. */
  readonly stop: number;
}

/**
 * All beats that the run has come to so far, in order. The first that is missing ends the list.
 * `facts` are those of the whole run so far: the fact with id 1 first. `known` is what was found
 * when the same run was shorter.
 */
export function bindTour(
  tour: Tour,
  steps: readonly TourStep[],
  facts: FactList,
  known: readonly BoundBeat[] = [],
): readonly BoundBeat[] {
  const run = { steps, facts };
  const bound: BoundBeat[] = [];
  let last = 0;
  for (const [chapterIndex, chapter] of tour.chapters.entries()) {
    for (const [place, beat] of chapter.beats.entries()) {
      const found = known[bound.length];
      if (found !== undefined && (found.question !== undefined || beat.ask === undefined)) {
        last = found.fact;
        bound.push(found);
        continue;
      }
      const fact = found?.fact ?? placeAfter(run, last, beat);
      if (fact === undefined) return bound;
      const around = { beat: fact, last };
      last = fact;
      bound.push({
        index: bound.length,
        beat,
        chapter,
        chapterIndex,
        first: place === 0,
        fact,
        question: beat.ask === undefined ? undefined : bindQuestion(beat.ask, run, around),
      });
    }
  }
  return bound;
}

/** `last`: the fact of the beat before. */
function bindQuestion(
  ask: Question,
  run: Run,
  { beat, last }: { readonly beat: number; readonly last: number },
): BoundQuestion | undefined {
  const { before: at, beforeFact: fact } = ask;
  const own = at === undefined && fact === undefined;
  const reveal = own ? beat : placeAfter(run, beat, { at, fact });
  if (reveal === undefined) return undefined;
  const before = run.steps[firstStepAfter(run.steps, reveal - 1) - 1]?.fact ?? 0;
  return { ...ask, reveal, stop: Math.max(before, own ? last : beat) };
}

interface Run {
  readonly steps: readonly TourStep[];
  readonly facts: FactList;
}

/** The number of the first fact after another one that a beat can begin at. */
function placeAfter(
  { steps, facts }: Run,
  after: number,
  { at, fact }: { readonly at?: StepPattern | undefined; readonly fact?: FactPattern | undefined },
): number | undefined {
  let from = after;
  if (at !== undefined) {
    const step = steps.slice(firstStepAfter(steps, after)).find(({ id }) => at.test(id));
    if (step === undefined) return undefined;
    if (fact === undefined) return step.fact;
    from = step.fact;
  }
  if (fact === undefined) return undefined;
  for (let index = from; index < facts.length; index++) {
    const each = facts.at(index);
    if (each?.type === fact.type && isLike(each, fact)) return each.id;
  }
  return undefined;
}

function isLike(fact: Fact, { component, says = [] }: FactPattern): boolean {
  if (component !== undefined && !component.test(fact.component)) return false;
  const texts = typeof says === 'string' || says instanceof RegExp ? [says] : says;
  if (texts.length === 0) return true;
  const fields = Object.values(fact).map(fieldText);
  if (fact.type === 'HostActionTaken') fields.push(writeHostAction(fact.action));
  return texts.every((text) =>
    fields.some((field) => (typeof text === 'string' ? field === text : text.test(field))),
  );
}

function fieldText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(itemText).join(' ');
  if (typeof value !== 'object' || value === null || !('resource' in value)) return '';
  const { resource, namespace, name } = value as ObjectRef;
  return `${resource}/${namespace}/${name}`;
}

const itemText = (item: unknown): string =>
  typeof item === 'object' ? JSON.stringify(item) : String(item);

/** The index of the first step after a fact. */
function firstStepAfter(steps: readonly TourStep[], after: number): number {
  let [from, to] = [0, steps.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((steps[middle]?.fact ?? 0) > after) to = middle;
    else from = middle + 1;
  }
  return from;
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

/** The beat that begins at a fact: there, and only there, its words are about what is shown. */
export const beatStopAt = (bound: readonly BoundBeat[], fact: number): BoundBeat | undefined =>
  bound.find((beat) => beat.fact === fact);

export const beatCount = ({ chapters }: Tour): number =>
  chapters.reduce((count, { beats }) => count + beats.length, 0);

/** The id of a beat's words. */
export const beatWords = (tour: Tour, { id }: TourChapter, beat: Beat): string =>
  `${tour.id}.${id}.${beat.id}`;

/**
 * A run as a list of its steps in order, in sections: the basis of a transcript. Its words are
 * message ids, so that one outline serves every language.
 */
import type { Message } from '#i18n/t';
import type { Scene } from '#player/scene';
import type { TraceLog } from '#player/trace-log';
import { type BoundBeat, beatWords, bindTour } from '#scenarios/tours/bind-tour';
import type { Tour } from '#scenarios/tours/tour';
import type { FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';
import { chapterPicture } from './chapter-picture.ts';
import { changesBetween, type ObjectChanges } from './object-changes.ts';

export interface OutlineStep {
  /** From 1, over the whole run. */
  readonly number: number;
  /** For links: `etcd/commit/deployments/default/nginx`. */
  readonly id: string;
  readonly component: string;
  /** Microseconds since the first step. */
  readonly at: number;
  /** Whether it happens beside the main line. */
  readonly beside: boolean;
  readonly text: Message;
  /** The output in the terminal, word for word. */
  readonly printed?: string;
}

/** A question that the tour asks; its words are `WORDS.ask`, `WORDS.ask.0`, … and `WORDS.ask.why`. */
export interface OutlineQuestion {
  /** From 1, over the whole run. */
  readonly number: number;
  readonly words: string;
  /** Which choice is right, from 0. */
  readonly right: number;
  /** Whether it comes before its section's words, which give the answer away. */
  readonly first: boolean;
}

export interface OutlineSection {
  /** A chapter of the run, by its message… */
  readonly title?: Message;
  /** …or of a tour, by the id of its words. */
  readonly tourTitle?: string;
  /** The id of the tour's words here. */
  readonly textId?: string;
  readonly asks?: OutlineQuestion;
  readonly steps: readonly OutlineStep[];
  /** What changed in etcd until the next section begins. */
  readonly changes?: ObjectChanges;
  /** The cluster at the end of the chapter that begins here, as SVG with classes. */
  readonly picture?: string;
}

export interface Outline {
  readonly sections: readonly OutlineSection[];
  readonly stepCount: number;
}

export type CaptionInLog = (log: TraceLog, fact: Fact) => Message;

/** The outline of a run: in sections by the beats of its tour, or else by its own chapters. */
export function outlineOf(log: TraceLog, captionOf: CaptionInLog, tour?: Tour): Outline {
  const from = log.steps[0]?.at ?? 0;
  const bound = tour === undefined ? [] : bindTour(tour, log.steps, log.facts);
  const sections: { open: OpenSection['open']; steps: OutlineStep[] }[] = [];
  const open = (head: Head, from: FactId): void => {
    sections.push({ open: { ...head, from }, steps: [] });
  };
  let beat = 0;
  let questions = 0;
  const openBeat = (of: Tour): void => {
    const head = beatOf(of, bound[beat], questions + 1);
    if (head.asks !== undefined) questions++;
    open(head, beatsFact(bound, beat));
  };
  let chapter: number | undefined;
  for (const step of log.steps) {
    const fact = log.fact(step.fact);
    if (fact === undefined) continue;
    if (tour === undefined || bound.length === 0) {
      if (step.chapter !== chapter) open(chapterOf(log, step.chapter), step.fact);
      chapter = step.chapter;
    } else {
      // Beats that begin between two steps are told before the later one.
      for (; beat < bound.length && beatsFact(bound, beat) <= step.fact; beat++) {
        openBeat(tour);
      }
      if (sections.length === 0) open({}, step.fact);
    }
    sections.at(-1)?.steps.push({
      number: step.index + 1,
      id: step.id,
      component: fact.component,
      at: step.at - from,
      beside: !step.main,
      text: captionOf(log, fact),
      ...(fact.type === 'OutputPrinted' ? { printed: printedBy(log, fact.id) } : {}),
    });
  }
  if (tour !== undefined) {
    for (; beat < bound.length; beat++) openBeat(tour);
  }
  return {
    sections: illustrated(log, sections),
    stepCount: log.steps.length,
  };
}

type Head = Pick<OutlineSection, 'title' | 'tourTitle' | 'textId' | 'asks'>;

interface OpenSection {
  readonly open: Head & { readonly from: FactId };
  readonly steps: readonly OutlineStep[];
}

/** Each section with what it changed, and each chapter with the cluster as it leaves it. */
function illustrated(log: TraceLog, sections: readonly OpenSection[]): readonly OutlineSection[] {
  const begins = (index: number): boolean => {
    const { title, tourTitle } = sections[index]?.open ?? {};
    return sections.length === 1 || title !== undefined || tourTitle !== undefined;
  };
  const endOf = (index: number): FactId => (sections[index]?.open.from ?? log.facts.length + 1) - 1;
  let scene: Scene | undefined;
  return sections.map(({ open: { from, ...open }, steps }, index) => {
    const changes = changesBetween(log, from, endOf(index + 1));
    const section = { ...open, steps, ...(changes.objects.length === 0 ? {} : { changes }) };
    if (!begins(index)) return section;
    let next = index + 1;
    while (next < sections.length && !begins(next)) next++;
    const own = sections.slice(index, next).flatMap((section) => section.steps);
    const to = endOf(next);
    scene = log.sceneAt(to, scene);
    const acted = new Set(own.map(({ component }) => component));
    return { ...section, picture: chapterPicture(log, scene, { from, to, acted }) };
  });
}

const beatsFact = (bound: readonly BoundBeat[], index: number): FactId => bound[index]?.fact ?? 0;

function chapterOf(log: TraceLog, index: number): Head {
  const chapter = log.chapters[index];
  return chapter === undefined ? {} : { title: { id: `chapter.${chapter.id}` } };
}

/** `number`: that of the question, if it asks one. */
function beatOf(tour: Tour, bound: BoundBeat | undefined, number: number): Head {
  if (bound === undefined) return {};
  const { chapter, beat, first } = bound;
  const textId = beatWords(tour, chapter, beat);
  const title = first ? { tourTitle: `${tour.id}.${chapter.id}` } : {};
  if (beat.ask === undefined) return { ...title, textId };
  const { right, before, beforeFact } = beat.ask;
  const own = before === undefined && beforeFact === undefined;
  return { ...title, textId, asks: { number, words: textId, right, first: own } };
}

/** All output of the command: only the first piece of it is a step. */
function printedBy(log: TraceLog, first: FactId): string {
  const fact = log.fact(first);
  if (fact?.type !== 'OutputPrinted') return '';
  const pieces = log.factsOf(fact.component).flatMap((id) => {
    const each = id < first ? undefined : log.fact(id);
    return each?.type === 'OutputPrinted' && each.input === fact.input ? [each.text] : [];
  });
  return pieces.join('');
}

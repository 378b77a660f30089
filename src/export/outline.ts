/**
 * A run as a list of its steps in order, in sections: what a transcript is written from. Its words
 * are message ids, so that one outline serves every language.
 */
import type { Message } from '#i18n/t';
import type { TraceLog } from '#player/trace-log';
import { type BoundBeat, beatWords, bindTour } from '#scenarios/tours/bind-tour';
import type { Tour } from '#scenarios/tours/tour';
import type { FactId } from '#trace/fact';
import type { Fact } from '#trace/trace-event';

export interface OutlineStep {
  /** From 1, over the whole run. */
  readonly number: number;
  /** For links: `etcd/commit/deployments/default/nginx`. */
  readonly id: string;
  readonly component: string;
  /** Microseconds since the first step. */
  readonly at: number;
  /** It happens beside the main line. */
  readonly beside: boolean;
  readonly text: Message;
  /** What was printed on the terminal, word for word. */
  readonly printed?: string;
}

export interface OutlineSection {
  /** A chapter of the run, by its message… */
  readonly title?: Message;
  /** …or of a tour, by the id of its words. */
  readonly tourTitle?: string;
  /** The id of what the tour tells here. */
  readonly tells?: string;
  readonly steps: readonly OutlineStep[];
}

export interface Outline {
  readonly sections: readonly OutlineSection[];
  readonly stepCount: number;
}

export type CaptionInLog = (log: TraceLog, fact: Fact) => Message;

/** The outline of a run: told by the beats of its tour, or else by its own chapters. */
export function outlineOf(log: TraceLog, captionOf: CaptionInLog, tour?: Tour): Outline {
  const from = log.steps[0]?.at ?? 0;
  const bound = tour === undefined ? [] : bindTour(tour, log.steps, log.facts);
  const sections: { open: Omit<OutlineSection, 'steps'>; steps: OutlineStep[] }[] = [];
  let beat = 0;
  let chapter: number | undefined;
  for (const step of log.steps) {
    const fact = log.fact(step.fact);
    if (fact === undefined) continue;
    if (tour === undefined || bound.length === 0) {
      if (step.chapter !== chapter)
        sections.push({ open: chapterOf(log, step.chapter), steps: [] });
      chapter = step.chapter;
    } else {
      // Beats that begin between two steps are told before the later one.
      for (; beat < bound.length && beatsFact(bound, beat) <= step.fact; beat++) {
        sections.push({ open: beatOf(tour, bound[beat]), steps: [] });
      }
      if (sections.length === 0) sections.push({ open: {}, steps: [] });
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
    for (; beat < bound.length; beat++)
      sections.push({ open: beatOf(tour, bound[beat]), steps: [] });
  }
  return {
    sections: sections.map(({ open, steps }) => ({ ...open, steps })),
    stepCount: log.steps.length,
  };
}

const beatsFact = (bound: readonly BoundBeat[], index: number): FactId => bound[index]?.fact ?? 0;

function chapterOf(log: TraceLog, index: number): Omit<OutlineSection, 'steps'> {
  const chapter = log.chapters[index];
  return chapter === undefined ? {} : { title: { id: `chapter.${chapter.id}` } };
}

function beatOf(tour: Tour, bound: BoundBeat | undefined): Omit<OutlineSection, 'steps'> {
  if (bound === undefined) return {};
  const { chapter, beat, first } = bound;
  const tells = beatWords(tour, chapter, beat);
  return first ? { tourTitle: `${tour.id}.${chapter.id}`, tells } : { tells };
}

/** All that the command printed: only the first piece of it is a step. */
function printedBy(log: TraceLog, first: FactId): string {
  const fact = log.fact(first);
  if (fact?.type !== 'OutputPrinted') return '';
  const pieces = log.factsOf(fact.component).flatMap((id) => {
    const each = id < first ? undefined : log.fact(id);
    return each?.type === 'OutputPrinted' && each.input === fact.input ? [each.text] : [];
  });
  return pieces.join('');
}

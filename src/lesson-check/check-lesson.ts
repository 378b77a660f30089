/** Checks a lesson as the page would open it: reads it, runs it, looks for each of its beats. */
import { allParts } from '#cluster/parts/all-parts';
import { TraceLog } from '#player/trace-log';
import { findScenario } from '#scenarios/index';
import type { Lesson, LessonProblem } from '#scenarios/lessons/lesson';
import { lessonTour } from '#scenarios/lessons/lesson-tour';
import { lineIn, readLesson } from '#scenarios/lessons/read-lesson';
import { type BoundBeat, bindTour } from '#scenarios/tours/bind-tour';
import { driveOf, type Tour } from '#scenarios/tours/tour';
import { readHostAction } from '#trace/host-words';
import { runRecording } from '#worker/run-recording';
import { nearSteps } from './near-steps.ts';

export interface CheckedLesson {
  readonly problems: readonly LessonProblem[];
  readonly beats: number;
  /** The number of steps of the whole run; 0 if the lesson could not be run. */
  readonly steps: number;
}

/** `base`: what `baseOf` finds for the lesson. */
export function checkLesson(text: string, base?: Tour): CheckedLesson {
  const read = readLesson(text);
  if (!read.ok) return { problems: read.error, beats: 0, steps: 0 };
  const lesson = read.value;
  const { tour } = lessonTour(lesson, base);
  const log = runOf(lesson, tour);
  const bound = bindTour(tour, log.steps, log.facts);
  const beats = lesson.beats.length;
  const own = tour.drive.length - (lesson.drive ?? []).length;
  const mistakes = [...refusedActs(text, lesson), ...refusedLines({ text, own, bound, log })];
  // What cannot be done has consequences, and no beat is to blame for them.
  if (mistakes.length > 0) return { problems: mistakes, beats, steps: log.steps.length };
  const problems: LessonProblem[] = [];
  const say = (index: number, message: string): void => {
    const id = lesson.beats[index]?.id ?? '';
    problems.push({ line: lineIn(text, 'beats', index), message: `beat "${id}" ${message}` });
  };
  for (const [index, { question, beat }] of bound.entries()) {
    if (beat.ask !== undefined && question === undefined) {
      say(index, 'asks before a step that does not come after it in this run');
    }
    const next = bound[index + 1]?.fact;
    if (question !== undefined && next !== undefined && question.reveal > next) {
      say(index, 'asks about a step after the next beat');
    }
  }
  if (bound.length < beats)
    say(bound.length, missing(lesson, bound.length, bound.at(-1)?.fact, log));
  return { problems, beats, steps: log.steps.length };
}

/** Acts that the lesson's run refuses: a verb without its argument, an absurd number. */
function refusedActs(text: string, { drive = [] }: Lesson): readonly LessonProblem[] {
  return drive.flatMap((act, index) => {
    const action = 'action' in act ? readHostAction(act.action) : undefined;
    if (action?.kind !== 'mistake') return [];
    const message = `drive.${index} cannot be done: ${action.problem}`;
    return [{ line: lineIn(text, 'drive', index), message }];
  });
}

interface Ran {
  readonly text: string;
  /** How many inputs of the run come before the lesson's own. */
  readonly own: number;
  readonly bound: readonly BoundBeat[];
  readonly log: TraceLog;
}

/**
 * Lines that kubectl cannot read, such as one with a mistyped command; what a server refuses may be
 * what the lesson is about, and so is an error at whose words a beat stands.
 */
function refusedLines({ text, own, bound, log }: Ran): readonly LessonProblem[] {
  const told = new Set(bound.map(({ fact }) => fact));
  const parsed = new Set(
    log.facts.slice().flatMap((f) => (f.type === 'CommandParsed' ? f.input : [])),
  );
  return log.facts.slice().flatMap((fact) => {
    if (fact.type !== 'OutputPrinted' || fact.stream !== 'stderr') return [];
    if (parsed.has(fact.input) || told.has(fact.id) || fact.input < own) return [];
    const index = fact.input - own;
    const said = fact.text.trim().replace(/\s+/g, ' ');
    const message = `drive.${index} cannot be done: ${said}`;
    return [{ line: lineIn(text, 'drive', index), message }];
  });
}

function runOf({ seed = 1 }: Lesson, tour: Tour): TraceLog {
  const log = new TraceLog();
  const inputs = driveOf(tour, findScenario(tour.scenario)?.readyAt ?? 0);
  for (const { facts } of runRecording({ scenario: tour.scenario, seed, inputs }, allParts)) {
    log.append(facts.slice(log.facts.length));
  }
  return log;
}

/** Why a beat has no place: its step is not in the run, or comes too early. */
function missing(lesson: Lesson, index: number, last: number | undefined, log: TraceLog): string {
  const beat = lesson.beats[index];
  const alone = { ...lesson, beats: lesson.beats.slice(index, index + 1) };
  const [earlier] = bindTour(lessonTour(alone).tour, log.steps, log.facts);
  if (earlier === undefined) {
    const ids = log.steps.map(({ id }) => id);
    const near = beat === undefined ? [] : nearSteps(beat.at, ids);
    const hint = near.length === 0 ? '' : `; near are ${near.join(', ')}`;
    return `has no step in this run: nothing is like its "at"${hint}`;
  }
  const step = log.steps.find(({ fact }) => fact === earlier.fact)?.id ?? '';
  const before = lesson.beats[index - 1]?.id ?? '';
  if (last === undefined || earlier.fact > last) return `begins at ${step}`;
  const later = log.steps.filter(({ fact }) => fact > last).map(({ id }) => id);
  const near = beat === undefined ? [] : nearSteps(beat.at, later);
  const hint = near.length === 0 ? '' : `; after it come ${near.join(', ')}`;
  return `comes too early: ${step} is not after the beat "${before}"${hint}`;
}

/** Checks a lesson as the page would open it: reads it, runs it, looks for each of its beats. */
import { allParts } from '#cluster/parts/all-parts';
import { TraceLog } from '#player/trace-log';
import { findScenario } from '#scenarios/index';
import type { Lesson, LessonProblem } from '#scenarios/lessons/lesson';
import { lessonTour } from '#scenarios/lessons/lesson-tour';
import { lineIn, readLesson } from '#scenarios/lessons/read-lesson';
import { bindTour } from '#scenarios/tours/bind-tour';
import { driveOf, type Tour } from '#scenarios/tours/tour';
import { readHostAction } from '#trace/host-words';
import { runRecording } from '#worker/run-recording';

export interface CheckedLesson {
  readonly problems: readonly LessonProblem[];
  readonly beats: number;
  /** The number of steps of the whole run; 0 if the lesson could not be run. */
  readonly steps: number;
}

export function checkLesson(text: string): CheckedLesson {
  const read = readLesson(text);
  if (!read.ok) return { problems: read.error, beats: 0, steps: 0 };
  const lesson = read.value;
  const { tour } = lessonTour(lesson);
  const log = runOf(lesson, tour);
  const bound = bindTour(tour, log.steps, log.facts);
  const beats = lesson.beats.length;
  const problems = [...mistakes(text, lesson)];
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
function mistakes(text: string, { drive = [] }: Lesson): readonly LessonProblem[] {
  return drive.flatMap((act, index) => {
    const action = 'action' in act ? readHostAction(act.action) : undefined;
    if (action?.kind !== 'mistake') return [];
    const message = `drive.${index} cannot be done: ${action.problem}`;
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
  const alone = { ...lesson, beats: lesson.beats.slice(index, index + 1) };
  const [earlier] = bindTour(lessonTour(alone).tour, log.steps, log.facts);
  if (earlier === undefined) return 'has no step in this run: nothing is like its "at"';
  const step = log.steps.find(({ fact }) => fact === earlier.fact)?.id ?? '';
  const before = lesson.beats[index - 1]?.id ?? '';
  return last === undefined || earlier.fact > last
    ? `begins at ${step}`
    : `comes too early: ${step} is not after the beat "${before}"`;
}

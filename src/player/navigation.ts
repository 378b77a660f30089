/** Where a step leads: the fact that the cursor goes to, computed from the log alone. */
import type { FactId } from '#trace/fact';
import type { PlayerState, StepSize } from './player-state.ts';

type Position = Pick<PlayerState, 'log' | 'cursor' | 'steps' | 'chapters' | 'options'>;

/** The cursor before anything a person did: the ready cluster, or just before their first input. */
export function homeOf({ log, steps, options }: Position): FactId {
  const first = steps[0];
  return first === undefined ? log.lastFactAt(options.readyAt) : first.fact - 1;
}

/** The cursor after one step forward; `undefined` at the end of what is known. */
export function forward(position: Position, size: StepSize): FactId | undefined {
  const { log, cursor, steps, chapters } = position;
  if (size === 'event') return cursor < log.facts.length ? cursor + 1 : undefined;
  if (size === 'chapter') {
    const next = chapters.find(({ fact }) => fact > cursor)?.fact ?? steps.at(-1)?.fact;
    return next !== undefined && next > cursor ? next : undefined;
  }
  const next = steps[(log.stepAt(cursor)?.index ?? -1) + 1];
  return next?.fact;
}

/** The cursor after one step back; the start of the story is the last one. */
export function back(position: Position, size: StepSize): FactId | undefined {
  const { log, cursor, chapters, steps } = position;
  const home = homeOf(position);
  if (size === 'event') return cursor > 0 ? cursor - 1 : undefined;
  if (cursor <= home) return undefined;
  if (size === 'chapter') {
    return chapters.findLast(({ fact }) => fact < cursor)?.fact ?? home;
  }
  const step = log.stepAt(cursor);
  if (step === undefined) return home;
  if (step.fact < cursor) return step.fact;
  return steps[step.index - 1]?.fact ?? home;
}

/** The nearest step among the causes of a fact, or its direct cause. */
export function causeStep({ log, cursor }: Position): FactId | undefined {
  const direct = log.fact(cursor)?.cause ?? 0;
  for (let id = direct; id > 0; id = log.fact(id)?.cause ?? 0) {
    if (log.stepAt(id)?.fact === id) return id;
  }
  return direct > 0 ? direct : undefined;
}

/** How many facts to look through for an effect that is a step. */
const searchLimit = 4000;

/** The first step among the effects of a fact, or its first effect. */
export function effectStep({ log, cursor }: Position): FactId | undefined {
  const queue = [...log.effectsOf(cursor)];
  let found: FactId | undefined;
  for (let index = 0; index < queue.length && index < searchLimit; index++) {
    const id = queue[index] ?? 0;
    if (found !== undefined && id >= found) continue;
    if (log.stepAt(id)?.fact === id) found = id;
    else queue.push(...log.effectsOf(id));
  }
  return found ?? log.effectsOf(cursor)[0];
}

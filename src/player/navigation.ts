/** Where a step leads: the fact that the cursor goes to, computed from the log alone. */
import type { FactId } from '#trace/fact';
import type { Here } from './here.ts';
import type { Depth, PlayerState } from './player-state.ts';
import type { Chapter, Step } from './steps.ts';

/** The cursor, and the parts of a run that it may go to from there. */
type From = Here &
  Pick<PlayerState, 'chapters' | 'options'> &
  Partial<Pick<PlayerState, 'marks' | 'beats' | 'toward'>>;

/** Where the story stops: at the stops of a tour, or else at the beats of the run. */
export const stopsOf = ({ marks, beats }: Pick<From, 'marks' | 'beats'>): readonly FactId[] =>
  (marks ?? beats ?? []).map(({ fact }) => fact);

/** Where the chapter keys go: to the stops of a tour, or else to the chapters of the run. */
const chaptersOf = ({ marks, chapters }: From): readonly FactId[] =>
  (marks?.filter(({ question }) => !question) ?? chapters).map(({ fact }) => fact);

/** The cursor before anything a person did: the ready cluster, or just before their first input. */
export function homeOf({ log, steps, options }: From): FactId {
  const first = steps[0];
  return first === undefined ? log.lastFactAt(options.readyAt) : first.fact - 1;
}

/** Whether nothing has been done yet at this fact: the cluster starts there, or waits. */
export const isBeforeAll = (from: From, at: FactId): boolean =>
  at === homeOf(from) || from.log.prologue.has(at);

/** Whether the cursor is after the last step of a run that is over: only heartbeats are left. */
export function isAtEnd({ status, steps, cursor }: PlayerState): boolean {
  const last = steps.at(-1)?.fact;
  return status.kind === 'done' && last !== undefined && cursor >= last;
}

/**
 * The moment at which a person acts now: on the live clock; at the end of the run, where the
 * simulator stands and goes on at once; or right after the cursor.
 */
export function momentToAct(state: PlayerState): number {
  const { live, scene, options, status } = state;
  const earliest = Math.max(scene.at + 1, options.readyAt);
  if (live !== undefined) return Math.max(Math.floor(live), earliest);
  return status.kind === 'done' && isAtEnd(state) ? Math.max(status.at + 1, earliest) : earliest;
}

/**
 * The depth of a step: within an unfolded beat the stages of that beat are walked, and no others.
 */
export function walked(
  { beats, steps, unfolded, cursor, depth }: PlayerState,
  direction: 'forward' | 'back',
): Depth {
  const beat = depth === 'story' ? beats[unfolded ?? -1] : undefined;
  const first = steps[beat?.first ?? -1]?.fact;
  if (beat === undefined || first === undefined || cursor < first || cursor > beat.fact)
    return depth;
  const edge = direction === 'forward' ? beat.fact : first;
  return cursor === edge ? depth : 'stages';
}

/** The cursor after one step forward; `undefined` at the end of the known facts. */
export function forward(from: From, depth: Depth): FactId | undefined {
  const { log, cursor, steps } = from;
  if (depth === 'events') return cursor < log.facts.length ? cursor + 1 : undefined;
  if (depth === 'story') {
    const next = stopsOf(from).find((fact) => fact > cursor) ?? steps.at(-1)?.fact;
    return next !== undefined && next > cursor ? next : undefined;
  }
  const next = steps[(log.stepAt(cursor)?.index ?? -1) + 1]?.fact;
  // A stop of a tour may stand between two stages.
  const mark = from.marks?.find(({ fact, question }) => fact > cursor && !question)?.fact;
  return mark !== undefined && mark < (next ?? Number.POSITIVE_INFINITY) ? mark : next;
}

/** The cursor after one step back; the start of the story is the last one. */
export function back(from: From, depth: Depth): FactId | undefined {
  const { log, cursor, steps } = from;
  const home = homeOf(from);
  if (depth === 'events') return cursor > 0 ? cursor - 1 : undefined;
  if (cursor <= home) return undefined;
  if (depth === 'story') return stopsOf(from).findLast((fact) => fact < cursor) ?? home;
  const step = log.stepAt(cursor);
  if (step === undefined) return home;
  const before = step.fact < cursor ? step.fact : (steps[step.index - 1]?.fact ?? home);
  const mark = from.marks?.findLast(({ fact, question }) => fact < cursor && !question);
  return Math.max(before, mark?.fact ?? 0);
}

/** Where the next chapter begins, or the last step. */
export function nextChapter(from: From): FactId | undefined {
  const { cursor, steps } = from;
  const next = chaptersOf(from).find((fact) => fact > cursor) ?? steps.at(-1)?.fact;
  return next !== undefined && next > cursor ? next : undefined;
}

/** Where this chapter begins, or the one before it when the cursor stands there. */
export function previousChapter(from: From): FactId | undefined {
  const home = homeOf(from);
  if (from.cursor <= home) return undefined;
  return chaptersOf(from).findLast((fact) => fact < from.cursor) ?? home;
}

/**
 * The number of the beat, stop or stage at the cursor, from 1, and how many there are. A folded
 * stage counts as its beat. Between two stops of a tour the words are still those of the first.
 */
export function countAt(from: From & Pick<PlayerState, 'depth'>): readonly [n: number, of: number] {
  const { log, depth, steps, marks, toward } = from;
  const cursor = toward ?? from.cursor;
  if (depth !== 'story') return [(log.stepAt(cursor)?.index ?? -1) + 1, steps.length];
  const stops = stopsOf(from);
  if (cursor < (steps[0]?.fact ?? cursor + 1)) return [0, stops.length];
  const told =
    marks === undefined
      ? stops.findIndex((fact) => fact >= cursor)
      : stops.findLastIndex((fact) => fact <= cursor);
  return [told < 0 && marks === undefined ? stops.length : told + 1, stops.length];
}

/**
 * The chapter that the page names: in *Story* that of the beat counted at the cursor, so that the
 * words, the number and the bead are of one place; at the other depths that of the step.
 */
export function chapterHere(
  from: From & Pick<PlayerState, 'depth' | 'chapter'>,
): Chapter | undefined {
  const { chapter, chapters, depth, marks } = from;
  if (depth !== 'story' || marks !== undefined) return chapter;
  const stop = stopsOf(from)[countAt(from)[0] - 1];
  return stop === undefined ? chapter : chapters.findLast(({ fact }) => fact <= stop);
}

/** At most this many of the stages folded into a beat are shown on the way to it. */
const mostPassed = 10;

/** The next stage shown on the way to a beat: all of them in turn, or some if they are many. */
export function passing({ log, cursor, steps }: From, toward: FactId): FactId {
  const here = log.stepAt(cursor)?.index ?? -1;
  const end = log.stepAt(toward)?.index ?? here;
  const stride = Math.max(1, Math.ceil((end - here) / mostPassed));
  return Math.min(steps[here + stride]?.fact ?? toward, toward);
}

/** The nearest step among the causes of a fact, or its direct cause. */
export function causeStep({ log, cursor }: From): FactId | undefined {
  const direct = log.fact(cursor)?.cause ?? 0;
  for (let id = direct; id > 0; id = log.fact(id)?.cause ?? 0) {
    if (log.stepAt(id)?.fact === id) return id;
  }
  return direct > 0 ? direct : undefined;
}

/**
 * The chain from a person's input, or from a component's own timer, to the cursor: the root and the
 * steps among the causes, oldest first.
 */
export function causeChain({ log, cursor }: Pick<Here, 'log' | 'cursor'>): readonly FactId[] {
  const chain: FactId[] = [];
  for (let id = cursor; id > 0; id = log.fact(id)?.cause ?? 0) {
    const isRoot = (log.fact(id)?.cause ?? 0) === 0;
    if (id === cursor || isRoot || log.stepAt(id)?.fact === id) chain.push(id);
  }
  return chain.reverse();
}

/** How many facts are examined for an effect that is a step. */
const searchLimit = 4000;

/** The first step among the effects of a fact, or its first effect. */
export function effectStep({ log, cursor }: From): FactId | undefined {
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

/**
 * The step whose id has the longest common beginning, the first of several: for other runs' links.
 */
export function nearest(steps: readonly Step[], id: string): Step | undefined {
  let best: Step | undefined;
  let longest = 0;
  for (const step of steps) {
    let same = 0;
    while (same < id.length && step.id[same] === id[same]) same++;
    if (same > longest) [best, longest] = [step, same];
  }
  return best ?? steps[0];
}

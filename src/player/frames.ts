/**
 * What encloses what in a run, for stepping as a debugger does: a command encloses its requests, a
 * controller's sync or a pod worker's sync the requests that it sends, a call what its callee does.
 *
 * Every frame is a pair of facts. Computed from the log alone, along the chain of causes.
 */
import type { Enclosure } from '#facts/fact-kind';
import { kindOf } from '#facts/facts';
import { pairOf } from '#facts/names';
import type { FactId } from '#trace/fact';
import type { Fact } from '#trace/trace-event';
import { type Journal, NotedMap } from './journal.ts';
import type { PlayerState } from './player-state.ts';
import type { TraceLog } from './trace-log.ts';

/** What is a frame; a request is one as its client sees it. */
const frames: ReadonlySet<Enclosure> = new Set<Enclosure>([
  'command',
  'request',
  'sync',
  'cycle',
  'pod-sync',
  'call',
]);

/** The frame that a fact begins. */
function begunBy(fact: Fact): Enclosure | undefined {
  const { begins } = kindOf(fact);
  return begins !== undefined && frames.has(begins) ? begins : undefined;
}

/** The frame that a fact may end. */
const endedBy = (fact: Fact): Enclosure | undefined =>
  kindOf(fact).ends?.find((each) => frames.has(each));

/** Which facts are the two ends of a frame, as they arrive. */
export class FrameIndex {
  readonly #open: Map<string, FactId>;
  readonly #ends = new Map<FactId, FactId>();
  readonly #begins = new Map<FactId, FactId>();

  constructor(journal: Journal) {
    this.#open = new NotedMap(journal);
  }

  /** Forgets a fact, the last of all; those that are open are cut with the journal. */
  forget(last: FactId): void {
    const begin = this.#begins.get(last);
    if (begin === undefined) return;
    this.#begins.delete(last);
    this.#ends.delete(begin);
  }

  add(fact: Fact): void {
    const begun = begunBy(fact);
    if (begun !== undefined) this.#open.set(frameKey(begun, fact), fact.id);
    const ended = endedBy(fact);
    if (ended === undefined) return;
    const key = frameKey(ended, fact);
    const begin = this.#open.get(key);
    if (begin === undefined) return;
    this.#open.delete(key);
    this.#ends.set(begin, fact.id);
    this.#begins.set(fact.id, begin);
  }

  /** The fact that ends the frame that this one begins; `undefined`: none, or not over yet. */
  endOf(begin: FactId): FactId | undefined {
    return this.#ends.get(begin);
  }

  /** The fact that began the frame that this one ends. */
  beginOf(end: FactId): FactId | undefined {
    return this.#begins.get(end);
  }
}

function frameKey(frame: Enclosure, fact: Fact): string {
  const component = fact.component === 'person' ? 'kubectl' : fact.component;
  return `${frame} ${component} ${pairOf(fact)}`;
}

/** The beginnings of all frames that are open around a fact, the innermost first. */
export function framesAround(log: TraceLog, id: FactId): readonly FactId[] {
  const frames: FactId[] = [];
  let at = log.fact(id);
  // What ends a frame stands beside the frame, not in it.
  let next = at === undefined ? 0 : (log.frames.beginOf(at.id) ?? at.id);
  for (at = log.fact(log.fact(next)?.cause ?? 0); at !== undefined; at = log.fact(next)) {
    const begin = log.frames.beginOf(at.id);
    if (begin !== undefined) {
      next = log.fact(begin)?.cause ?? 0;
      continue;
    }
    if (begunBy(at) !== undefined) {
      const end = log.frames.endOf(at.id);
      if (end === undefined || end > id) frames.push(at.id);
    }
    next = at.cause;
  }
  return frames;
}

type Position = Pick<PlayerState, 'log' | 'cursor' | 'steps'>;
export type Direction = 'forward' | 'back';

/** How many steps are looked at before the search is given up. */
const searchLimit = 600;

/** The nearest step in a direction whose frames satisfy a condition. */
function findStep(
  { log, cursor, steps }: Position,
  direction: Direction,
  fits: (frames: readonly FactId[]) => boolean,
): FactId | undefined {
  const by = direction === 'forward' ? 1 : -1;
  const here = log.stepAt(cursor);
  const stands = here?.fact === cursor;
  let index = (here?.index ?? -1) + (direction === 'forward' || stands ? by : 0);
  for (let count = 0; count < searchLimit; count++, index += by) {
    const step = steps[index];
    if (step === undefined) return undefined;
    if (fits(framesAround(log, step.fact))) return step.fact;
  }
  return undefined;
}

/** Over what begins at the cursor to its end, or to the next step that is not deeper. */
export function over(position: Position, direction: Direction): FactId | undefined {
  const { log, cursor } = position;
  const other = direction === 'forward' ? log.frames.endOf(cursor) : log.frames.beginOf(cursor);
  if (other !== undefined) return other;
  const own = new Set(framesAround(log, cursor));
  return findStep(position, direction, (frames) => frames.every((frame) => own.has(frame)));
}

/** Into what begins at the cursor: its first step; backwards, the last step of what ends here. */
export function into(position: Position, direction: Direction): FactId | undefined {
  const { log, cursor } = position;
  const frame = direction === 'forward' ? cursor : log.frames.beginOf(cursor);
  const begin = frame === undefined ? undefined : log.fact(frame);
  const inside =
    frame !== undefined && begin !== undefined && begunBy(begin) !== undefined
      ? findStep(position, direction, (frames) => frames.includes(frame))
      : undefined;
  if (inside !== undefined) return inside;
  const next = direction === 'forward' ? cursor + 1 : cursor - 1;
  return log.fact(next) === undefined ? undefined : next;
}

/** Out of what encloses the cursor: to its end, or backwards to its beginning. */
export function out(position: Position, direction: Direction): FactId | undefined {
  const [frame] = framesAround(position.log, position.cursor);
  if (frame === undefined) return undefined;
  return direction === 'forward' ? position.log.frames.endOf(frame) : frame;
}

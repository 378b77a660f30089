/**
 * What encloses what in a run, for stepping as a debugger does: a command encloses its requests;
 * the sync of a controller or of a pod worker encloses the requests that it sends; a call encloses
 * the work of its callee.
 *
 * Every frame is a pair of facts. Computed from the log alone, along the chain of causes.
 */
import type { FactId } from '#trace/fact';
import { begunBy } from './frame-index.ts';
import type { Here } from './here.ts';
import type { TraceLog } from './trace-log.ts';

/** The beginnings of all frames that are open around a fact, the innermost first. */
export function framesAround(log: TraceLog, id: FactId): readonly FactId[] {
  const frames: FactId[] = [];
  let at = log.fact(id);
  // The fact that ends a frame stands beside the frame, not in it.
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

export type Direction = 'forward' | 'back';

/** How many steps are examined before the search is given up. */
const searchLimit = 600;

/** The nearest step in a direction whose frames satisfy a condition. */
function findStep(
  { log, cursor, steps }: Here,
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

/**
 * Steps over the frame that begins at the cursor to its end, or to the next step that is not
 * deeper.
 */
export function over(position: Here, direction: Direction): FactId | undefined {
  const { log, cursor } = position;
  const other = direction === 'forward' ? log.frames.endOf(cursor) : log.frames.beginOf(cursor);
  if (other !== undefined) return other;
  const own = new Set(framesAround(log, cursor));
  return findStep(position, direction, (frames) => frames.every((frame) => own.has(frame)));
}

/**
 * Steps into the frame that begins at the cursor, to its first step; backwards, to the last step of
 * the frame that ends here.
 */
export function into(position: Here, direction: Direction): FactId | undefined {
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

/** Steps out of the frame around the cursor: to its end, or backwards to its beginning. */
export function out(position: Here, direction: Direction): FactId | undefined {
  const [frame] = framesAround(position.log, position.cursor);
  if (frame === undefined) return undefined;
  return direction === 'forward' ? position.log.frames.endOf(frame) : frame;
}

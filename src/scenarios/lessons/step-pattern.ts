/**
 * Which steps a lesson means: the start of a step's id, part by part. `*` is anything in one part,
 * `**` any number of parts.
 *
 * Anybody writes these: they are compared in time that grows with their length alone, which regular
 * expressions are not.
 */
import type { LessonSteps } from './lesson.ts';

/** Something that knows a step by its id; a regular expression is one. */
export interface StepPattern {
  test(id: string): boolean;
}

export function stepPattern(steps: LessonSteps): StepPattern {
  const patterns = (typeof steps === 'string' ? [steps] : steps).map(partsOf);
  return {
    test(id) {
      const parts = partsOf(id);
      return patterns.some((pattern) => begins(pattern, parts));
    },
  };
}

const partsOf = (text: string): readonly string[] => text.replace(/\/$/, '').split('/');

/** Whether an id begins as a pattern says: goes back to the last `**` only. */
function begins(pattern: readonly string[], id: readonly string[]): boolean {
  let [at, from] = [0, 0];
  let again: { readonly at: number; from: number } | undefined;
  while (at < pattern.length) {
    const part = pattern[at] ?? '';
    const own = id[from];
    if (part === '**') {
      again = { at, from };
      at += 1;
    } else if (own !== undefined && isLike(part, own)) {
      at += 1;
      from += 1;
    } else if (again !== undefined && again.from < id.length) {
      again.from += 1;
      at = again.at + 1;
      from = again.from;
    } else return false;
  }
  return true;
}

/** Whether one part is as a pattern says: the pieces between its stars, in order. */
function isLike(pattern: string, part: string): boolean {
  const [first = '', ...pieces] = pattern.split('*');
  const last = pieces.pop();
  if (last === undefined) return pattern === part;
  if (part.length < first.length + last.length) return false;
  if (!part.startsWith(first) || !part.endsWith(last)) return false;
  let from = first.length;
  for (const piece of pieces) {
    const found = part.indexOf(piece, from);
    if (found === -1) return false;
    from = found + piece.length;
  }
  return from <= part.length - last.length;
}

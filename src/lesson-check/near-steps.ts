/** The steps of a run that are most like an `at` which is like none of them: for its author. */
import { editDistance } from '#base/edit-distance';
import type { LessonSteps } from '#scenarios/lessons/lesson';

const most = 3;
/** Letters of one part of a pattern; a longer one is like no step. */
const longestPart = 100;

/** Beginnings of ids, nearest first, as long as the pattern is; none if nothing is like it. */
export function nearSteps(at: LessonSteps, ids: readonly string[]): readonly string[] {
  const patterns = (typeof at === 'string' ? [at] : at).map((text) => text.split('/'));
  const found = new Map<string, number>();
  for (const pattern of patterns) {
    for (const begin of new Set(
      ids.map((id) => id.split('/').slice(0, pattern.length).join('/')),
    )) {
      const share = difference(pattern, begin.split('/'));
      if (share < 1 && share < (found.get(begin) ?? 1)) found.set(begin, share);
    }
  }
  return [...found]
    .sort(([a, x], [b, y]) => x - y || a.length - b.length)
    .slice(0, most)
    .map(([begin]) => begin);
}

/** The share of a part's letters that differ; more of them make another word. */
const farthest = 0.5;

/** Part by part, because a star stands for one of them; 0 is alike, 1 is another step. */
function difference(pattern: readonly string[], begin: readonly string[]): number {
  let [letters, changed] = [0, 0];
  for (const [index, part] of pattern.entries()) {
    const own = begin[index] ?? '';
    if (part.includes('*')) continue;
    if (part.length > longestPart) return 1;
    const [length, edits] = [Math.max(part.length, own.length), editDistance(part, own)];
    if (edits > length * farthest) return 1;
    letters += length;
    changed += edits;
  }
  return letters === 0 ? 1 : changed / letters;
}

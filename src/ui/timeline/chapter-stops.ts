/** Which stops of the story each chapter has. */
import type { ChapterId } from '#player/chapters';
import type { Chapter } from '#player/steps';
import type { FactId } from '#trace/fact';

export interface ChapterStops {
  readonly id: ChapterId;
  /** The index of the chapter, from 0. */
  readonly index: number;
  /** Its first stop, an index into the stops of the run. */
  readonly first: number;
  readonly count: number;
}

/** The chapters that have a stop, in order. Stops before the first of them belong to it. */
export function chapterStops(
  chapters: readonly Pick<Chapter, 'id' | 'index' | 'fact'>[],
  stops: readonly FactId[],
): readonly ChapterStops[] {
  const begins = chapters
    .map(({ id, index, fact }) => ({ id, index, first: stops.findIndex((stop) => stop >= fact) }))
    .filter(({ first }) => first >= 0);
  // If two chapters begin at the same stop, the stop is in the later one.
  const own = begins.filter(({ first }, at) => first !== begins[at + 1]?.first);
  return own.map(({ id, index, first }, at) => {
    const from = at === 0 ? 0 : first;
    return { id, index, first: from, count: (own[at + 1]?.first ?? stops.length) - from };
  });
}

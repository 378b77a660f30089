/** The stops of the story as the page counts them, and the place of the cursor among them. */
import { useMemo } from 'react';
import { countAt, stopsOf } from '#player/navigation';
import { player, usePlayer } from '#player/player';
import type { FactId } from '#trace/fact';
import { type ChapterStops, chapterStops } from './chapter-stops.ts';

interface Stops {
  readonly stops: readonly FactId[];
  readonly chapters: readonly ChapterStops[];
  /** The stop at the cursor, from 0; −1 before the first. */
  readonly now: number;
}

export function useStops(): Stops {
  const beats = usePlayer((state) => state.beats);
  const marks = usePlayer((state) => state.marks);
  const chapters = usePlayer((state) => state.chapters);
  const now = usePlayer((state) => countAt({ ...state, depth: 'story' })[0] - 1);
  const stops = useMemo(() => stopsOf({ beats, marks }), [beats, marks]);
  return useMemo(
    () => ({ stops, chapters: chapterStops(chapters, stops), now }),
    [stops, chapters, now],
  );
}

/** Cuts to a stop, counted from 0; before the first one, to the start. */
export function goToStop(index: number): void {
  const { playing, pause, seek, toStart, ...state } = player.getState();
  if (playing) pause();
  const fact = stopsOf(state)[index];
  if (fact === undefined) toStart();
  else seek(fact);
}

/** On a phone: the beats or the steps as one slider, with a tick where each chapter begins. */
import { type ReactNode, useMemo } from 'react';
import { countAt, stopsOf } from '#player/navigation';
import { player, usePlayer } from '#player/player';
import { dragHandlers } from './scrub.ts';
import { useScrubber } from './use-scrubber.ts';
import { goToStop, useStops } from './use-stops.ts';

export function ChapterSlider(): ReactNode {
  const slider = useScrubber();
  const place = usePlayer((state) => countAt(state)[0]);
  const places = usePlayer((state) => countAt(state)[1]);
  const begins = useChapterBegins();
  const share = (count: number): string => `${(100 * count) / Math.max(1, places)}%`;
  const drag = dragHandlers((x, width) => goToShare(x / Math.max(1, width)));
  return (
    <div className="chapter-slider" {...slider} {...drag}>
      <span className="track" />
      <span className="done" style={{ width: share(place) }} />
      {begins.map((first) => (
        <span key={first} className="tick" style={{ left: share(first + 1) }} />
      ))}
      <span className="knob" style={{ left: share(place) }} />
    </div>
  );
}

/** Where each chapter begins: its first beat in the story, else its first step. */
function useChapterBegins(): readonly number[] {
  const told = usePlayer(({ depth }) => depth === 'story');
  const chapters = usePlayer((state) => state.chapters);
  const stops = useStops().chapters;
  return useMemo(
    () => (told ? stops.map(({ first }) => first) : chapters.map(({ step }) => step)),
    [told, stops, chapters],
  );
}

/** Cuts to the beat, or in finer depths to the step, at a share of the run. */
function goToShare(share: number): void {
  const state = player.getState();
  if (state.depth === 'story') goToStop(Math.round(share * stopsOf(state).length) - 1);
  else state.seekFraction(share);
}

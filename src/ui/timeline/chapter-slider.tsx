/** On a phone: the steps as one slider, with a tick where each chapter begins. */
import { type ReactNode, useMemo } from 'react';
import { player, usePlayer } from '#player/player';
import { dragHandlers } from './scrub.ts';
import { useScrubber } from './use-scrubber.ts';

export function ChapterSlider(): ReactNode {
  const slider = useScrubber();
  const step = usePlayer((state) => (state.step === undefined ? 0 : state.step.index + 1));
  const steps = usePlayer((state) => state.steps.length);
  const chapters = usePlayer((state) => state.chapters);
  const share = (count: number): string => `${(100 * count) / Math.max(1, steps)}%`;
  const ticks = useMemo(
    () =>
      chapters.map(({ index, step: first }) => {
        const left = `${(100 * (first + 1)) / Math.max(1, steps)}%`;
        return <span key={index} className="tick" style={{ left }} />;
      }),
    [chapters, steps],
  );
  const drag = dragHandlers((x, width) => player.getState().seekFraction(x / Math.max(1, width)));
  return (
    <div className="chapter-slider" {...slider} {...drag}>
      <span className="track" />
      <span className="done" style={{ width: share(step) }} />
      {ticks}
      <span className="knob" style={{ left: share(step) }} />
    </div>
  );
}

/**
 * The line of now, with its moment in the ruler. It is written to directly: while a step plays,
 * nothing else renders for it.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { momentWords } from '#facts/words';
import { player } from '#player/player';
import type { Player } from '#player/player-state';
import type { TimeScale } from '#player/time-scale';

interface PlayheadProps {
  readonly scale: TimeScale;
  readonly start: number;
  readonly width: number;
  /** The beginning of the run, which counts as zero. */
  readonly origin: number;
}

const tagWidth = 60;

/** The flag in the ruler, and the line as far as the rows. */
export function Playhead(props: PlayheadProps): ReactNode {
  return (
    <div className="playhead" ref={useMoved(props)} aria-hidden="true">
      <span />
    </div>
  );
}

/** The line through the rows: over the marks and the arrows, under the numbers. */
export function LineOfNow(props: PlayheadProps): ReactNode {
  return <div className="line-of-now" ref={useMoved(props)} aria-hidden="true" />;
}

/** Keeps an element at the moment shown; its tag, if it has one, shows that moment. */
function useMoved({ scale, start, width, origin }: PlayheadProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const draw = ({ from, scene, t }: Player): void => {
      const line = ref.current;
      if (line === null) return;
      const at = Math.max(origin, from.at + (scene.at - from.at) * t);
      const x = Math.min(width, Math.max(0, scale.toX(at) - start));
      line.style.transform = `translateX(${x}px)`;
      const tag = line.firstElementChild;
      if (!(tag instanceof HTMLElement)) return;
      const edge = Math.min(0, width - tagWidth / 2 - x);
      tag.style.marginLeft = `${edge}px`;
      tag.textContent = momentWords(at - origin);
    };
    draw(player.getState());
    return player.subscribe((state, before) => {
      if (state.t !== before.t || state.scene !== before.scene) draw(state);
    });
  }, [scale, start, width, origin]);
  return ref;
}

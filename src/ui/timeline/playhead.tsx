/** The line of now. It is written to directly: while a step plays, nothing else renders for it. */
import { type ReactNode, useEffect, useRef } from 'react';
import { player } from '#player/player';
import type { Player } from '#player/player-state';
import type { TimeScale } from '#player/time-scale';
import { momentWords } from '../narration/words.ts';

interface PlayheadProps {
  readonly scale: TimeScale;
  readonly start: number;
  readonly width: number;
  /** The beginning of the run, which counts as zero. */
  readonly origin: number;
}

const tagWidth = 60;

export function Playhead({ scale, start, width, origin }: PlayheadProps): ReactNode {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const draw = ({ from, scene, t }: Player): void => {
      const line = ref.current;
      const tag = line?.firstElementChild;
      if (!line || !(tag instanceof HTMLElement)) return;
      const at = Math.max(origin, from.at + (scene.at - from.at) * t);
      const x = Math.min(width, Math.max(0, scale.toX(at) - start));
      line.style.transform = `translateX(${x}px)`;
      const edge = Math.min(0, width - tagWidth / 2 - x);
      tag.style.marginLeft = `${edge}px`;
      tag.textContent = momentWords(at - origin);
    };
    draw(player.getState());
    return player.subscribe((state, before) => {
      if (state.t !== before.t || state.scene !== before.scene) draw(state);
    });
  }, [scale, start, width, origin]);
  return (
    <div className="playhead" ref={ref} aria-hidden="true">
      <span />
    </div>
  );
}

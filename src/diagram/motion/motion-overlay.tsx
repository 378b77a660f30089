/**
 * Draws what moves: one layer over the map, written to directly on each frame, so that nothing
 * else renders while a dot travels.
 */

import { type ReactNode, useEffect, useRef } from 'react';
import { player } from '#player/player';
import type { Player } from '#player/player-state';
import type { ClusterLayout } from '../layout/layout.ts';
import type { Point } from '../layout/polyline.ts';
import { type Motion, motionOf } from './motion.ts';

const ringSlots = Array.from({ length: 11 }, (_, index) => index);

export function MotionOverlay({ layout }: { readonly layout: ClusterLayout }): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const draw = (state: Player): void => {
      const { log, from, scene, t } = state;
      if (root.current !== null) write(root.current, motionOf(log, from, scene, t, layout));
    };
    draw(player.getState());
    return player.subscribe((state, before) => {
      if (state.t !== before.t || state.scene !== before.scene) draw(state);
    });
  }, [layout]);
  return (
    <div className="motion" ref={root} aria-hidden="true">
      <svg className="motion-lit" width={layout.width} height={layout.height} aria-hidden="true">
        <path className="route lit" />
      </svg>
      {ringSlots.map((slot) => (
        <div key={slot} className="ring" hidden />
      ))}
      <div className="watch-event" hidden>
        <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
          <path d="M7 1l6 6-6 6-6-6z" />
        </svg>
      </div>
      <div className="request-dot" data-dot data-side="above" hidden>
        <span className="halo" />
        <span className="core" />
        <svg className="octagon" width="28" height="22" viewBox="0 0 28 22" aria-hidden="true">
          <path d="M8 1h12l7 10-7 10H8L1 11z" />
          <path d="M9 11h10" />
        </svg>
        <b className="tag" />
      </div>
    </div>
  );
}

function write(root: HTMLElement, { lit, dot, diamond, rings }: Motion): void {
  root.querySelector('.motion-lit path')?.setAttribute('d', lit);
  const dotElement = root.querySelector<HTMLElement>('.request-dot');
  if (dotElement !== null) {
    place(dotElement, dot?.at);
    dotElement.classList.toggle('denied', dot?.denied ?? false);
    dotElement.dataset['side'] = dot?.side ?? 'above';
    const tag = dotElement.querySelector('.tag');
    const label = dot?.label ?? '';
    if (tag !== null && tag.textContent !== label) tag.textContent = label;
  }
  const diamondElement = root.querySelector<HTMLElement>('.watch-event');
  if (diamondElement !== null) place(diamondElement, diamond);
  root.querySelectorAll<HTMLElement>('.ring').forEach((ring, index) => {
    place(ring, rings[index]);
  });
}

function place(element: HTMLElement, at: Point | undefined): void {
  element.hidden = at === undefined;
  if (at === undefined) element.removeAttribute('style');
  else element.style.transform = `translate(${at.x}px, ${at.y}px)`;
}

/**
 * Draws what moves: one layer over the map, written to directly on each frame, so that nothing
 * else renders while a dot travels.
 */

import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '#i18n/locale';
import { player } from '#player/player';
import type { Player } from '#player/player-state';
import type { ClusterLayout } from '../layout/layout.ts';
import type { Point } from '../layout/polyline.ts';
import { heardOf } from '../story/heard.ts';
import { togetherHere } from '../story/together.ts';
import { type Motion, motionOf } from './motion.ts';

const ringSlots = Array.from({ length: 11 }, (_, index) => index);

export function MotionOverlay({ layout }: { readonly layout: ClusterLayout }): ReactNode {
  const t = useT();
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const draw = (state: Player): void => {
      const { log, from, scene, t } = state;
      if (root.current === null) return;
      const beat = { heard: heardOf(state), together: togetherHere(state) };
      write(root.current, motionOf(log, from, scene, t, layout, beat));
    };
    draw(player.getState());
    return player.subscribe((state, before) => {
      if (state.t !== before.t || state.scene !== before.scene) draw(state);
    });
  }, [layout]);
  return (
    <div className="motion" ref={root} aria-hidden="true">
      <svg className="motion-lit" width={layout.width} height={layout.height} aria-hidden="true">
        <defs>
          <marker
            id="heard-here"
            viewBox="0 0 12 10"
            refX="11"
            refY="5"
            orient="auto"
            markerUnits="userSpaceOnUse"
            markerWidth="12"
            markerHeight="10"
          >
            <path d="M0 0l12 5-12 5z" />
          </marker>
        </defs>
        <path className="route beside" />
        <path className="route lit" />
        <path className="casing" />
        <path className="heard" markerEnd="url(#heard-here)" />
        <path className="packet-way" />
      </svg>
      {ringSlots.map((slot) => (
        <div key={slot} className="ring" hidden />
      ))}
      <div className="watch-event" hidden>
        <p className="signal" data-anchor="watch/event">
          <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
            <path d="M7 1.500l5.500 5.500-5.500 5.500-5.500-5.500z" />
          </svg>
          <b />
          <code />
        </p>
      </div>
      <div className="balancer" hidden>
        <span>{t('map.balancer')}</span>
      </div>
      <div className="packet" hidden>
        <p className="signal">
          <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
            <path d="M1.500 3h11v8h-11zM1.500 3l5.500 4.500 5.500-4.500" />
          </svg>
          <b />
          <code />
        </p>
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

function write(root: HTMLElement, motion: Motion): void {
  const { lit, beside, dot, signal, packet, rings } = motion;
  root.querySelector('.route.beside')?.setAttribute('d', beside);
  root.querySelector('.route.lit')?.setAttribute('d', lit);
  const dotElement = root.querySelector<HTMLElement>('.request-dot');
  if (dotElement !== null) {
    place(dotElement, dot?.at);
    dotElement.classList.toggle('denied', dot?.denied ?? false);
    dotElement.dataset['side'] = dot?.side ?? 'above';
    say(dotElement.querySelector('.tag'), dot?.label ?? '');
  }
  writeSignal(root, signal);
  writePacket(root, packet);
  root.querySelectorAll<HTMLElement>('.ring').forEach((ring, index) => {
    place(ring, rings[index]);
  });
}

function writeSignal(root: HTMLElement, signal: Motion['signal']): void {
  const ticket = root.querySelector<HTMLElement>('.watch-event');
  if (ticket === null) return;
  place(ticket, signal?.at);
  for (const line of root.querySelectorAll('.casing, .heard')) {
    line.setAttribute('d', signal?.lit ?? '');
  }
  say(ticket.querySelector('b'), signal?.event ?? '');
  say(ticket.querySelector('code'), signal === undefined ? '' : `${signal.kind} ${signal.name}`);
}

function writePacket(root: HTMLElement, packet: Motion['packet']): void {
  const ticket = root.querySelector<HTMLElement>('.packet');
  const balancer = root.querySelector<HTMLElement>('.balancer');
  if (ticket === null || balancer === null) return;
  place(ticket, packet?.at);
  place(balancer, packet?.balancer);
  ticket.classList.toggle('lost', packet?.lost ?? false);
  root.querySelector('.packet-way')?.setAttribute('d', packet?.lit ?? '');
  say(ticket.querySelector('b'), packet?.protocol ?? '');
  say(ticket.querySelector('code'), packet?.addresses ?? '');
}

function say(element: Element | null, words: string): void {
  if (element !== null && element.textContent !== words) element.textContent = words;
}

function place(element: HTMLElement, at: Point | undefined): void {
  element.hidden = at === undefined;
  if (at === undefined) element.removeAttribute('style');
  else element.style.transform = `translate(${at.x}px, ${at.y}px)`;
}

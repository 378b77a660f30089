/**
 * The camera: fits the map into the canvas, but never so small that 12 px text is drawn smaller.
 * When the map is larger than the canvas, the camera shows the part where the step is.
 */

import { useCallback, useEffect } from 'react';
import { useReactFlow, type Viewport } from 'reactflow';
import { create } from 'zustand';
import { player } from '#player/player';
import type { Player } from '#player/player-state';
import { canEnter, useDiagram } from './diagram-store.ts';
import { type ClusterLayout, centreOf } from './layout/layout.ts';
import type { Point, Rect } from './layout/polyline.ts';
import { currentRoom } from './selectors.ts';
import { castHere } from './story/cast.ts';
import { roomOfAnchor } from './story/room-of-anchor.ts';

const flight = 350;
/** How far the map is magnified at most; a slide may fill the largest screens. */
export const largestZoom = (magnified: boolean): number => (magnified ? 8 : 2);
/**
 * Text of 14 px is made a little smaller where the whole map is seen then; one that is still too
 * large is seen in part.
 */
export const smallestZoom = 0.9;
/** Of the margin below the map this much may be cut before the map moves. */
const spare = 8;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Counts requests to fit, so that a button outside of the canvas can ask for one. */
const useFitRequests = create<{ readonly count: number }>(() => ({ count: 0 }));

export const requestFit = (): void =>
  useFitRequests.setState(({ count }) => ({ count: count + 1 }));

const useSight = create<{ readonly at: Point | undefined }>(() => ({ at: undefined }));

/** Pans to a point of an inside that is larger than the canvas; `undefined` pans to none. */
export const lookAt = (at: Point | undefined): void => useSight.setState({ at });

/** The view of a map in a canvas: the whole map if it fits, otherwise the part around `focus`. */
function viewOf(map: Size, canvas: Size, focus: Point | undefined): Viewport {
  const most = largestZoom(useDiagram.getState().magnified);
  const fit = Math.min(canvas.width / map.width, canvas.height / map.height);
  const zoom = Math.min(most, fit < smallestZoom ? 1 : fit);
  const at = focus ?? { x: 0, y: 0 };
  return {
    x: offset(map.width * zoom, canvas.width, at.x * zoom, true),
    y: offset(map.height * zoom, canvas.height, at.y * zoom, false),
    zoom,
  };
}

function offset(map: number, canvas: number, focus: number, centred: boolean): number {
  if (map <= canvas + (centred ? 0 : spare)) return centred ? (canvas - map) / 2 : 0;
  return Math.min(0, Math.max(canvas - map, canvas / 2 - focus));
}

/** Whether a room is in view: the whole of it, or as much as the canvas can show. */
function isInView(rect: Rect, { x, y, zoom }: Viewport, canvas: Size): boolean {
  const left = rect.x * zoom + x;
  const top = rect.y * zoom + y;
  const right = left + rect.width * zoom;
  const bottom = top + rect.height * zoom;
  return left >= -1 && top >= -1 && right <= canvas.width + 1 && bottom <= canvas.height + 1;
}

/** The rectangle around all rooms of the cast. */
function castRect(player: Player, layout: ClusterLayout): Rect | undefined {
  const names = new Set(castHere(player).anchors.map(roomOfAnchor));
  const rooms = [...names].flatMap((name) => layout.rooms.get(name) ?? []);
  if (rooms.length === 0) return undefined;
  const x = Math.min(...rooms.map((room) => room.x));
  const y = Math.min(...rooms.map((room) => room.y));
  const right = Math.max(...rooms.map((room) => room.x + room.width));
  const bottom = Math.max(...rooms.map((room) => room.y + room.height));
  return { x, y, width: right - x, height: bottom - y };
}

interface CameraOptions {
  readonly layout: ClusterLayout;
  readonly inside: boolean;
  readonly size: Size;
  readonly width: number;
  readonly height: number;
  readonly reducedMotion: boolean;
}

export function useCamera(options: CameraOptions): void {
  const { layout, inside, size, width, height, reducedMotion } = options;
  const { setViewport, getViewport } = useReactFlow();
  const fits = useFitRequests(({ count }) => count);
  const sight = useSight(({ at }) => at);
  const show = useCallback(
    (focus: Point | undefined, duration: number) => {
      if (width === 0) return;
      setViewport(viewOf(size, { width, height }, focus), { duration }).catch(() => undefined);
    },
    [setViewport, size, width, height],
  );
  // A new size, another room or the Fit button shows the whole map, or as much of it as fits.
  // Presses are counted, so that each one is a new value.
  useEffect(() => {
    const { focus } = useDiagram.getState();
    const state = player.getState();
    const cast = focus === undefined ? castRect(state, layout) : undefined;
    const rect = inside ? undefined : (cast ?? layout.rooms.get(focus ?? currentRoom(state) ?? ''));
    show(rect === undefined ? undefined : centreOf(rect), fits > 0 && !reducedMotion ? 1 : 0);
  }, [fits, show, inside, layout, reducedMotion]);
  useEffect(() => {
    if (!inside || sight === undefined || !useDiagram.getState().following) return;
    show(sight, reducedMotion ? 0 : flight);
  }, [inside, sight, show, reducedMotion]);
  useEffect(() => {
    if (inside) return undefined;
    return player.subscribe((state, before) => {
      if (
        (state.scene === before.scene && state.toward === before.toward) ||
        !useDiagram.getState().following
      )
        return;
      const rect = castRect(state, layout) ?? layout.rooms.get(currentRoom(state) ?? '');
      if (rect === undefined || isInView(rect, getViewport(), { width, height })) return;
      show(centreOf(rect), reducedMotion ? 0 : flight);
    });
  }, [inside, layout, getViewport, width, height, reducedMotion, show]);
}

/**
 * The camera of the story: it goes into the room that a beat happens in, and back out for what
 * crosses rooms, before the movement begins. It stays where a person opened a room.
 */
export function useStoryCamera(): void {
  useEffect(() => {
    const go = (state: Player): void => {
      const { following, byHand, room, station, show } = useDiagram.getState();
      if (state.depth !== 'story' || !following || byHand || station !== undefined) return;
      const { inside } = castHere(state);
      if (inside !== room && (inside === undefined || canEnter(inside))) show(inside);
    };
    const unfollow = useDiagram.subscribe((state, before) => {
      const told = state.castAt !== before.castAt;
      if (told || state.following !== before.following || state.byHand !== before.byHand) {
        go(player.getState());
      }
    });
    const leave = player.subscribe((state, before) => {
      const { room, byHand, show } = useDiagram.getState();
      // Beside the story a room is open only because a person opened it.
      if (state.depth !== 'story' && before.depth === 'story' && room !== undefined && !byHand) {
        show(undefined);
      }
      const moved = state.cursor !== before.cursor || state.toward !== before.toward;
      if (moved || state.depth !== before.depth || state.log !== before.log) go(state);
    });
    return () => {
      unfollow();
      leave();
    };
  }, []);
}

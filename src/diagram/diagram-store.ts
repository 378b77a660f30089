/**
 * Where the viewer is on the map: which room is open, whether the camera follows the step, and
 * which parts the words on the page name.
 */

import { create } from 'zustand';
import type { Anchor } from '#facts/telling';
import type { RoomId } from '#player/place';
import type { Player } from '#player/player-state';
import type { Plan } from './layout/layout.ts';

interface DiagramState {
  /** The room that fills the canvas; `undefined` for the whole cluster. */
  readonly room: RoomId | undefined;
  /** The stage of the room that is open as tables. */
  readonly station: string | undefined;
  readonly following: boolean;
  /** Whether a person opened the room: then the story does not leave it. */
  readonly byHand: boolean;
  /** The room that the camera shows wherever the step is, until the camera has to follow again. */
  readonly focus: RoomId | undefined;
  /** Whether the picture is drawn as large as the canvas allows: for a class. */
  readonly magnified: boolean;
  /** Where the rooms of the cast stand, and nobody else; `undefined`: all of them, as on a map. */
  readonly plan: Plan | undefined;
  /** What the sentence that is being read names now. */
  readonly lit: readonly Anchor[];
  /** What must be readable in the picture for what is told; set by who tells. */
  readonly castAt: (player: Player) => readonly Anchor[];
  /** The anchors that a person points at, in the words or in the picture. */
  readonly pointed: Anchor | undefined;
  /** Opens a room that has an inside. */
  enter(room: RoomId): void;
  /** Shows the place of the story: a room from inside, or the map. */
  show(room: RoomId | undefined): void;
  /** Opens a stage of the open room; `undefined` shows the whole room again. */
  enterStation(station: string | undefined): void;
  /** Goes up by one level. */
  leave(): void;
  setFollowing(following: boolean): void;
  setFocus(room: RoomId): void;
}

/** The form of the name of a room; names in a link are checked against it. */
export const roomIds =
  /^(kubectl|etcd|kube-(apiserver|controller-manager|scheduler)|node-\d{1,3})$/;

/** The form of the name of a stage: a controller, a module of a kubelet, a step of a room. */
export const stationIds = /^[a-z][a-z0-9:-]{1,60}$/i;

/** Rooms without stages of their own. */
const closedRooms = new Set<RoomId>(['kubectl']);

export const canEnter = (room: RoomId): boolean => !closedRooms.has(room);

/** Rooms with a picture of their inside for the story: all that the beat names, in one view. */
const storyRooms = /^(node-|kube-(apiserver|controller-manager|scheduler)$)/;

/** Whether the camera of the story shows the open room, as the picture of the beat. */
export const isStoryInside = ({ room, byHand }: Pick<DiagramState, 'room' | 'byHand'>): boolean =>
  room !== undefined && !byHand && storyRooms.test(room);

export const useDiagram = create<DiagramState>((set) => ({
  room: undefined,
  station: undefined,
  following: true,
  byHand: false,
  focus: undefined,
  magnified: false,
  plan: undefined,
  lit: [],
  castAt: () => [],
  pointed: undefined,
  enter: (room) => {
    if (canEnter(room)) set({ room, station: undefined, following: true, byHand: true });
  },
  show: (room) => set({ room, station: undefined, byHand: false }),
  enterStation: (station) => set({ station }),
  leave: () =>
    set(({ station }) =>
      station === undefined
        ? { room: undefined, following: true, byHand: false }
        : { station: undefined },
    ),
  setFollowing: (following) => set({ following, byHand: false, focus: undefined }),
  setFocus: (focus) => set({ focus, following: false }),
}));

/** Where the viewer is on the map: which room is open, and whether the camera follows the step. */

import { create } from 'zustand';
import type { RoomId } from '#player/place';

interface DiagramState {
  /** The room that fills the canvas; `undefined`: the whole cluster. */
  readonly room: RoomId | undefined;
  readonly following: boolean;
  /** Opens a room that has an inside. */
  enter(room: RoomId): void;
  leave(): void;
  setFollowing(following: boolean): void;
}

/** Rooms without stages of their own. */
const closedRooms = new Set<RoomId>(['kubectl']);

export const canEnter = (room: RoomId): boolean => !closedRooms.has(room);

export const useDiagram = create<DiagramState>((set) => ({
  room: undefined,
  following: true,
  enter: (room) => {
    if (canEnter(room)) set({ room, following: true });
  },
  leave: () => set({ room: undefined, following: true }),
  setFollowing: (following) => set({ following }),
}));

/** Which component draws the inside of which room, and how large it is. */
import type { RoomId } from '#player/place';

export const insideTypes = {};

/** Pixels of the canvas at zoom 1. */
export const insideSizes: Readonly<Record<RoomId, { width: number; height: number }>> = {};
export const nodeInside = { width: 1064, height: 660 };

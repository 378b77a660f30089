/** What a layout of the cluster defines: where rooms stand, where lines run, where stations are. */
import type { RoomId } from '#player/place';
import type { RequestStage } from '#player/scene';
import type { Point, Polyline, Rect } from './polyline.ts';

/** The stages that are drawn as stations on the API server's trunk. */
export const stations = [
  'authenticate',
  'flow-control',
  'authorize',
  'mutate',
  'validate',
  'store',
] as const satisfies readonly RequestStage[];
export type Station = (typeof stations)[number];

export interface ClusterLayout {
  readonly kind: 'wide' | 'medium' | 'compact';
  readonly width: number;
  readonly height: number;
  /** Rooms in pipeline order, which is also the order of the keyboard. */
  readonly rooms: ReadonlyMap<RoomId, Rect>;
  /** From a client's room to the beginning of the trunk. */
  readonly requestRoutes: ReadonlyMap<RoomId, Polyline>;
  /** From the API server to a room that watches. */
  readonly watchRoutes: ReadonlyMap<RoomId, Polyline>;
  /** The trunk inside the API server's room, then on to etcd. */
  readonly trunk: Polyline;
  /** Where the trunk leaves the room of the API server. */
  readonly trunkEnd: number;
  /** Lines between the API server and etcd. */
  readonly storeRoutes: readonly Polyline[];
  /** For each station, its length along the trunk. */
  readonly stations: ReadonlyMap<Station, number>;
}

/**
 * Draws rooms in a canvas of a size, in pixels. `all` is the map that they are taken from, with its
 * rooms in pipeline order.
 */
export type Plan = (
  rooms: readonly RoomId[],
  canvas: { readonly width: number; readonly height: number },
  all: ClusterLayout,
) => ClusterLayout;

/** The middle of a room. */
export function centreOf({ x, y, width, height }: Rect): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/**
 * The cluster on a narrow screen, 360 wide: the API server on top, all others below it in two
 * columns. The camera pans down to the place of the step.
 */
import type { RoomId } from '#player/place';
import { type ClusterLayout, type Station, stations } from './layout.ts';
import { type Polyline, type Rect, through } from './polyline.ts';

const trunkY = 68;
const left = 12;
const right = 186;
const column = 162;

const controlPlane: readonly (readonly [RoomId, Rect])[] = [
  ['kubectl', { x: left, y: 164, width: column, height: 76 }],
  ['kube-apiserver', { x: 36, y: 4, width: 312, height: 120 }],
  ['etcd', { x: right, y: 164, width: column, height: 76 }],
  ['kube-controller-manager', { x: left, y: 264, width: column, height: 76 }],
  ['kube-scheduler', { x: right, y: 264, width: column, height: 76 }],
];

/** The layout for these nodes, all in one column of full width. */
export function compactLayout(nodes: readonly RoomId[]): ClusterLayout {
  const rooms = new Map(controlPlane);
  nodes.forEach((name, index) => {
    rooms.set(name, { x: left, y: 364 + 76 * index, width: 336, height: 64 });
  });
  const requestRoutes = new Map<RoomId, Polyline>();
  const watchRoutes = new Map<RoomId, Polyline>();
  for (const [name, { x, y }] of rooms) {
    if (name === 'kube-apiserver' || name === 'etcd') continue;
    requestRoutes.set(name, requestRouteOf(x, y));
    watchRoutes.set(name, watchRouteOf(x, y));
  }
  const last = Math.max(...[...rooms.values()].map(({ y, height }) => y + height));
  const toStore = [354, trunkY, 354, 144, 270, 144] as const;
  return {
    kind: 'compact',
    width: 360,
    height: last + 16,
    rooms,
    requestRoutes,
    watchRoutes,
    trunk: through(38, trunkY, ...toStore, 270, 168),
    trunkEnd: 309,
    storeRoutes: [through(348, trunkY, ...toStore, 270, 164)],
    stations: new Map(stations.map((name, index): [Station, number] => [name, 26 + 52 * index])),
  };
}

/** A client's way up the left margin, or up the middle, to the door of the API server. */
function requestRouteOf(x: number, y: number): Polyline {
  const door = [5, trunkY, 38, trunkY] as const;
  if (y < 200) return through(x + 40, y, x + 40, 146, 5, 146, ...door);
  if (x === left) return through(x, y + 20, 5, y + 20, ...door);
  return through(x + 40, y, x + 40, 252, 5, 252, ...door);
}

function watchRouteOf(x: number, y: number): Polyline {
  if (y < 200) return through(120, 124, 120, y);
  if (y < 300) return through(180, 124, 180, 254, x + 80, 254, x + 80, y);
  return through(180, 124, 180, y);
}

/**
 * The cluster at its full width: client, API server and store in the first row, controllers and
 * scheduler in the second, nodes below. Fixed coordinates: places never move.
 */
import type { RoomId } from '#player/place';
import { type ClusterLayout, type Station, stations } from './layout.ts';
import { type Polyline, type Rect, through } from './polyline.ts';

const top = 4;
const middle = 196;
const bottom = 326;
const trunkY = 82;
/** Requests gather on one line, watches fan out on another, ten pixels below it. */
const requestBus = 170;
const watchBus = 180;
const nodeRequestBus = 312;
const nodeWatchBus = 318;
const entry = [232, requestBus, 232, trunkY, 258, trunkY] as const;

const controlPlane: readonly (readonly [RoomId, Rect])[] = [
  ['kubectl', { x: 16, y: top, width: 192, height: 148 }],
  ['kube-apiserver', { x: 256, y: top, width: 504, height: 148 }],
  ['etcd', { x: 792, y: top, width: 256, height: 148 }],
  ['kube-controller-manager', { x: 16, y: middle, width: 488, height: 100 }],
  ['kube-scheduler', { x: 552, y: middle, width: 496, height: 100 }],
];

/** The layout for these nodes; more than three stand in a grid. */
export function wideLayout(nodes: readonly RoomId[]): ClusterLayout {
  const rooms = new Map([...controlPlane, ...(nodes.length > 3 ? gridOf(nodes) : rowOf(nodes))]);
  const requestRoutes = new Map<RoomId, Polyline>([
    ['kubectl', through(208, trunkY, 258, trunkY)],
    ['kube-controller-manager', through(140, middle, 140, requestBus, ...entry)],
    ['kube-scheduler', through(664, middle, 664, requestBus, ...entry)],
  ]);
  const watchRoutes = new Map<RoomId, Polyline>([
    ['kubectl', through(258, trunkY, 208, trunkY)],
    ['kube-controller-manager', through(724, 152, 724, watchBus, 380, watchBus, 380, middle)],
    ['kube-scheduler', through(724, 152, 724, watchBus, 948, watchBus, 948, middle)],
  ]);
  for (const name of nodes) {
    const rect = rooms.get(name);
    if (rect === undefined) continue;
    requestRoutes.set(name, requestRouteOf(rect));
    watchRoutes.set(name, watchRouteOf(rect));
  }
  const last = Math.max(...[...rooms.values()].map(({ y, height }) => y + height));
  return {
    kind: 'wide',
    width: 1064,
    height: last + 12,
    rooms,
    requestRoutes,
    watchRoutes,
    trunk: through(258, trunkY, 777, trunkY),
    trunkEnd: 500,
    storeRoutes: [
      through(760, trunkY - 6, 792, trunkY - 6),
      through(792, trunkY + 6, 760, trunkY + 6),
    ],
    stations: new Map(stations.map((name, index): [Station, number] => [name, 50 + 84 * index])),
  };
}

/** Up to three nodes side by side, each as wide as a third. */
function rowOf(nodes: readonly RoomId[]): readonly (readonly [RoomId, Rect])[] {
  return nodes.map((name, index) => [
    name,
    { x: 16 + 348 * index, y: bottom, width: 336, height: 112 },
  ]);
}

const gridGap = 16;

/** Many nodes in up to five columns. */
function gridOf(nodes: readonly RoomId[]): readonly (readonly [RoomId, Rect])[] {
  const columns = Math.min(5, nodes.length);
  const width = (1032 - gridGap * (columns - 1)) / columns;
  return nodes.map((name, index) => {
    const x = 16 + (index % columns) * (width + gridGap);
    const y = bottom + Math.floor(index / columns) * 80;
    return [name, { x, y, width, height: 68 }];
  });
}

/** Where a line meets the top of a node of the first row: nodes of a row left of their middle. */
function portOf({ x, width }: Rect, straight: number, offset: number): number {
  if (width < 300) return x + width / 2 + offset;
  const isMiddle = Math.abs(x - 364) < 1;
  return isMiddle ? straight : x + 170 + 3 * offset;
}

function requestRouteOf(rect: Rect): Polyline {
  const { x, y } = rect;
  const bus = [524, nodeRequestBus, 524, requestBus, ...entry] as const;
  if (y > bottom) {
    return through(x, y + 14, x - 10, y + 14, x - 10, nodeRequestBus, ...bus);
  }
  const port = portOf(rect, 524, -6);
  if (port === 524) return through(524, y, 524, requestBus, ...entry);
  return through(port, y, port, nodeRequestBus, ...bus);
}

function watchRouteOf(rect: Rect): Polyline {
  const { x, y } = rect;
  const bus = [724, 152, 724, watchBus, 536, watchBus, 536, nodeWatchBus] as const;
  if (y > bottom) {
    return through(...bus, x - 6, nodeWatchBus, x - 6, y + 22, x, y + 22);
  }
  const port = portOf(rect, 544, 6);
  return through(...bus, port, nodeWatchBus, port, y);
}

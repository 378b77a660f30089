/**
 * The cluster at its full width: client, API server and store in the first row, controllers and
 * scheduler in the second, nodes below. Fixed coordinates: places never move.
 */
import type { RoomId } from '#player/place';
import { type ClusterLayout, type Station, stations } from './layout.ts';
import { type Polyline, polyline, type Rect } from './polyline.ts';

const top = 4;
const middle = 196;
const bottom = 326;
const trunkY = 82;
/** Requests gather on one line, watches fan out on another, ten pixels below it. */
const requestBus = 170;
const watchBus = 180;
const nodeRequestBus = 312;
const nodeWatchBus = 318;
const entry = [
  [232, requestBus],
  [232, trunkY],
  [258, trunkY],
] as const;

const controlPlane: readonly (readonly [RoomId, Rect])[] = [
  ['kubectl', { x: 16, y: top, width: 192, height: 148 }],
  ['kube-apiserver', { x: 256, y: top, width: 504, height: 148 }],
  ['etcd', { x: 792, y: top, width: 256, height: 148 }],
  ['kube-controller-manager', { x: 16, y: middle, width: 488, height: 100 }],
  ['kube-scheduler', { x: 552, y: middle, width: 496, height: 100 }],
];

/** The layout for these nodes; more than three stand in a grid. */
export function wideLayout(nodes: readonly RoomId[]): ClusterLayout {
  const rooms = new Map(controlPlane);
  const grid = nodes.length > 3;
  for (const [name, rect] of grid ? gridOf(nodes) : rowOf(nodes)) rooms.set(name, rect);
  const requestRoutes = new Map<RoomId, Polyline>([
    [
      'kubectl',
      polyline([
        [208, trunkY],
        [258, trunkY],
      ]),
    ],
    ['kube-controller-manager', polyline([[140, middle], [140, requestBus], ...entry])],
    ['kube-scheduler', polyline([[664, middle], [664, requestBus], ...entry])],
  ]);
  const watchRoutes = new Map<RoomId, Polyline>([
    [
      'kubectl',
      polyline([
        [258, trunkY],
        [208, trunkY],
      ]),
    ],
    [
      'kube-controller-manager',
      polyline([
        [724, 152],
        [724, watchBus],
        [380, watchBus],
        [380, middle],
      ]),
    ],
    [
      'kube-scheduler',
      polyline([
        [724, 152],
        [724, watchBus],
        [948, watchBus],
        [948, middle],
      ]),
    ],
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
    height: last + 16,
    rooms,
    requestRoutes,
    watchRoutes,
    trunk: polyline([
      [258, trunkY],
      [796, trunkY],
    ]),
    trunkEnd: 500,
    storeRoutes: [
      polyline([
        [760, trunkY - 6],
        [792, trunkY - 6],
      ]),
      polyline([
        [792, trunkY + 6],
        [760, trunkY + 6],
      ]),
    ],
    stations: new Map(
      stations.map((station, index): [Station, number] => [station, 58 + 78 * index]),
    ),
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

function requestRouteOf({ x, y, width }: Rect): Polyline {
  const bus = [[524, nodeRequestBus], [524, requestBus], ...entry] as const;
  if (y === bottom) {
    const start = width > 300 ? (Math.abs(x - 364) < 1 ? 524 : x + 152) : x + width / 2 - 6;
    return start === 524
      ? polyline([[524, y], [524, requestBus], ...entry])
      : polyline([[start, y], [start, nodeRequestBus], ...bus]);
  }
  const gap = x - 10;
  return polyline([[x, y + 14], [gap, y + 14], [gap, nodeRequestBus], ...bus]);
}

function watchRouteOf({ x, y, width }: Rect): Polyline {
  const bus = [
    [724, 152],
    [724, watchBus],
    [536, watchBus],
    [536, nodeWatchBus],
  ] as const;
  if (y === bottom) {
    const end = width > 300 ? (Math.abs(x - 364) < 1 ? 544 : x + 188) : x + width / 2 + 6;
    return polyline([...bus, [end, nodeWatchBus], [end, y]]);
  }
  const gap = x - 6;
  return polyline([...bus, [gap, nodeWatchBus], [gap, y + 22], [x, y + 22]]);
}

/**
 * Client, API server and store in the first row, controllers and scheduler in the second, nodes
 * below. Requests gather on one line, watches fan out on another one below it.
 */
import type { RoomId } from '#player/place';
import { type ClusterLayout, type Station, stations } from './layout.ts';
import { type Polyline, type Rect, through } from './polyline.ts';

/** Where a line of each kind meets a room. */
interface Ports {
  readonly request: number;
  readonly watch: number;
}

/** Fixed coordinates: rooms never move. */
export interface RowMetrics {
  readonly kind: ClusterLayout['kind'];
  readonly width: number;
  /** The outer edges of the rooms. */
  readonly left: number;
  readonly right: number;
  /** Client, API server, store, controllers, scheduler: in pipeline order. */
  readonly rooms: readonly (readonly [RoomId, Rect])[];
  readonly trunkY: number;
  readonly stations: { readonly first: number; readonly apart: number };
  /** The x at which requests rise to the door of the API server. */
  readonly entryX: number;
  readonly requestBus: number;
  readonly watchBus: number;
  /** The x at which watches leave the API server. */
  readonly watchX: number;
  readonly managerPorts: Ports;
  readonly schedulerPorts: Ports;
  /** The x of the lines to the nodes, between controllers and scheduler. */
  readonly shaft: Ports & { readonly middleWatch: number };
  readonly nodes: {
    readonly y: number;
    readonly height: number;
    readonly gap: number;
    readonly requestBus: number;
    readonly watchBus: number;
    /** The middle of the lines at the first and third node, and their distance from it. */
    readonly port: number;
    readonly spread: number;
  };
  /** More than three nodes stand in a grid. */
  readonly grid: { readonly gap: number; readonly apart: number; readonly height: number };
}

/** The layout for these nodes. */
export function rowLayout(metrics: RowMetrics, nodes: readonly RoomId[]): ClusterLayout {
  const { trunkY, entryX, requestBus, watchBus, watchX, managerPorts, schedulerPorts } = metrics;
  const rooms = new Map([
    ...metrics.rooms,
    ...(nodes.length > 3 ? gridOf(metrics, nodes) : rowOf(metrics, nodes)),
  ]);
  const rectOf = (room: RoomId): Rect => rooms.get(room) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [client, server, store] = [rectOf('kubectl'), rectOf('kube-apiserver'), rectOf('etcd')];
  const door = server.x + 2;
  const top = rectOf('kube-controller-manager').y;
  const entry = [entryX, requestBus, entryX, trunkY, door, trunkY] as const;
  const out = [watchX, server.y + server.height, watchX, watchBus] as const;
  const requestTo = (x: number): Polyline => through(x, top, x, requestBus, ...entry);
  const watchTo = (x: number): Polyline => through(...out, x, watchBus, x, top);
  const requestRoutes = new Map<RoomId, Polyline>([
    ['kubectl', through(right(client), trunkY, door, trunkY)],
    ['kube-controller-manager', requestTo(managerPorts.request)],
    ['kube-scheduler', requestTo(schedulerPorts.request)],
  ]);
  const watchRoutes = new Map<RoomId, Polyline>([
    ['kubectl', through(door, trunkY, right(client), trunkY)],
    ['kube-controller-manager', watchTo(managerPorts.watch)],
    ['kube-scheduler', watchTo(schedulerPorts.watch)],
  ]);
  for (const name of nodes) {
    requestRoutes.set(name, requestRouteOf(metrics, rectOf(name), entry));
    watchRoutes.set(name, watchRouteOf(metrics, rectOf(name), out));
  }
  const last = Math.max(...[...rooms.values()].map(({ y, height }) => y + height));
  return {
    kind: metrics.kind,
    width: metrics.width,
    height: last + 8,
    rooms,
    requestRoutes,
    watchRoutes,
    trunk: through(door, trunkY, (right(server) + store.x) / 2 + 1, trunkY),
    trunkEnd: server.width - 4,
    storeRoutes: [
      through(right(server), trunkY - 6, store.x, trunkY - 6),
      through(store.x, trunkY + 6, right(server), trunkY + 6),
    ],
    stations: new Map(
      stations.map((name, index): [Station, number] => [
        name,
        metrics.stations.first + metrics.stations.apart * index,
      ]),
    ),
  };
}

const right = ({ x, width }: Rect): number => x + width;

/** Up to three nodes side by side, each as wide as a third. */
function rowOf(
  { left, right: end, nodes: { y, height, gap } }: RowMetrics,
  nodes: readonly RoomId[],
): readonly (readonly [RoomId, Rect])[] {
  const width = (end - left - 2 * gap) / 3;
  return nodes.map((name, index) => [name, { x: left + (width + gap) * index, y, width, height }]);
}

/** Many nodes in up to five columns. */
function gridOf(
  { left, right: end, nodes: { y }, grid: { gap, apart, height } }: RowMetrics,
  nodes: readonly RoomId[],
): readonly (readonly [RoomId, Rect])[] {
  const columns = Math.min(5, nodes.length);
  const width = (end - left - gap * (columns - 1)) / columns;
  return nodes.map((name, index) => {
    const x = left + (index % columns) * (width + gap);
    return [name, { x, y: y + Math.floor(index / columns) * apart, width, height }];
  });
}

/** Where a line meets the top of a node of the first row; the middle node is under the shaft. */
function portOf(metrics: RowMetrics, { x, width, height }: Rect, kind: keyof Ports): number {
  const { nodes, shaft } = metrics;
  const side = kind === 'request' ? -1 : 1;
  if (height !== nodes.height) return x + width / 2 + 6 * side;
  const isMiddle = Math.abs(x - (metrics.left + width + nodes.gap)) < 1;
  if (isMiddle) return kind === 'request' ? shaft.request : shaft.middleWatch;
  return x + nodes.port + nodes.spread * side;
}

function requestRouteOf(metrics: RowMetrics, rect: Rect, entry: readonly number[]): Polyline {
  const { x, y } = rect;
  const { shaft, nodes, requestBus } = metrics;
  const bus = [shaft.request, nodes.requestBus, shaft.request, requestBus, ...entry] as const;
  if (y > nodes.y) {
    return through(x, y + 14, x - 10, y + 14, x - 10, nodes.requestBus, ...bus);
  }
  const port = portOf(metrics, rect, 'request');
  if (port === shaft.request) return through(port, y, port, requestBus, ...entry);
  return through(port, y, port, nodes.requestBus, ...bus);
}

function watchRouteOf(metrics: RowMetrics, rect: Rect, out: readonly number[]): Polyline {
  const { x, y } = rect;
  const { shaft, nodes, watchBus } = metrics;
  const bus = [...out, shaft.watch, watchBus, shaft.watch, nodes.watchBus] as const;
  if (y > nodes.y) return through(...bus, x - 6, nodes.watchBus, x - 6, y + 22, x, y + 22);
  const port = portOf(metrics, rect, 'watch');
  return through(...bus, port, nodes.watchBus, port, y);
}

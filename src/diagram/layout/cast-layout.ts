/**
 * The cast of a beat on a phone, 360 wide: the API server on top, the other rooms of the cast below
 * it, and no other room. The gap between them has room for a ticket.
 */
import type { RoomId } from '#player/place';
import { type ClusterLayout, type Station, stations } from './layout.ts';
import { type Polyline, type Rect, through } from './polyline.ts';

const server = 'kube-apiserver';
const trunkY = 68;
const margin = 5;
const left = 12;
const width = 336;
const gap = 8;
const top: Rect = { x: 36, y: 4, width: 312, height: 112 };
/** The gap between the API server and the rooms below it. */
const between = 44;
const tallest = 110;
/** Of kubectl alone below the API server: it has room for what it prints. */
const printed = 220;
/** The height of a room's head. */
const least = 36;

/** The layout for these rooms, in pipeline order, in a canvas of a given height. */
export function castLayout(rooms: readonly RoomId[], height: number): ClusterLayout {
  const others = rooms.filter((room) => room !== server);
  const below = rooms.includes(server) ? top.y + top.height + between : top.y;
  const columns = others.length > 1 ? 2 : 1;
  const rows = Math.ceil(others.length / columns);
  const space = Math.floor((height - below - gap * rows) / Math.max(1, rows));
  const most = others.length === 1 && others[0] === 'kubectl' ? printed : tallest;
  const each = Math.min(most, Math.max(least, space));
  const breadth = (width - gap * (columns - 1)) / columns;
  const rects = new Map<RoomId, Rect>(rooms.includes(server) ? [[server, top]] : []);
  others.forEach((room, index) => {
    const x = left + (index % columns) * (breadth + gap);
    const y = below + Math.floor(index / columns) * (each + gap);
    rects.set(room, { x, y, width: breadth, height: each });
  });
  const bus = below - 14;
  const store = rects.get('etcd');
  const toStore = store === undefined ? [] : wayToStore(store, bus);
  const clients = others.filter((room) => room !== 'etcd');
  const routes = (routeOf: (rect: Rect, bus: number) => Polyline): Map<RoomId, Polyline> =>
    new Map(
      clients.flatMap((room) => {
        const rect = rects.get(room);
        return rect === undefined ? [] : [[room, routeOf(rect, bus)] as const];
      }),
    );
  const last = Math.max(0, ...[...rects.values()].map((rect) => rect.y + rect.height));
  const isServed = rects.has(server);
  return {
    kind: 'compact',
    width: 360,
    height: last + gap,
    rooms: rects,
    requestRoutes: isServed ? routes(requestRouteOf) : new Map(),
    watchRoutes: isServed ? routes(watchRouteOf) : new Map(),
    trunk: through(38, trunkY, ...(toStore.length > 0 ? toStore : [347, trunkY])),
    trunkEnd: 309,
    storeRoutes: isServed && toStore.length > 0 ? [through(348, trunkY, ...toStore)] : [],
    stations: new Map(stations.map((name, index): [Station, number] => [name, 26 + 52 * index])),
  };
}

/** From the end of the stations round the corner of the API server to etcd. */
function wayToStore({ x, y, width }: Rect, bus: number): number[] {
  const port = x + width - 30;
  return [354, trunkY, 354, bus, port, bus, port, y];
}

/** A client's way up the left margin to the door of the API server. */
function requestRouteOf({ x, y }: Rect, bus: number): Polyline {
  const door = [margin, trunkY, 38, trunkY] as const;
  if (x === left && y > bus + 20) return through(x, y + 18, margin, y + 18, ...door);
  return through(x + 24, y, x + 24, bus, margin, bus, ...door);
}

function watchRouteOf({ x, y, width }: Rect, bus: number): Polyline {
  const out = top.y + top.height;
  const port = x + width / 2;
  const middle = (out + bus + 14) / 2;
  return through(180, out, 180, middle, port + 1, middle, port + 1, y);
}

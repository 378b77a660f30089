/**
 * The cast of a stop on a slide: who asks, the API server and etcd in a row, whoever hears of it
 * below, and nobody else. Beside a question the rooms stand in two columns and, until it is
 * answered, without lines: a line would be the answer.
 *
 * Sizes are map units; the camera makes the whole fill the canvas.
 */
import type { RoomId } from '#player/place';
import { castLayout } from './cast-layout.ts';
import { type ClusterLayout, type Plan, type Station, stations } from './layout.ts';
import { mediumLayout } from './medium-layout.ts';
import { type Polyline, type Rect, through } from './polyline.ts';

const server = 'kube-apiserver';
const store = 'etcd';
/** More rooms than these are drawn as the map that everybody knows. */
const mostRooms = 5;
/** The width of the drawing with one row of rooms, with two, and beside a question. */
const widths = { one: 760, two: 880, columns: 560, frame: 1040 } as const;
/** The narrowest plan of the whole map whose text is still large enough in a slide. */
const mapWidth = 900;
const edge = 8;
const gap = { rooms: 28, columns: 44 } as const;
const heights = { client: 172, top: 148, alone: 190, below: 120 } as const;
/** How much of the height the first row has, and the others at least. */
interface Rows {
  readonly gap: number;
  readonly top: (free: number, others: number) => number;
  readonly low: number;
}

const slideRows: Rows = {
  gap: 62,
  top: (free, others) => Math.max(132, others > 0 ? free * 0.55 : free),
  low: 92,
};

/** A frame is low: what hears comes before the watch caches, and between them a label has room. */
const lowRows: Rows = {
  gap: 46,
  top: (free, others) => Math.max(100, free - others * heights.below),
  low: 100,
};
/** A line with a label on it needs so much between two rooms. */
const labelled = 40;

interface SlideOptions {
  /** The rooms stand in two columns, beside a question. */
  readonly columns?: boolean;
  /** No line is drawn. */
  readonly bare?: boolean;
  /** Shown beside the cast, such as the rooms that a question offers as its answers. */
  readonly also?: readonly RoomId[];
}

/** How the rooms of a cast are drawn on a slide. */
export const slidePlan =
  ({ columns = false, bare = false, also = [] }: SlideOptions = {}): Plan =>
  (rooms, canvas, all) => {
    const wanted = new Set([...rooms, ...also]);
    const cast = [...all.rooms.keys()].filter((room) => wanted.has(room));
    if (cast.length === 0 || cast.length > mostRooms) return wholeMap(all, bare);
    const most = columns ? widths.columns : cast.length > 3 ? widths.two : widths.one;
    const width = isRow(cast) || columns ? most : widths.two;
    const height = (canvas.height * width) / Math.max(1, canvas.width);
    const rects = columns ? inColumns(cast, width, height) : inRows(cast, width, height);
    return { ...drawn(rects, bare), width, height };
  };

/** From this width on the cast of a frame stands in rows; in a narrower one in a column. */
const rowsFrom = 560;
/** What the column is drawn in. */
const columnWidth = 360;

/** How the rooms of a cast are drawn in a frame on somebody's page, where text keeps its size. */
export const framePlan: Plan = (rooms, canvas, all) => {
  if (canvas.width < rowsFrom) {
    const height = (canvas.height * columnWidth) / Math.max(columnWidth, canvas.width);
    return rooms.length === 0 ? all : castLayout(rooms, height);
  }
  const cast = rooms.length === 0 ? [...all.rooms.keys()] : rooms;
  const width = Math.min(canvas.width, widths.frame);
  const rects = inRows(cast, width, canvas.height, lowRows);
  const last = Math.max(...[...rects.values()].map(bottomOf));
  return { ...drawn(rects, false), width, height: Math.max(canvas.height, last + edge) };
};

function wholeMap(all: ClusterLayout, bare: boolean): ClusterLayout {
  const nodes = [...all.rooms.keys()].filter((room) => room.startsWith('node-'));
  const map = mediumLayout(nodes, mapWidth);
  return bare ? { ...map, requestRoutes: new Map(), watchRoutes: new Map(), storeRoutes: [] } : map;
}

/** Whoever asks stands beside the API server: a person first, else whoever has something stored. */
function clientOf(cast: readonly RoomId[]): RoomId | undefined {
  if (!cast.includes(server)) return undefined;
  const others = cast.filter((room) => room !== server && room !== store);
  if (others[0] === 'kubectl') return 'kubectl';
  // Three nodes that ask together stay together.
  return cast.includes(store) && others.length < 3 ? others[0] : undefined;
}

function rowsOf(cast: readonly RoomId[]): readonly (readonly RoomId[])[] {
  const client = clientOf(cast);
  const top = [client, server, store].filter((room) => room !== undefined && cast.includes(room));
  const others = cast.filter((room) => !top.includes(room));
  // As on the map: controllers above, machines below, where one row is too short for them.
  const nodes = others.length > mostInRow ? others.filter(isNode) : [];
  const rest = others.filter((room) => !nodes.includes(room));
  return [top as RoomId[], rest, nodes].filter((row) => row.length > 0);
}

const isNode = (room: RoomId): boolean => room.startsWith('node-');
const mostInRow = 3;

const isRow = (cast: readonly RoomId[]): boolean => rowsOf(cast).length < 2;

function inRows(
  cast: readonly RoomId[],
  width: number,
  height: number,
  form = slideRows,
): Map<RoomId, Rect> {
  const rows = rowsOf(cast);
  const others = rows.length - 1;
  const rects = new Map<RoomId, Rect>();
  const tallest = others === 0 ? heights.alone : heights.top;
  const free = height - 2 * edge - form.gap * others;
  const top = Math.min(tallest, form.top(free, others));
  const left = (free - top) / Math.max(1, others);
  const low = Math.min(heights.below, Math.max(form.low, left));
  const used = top + others * (low + form.gap);
  let y = Math.max(edge, (height - used) / 2);
  rows.forEach((row, index) => {
    const each = index === 0 ? top : low;
    place(rects, row, { x: edge, y, width: width - 2 * edge, height: each });
    y += each + form.gap;
  });
  return rects;
}

/** How much of a row a room takes, beside others. */
const share = (room: RoomId): number => (room === server ? 1.75 : room === store ? 1.1 : 1);

function place(rects: Map<RoomId, Rect>, row: readonly RoomId[], space: Rect): void {
  const between = row.includes(server) ? gap.rooms + labelled * Number(row.length < 3) : gap.rooms;
  const free = space.width - between * (row.length - 1);
  const whole = row.reduce((sum, room) => sum + share(room), 0);
  // One room alone need not be as wide as the slide.
  const used = row.length === 1 ? Math.min(free, 520) : free;
  let x = space.x + (free - used) / 2;
  for (const room of row) {
    const width = (used * share(room)) / whole;
    rects.set(room, { x, y: space.y, width, height: space.height });
    x += width + between;
  }
}

/** Two columns: those who ask on the left, the API server and etcd on the right. */
function inColumns(cast: readonly RoomId[], width: number, height: number): Map<RoomId, Rect> {
  const right = [server, store].filter((room) => cast.includes(room));
  const left = cast.filter((room) => !right.includes(room));
  while (left.length > right.length + 1) right.unshift(left.pop() ?? '');
  const breadth = (width - 2 * edge - gap.columns) / 2;
  const rects = new Map<RoomId, Rect>();
  for (const [index, column] of [left, right].entries()) {
    const each = Math.min(
      heights.client,
      (height - 2 * edge - gap.columns * (column.length - 1)) / Math.max(1, column.length),
    );
    const free = height - 2 * edge - each * column.length;
    const between = column.length > 1 ? free / (column.length - 1) : 0;
    column.forEach((room, row) => {
      const y = column.length > 1 ? edge + row * (each + between) : (height - each) / 2;
      rects.set(room, {
        x: edge + index * (breadth + gap.columns),
        y,
        width: breadth,
        height: each,
      });
    });
  }
  return rects;
}

/** The lines between rooms, wherever they stand. */
function drawn(
  rooms: ReadonlyMap<RoomId, Rect>,
  bare: boolean,
): Omit<ClusterLayout, 'width' | 'height'> {
  const api = rooms.get(server);
  const none = { requestRoutes: new Map(), watchRoutes: new Map(), storeRoutes: [] };
  if (api === undefined) {
    return {
      kind: 'medium',
      rooms,
      ...none,
      trunk: through(0, 0, 1, 0),
      trunkEnd: 0,
      stations: new Map(),
    };
  }
  const trunkY = api.y + 66;
  const door = api.x + 2;
  const inside = api.width - 4;
  const apart = inside / stations.length;
  const etcd = rooms.get(store);
  const requestRoutes = new Map<RoomId, Polyline>();
  const watchRoutes = new Map<RoomId, Polyline>();
  for (const [room, rect] of rooms) {
    if (room === server || room === store || bare) continue;
    requestRoutes.set(room, requestRoute(rect, api, trunkY));
    watchRoutes.set(room, watchRoute(rect, api, trunkY));
  }
  const way = etcd === undefined ? undefined : wayToStore(api, etcd, trunkY);
  return {
    kind: 'medium',
    rooms,
    requestRoutes,
    watchRoutes,
    storeRoutes: way === undefined || bare ? [] : [through(...way)],
    trunk: through(door, trunkY, ...(way ?? [api.x + api.width, trunkY])),
    trunkEnd: inside,
    stations: new Map(
      stations.map((name, index): [Station, number] => [name, apart * (index + 0.5)]),
    ),
  };
}

const rightOf = ({ x, width }: Rect): number => x + width;
const bottomOf = ({ y, height }: Rect): number => y + height;
const middleOf = ({ x, width }: Rect): number => x + width / 2;

/** From the end of the stations to etcd: straight, or round the corner of the API server. */
function wayToStore(api: Rect, etcd: Rect, trunkY: number): readonly number[] {
  const end = rightOf(api);
  if (etcd.y <= trunkY && etcd.x > end) return [end, trunkY, etcd.x, trunkY];
  const port = rightOf(etcd) - 40;
  const turn = bottomOf(api) + 14;
  return [end - 4, trunkY, end - 4, turn, port, turn, port, etcd.y];
}

/** From a client to the door of the API server. */
function requestRoute(rect: Rect, api: Rect, trunkY: number): Polyline {
  const door = api.x + 2;
  if (rightOf(rect) < api.x) {
    if (rect.y < trunkY && bottomOf(rect) > trunkY)
      return through(rightOf(rect), trunkY, door, trunkY);
    const shaft = api.x - 16;
    const out = rect.y + 34;
    return through(rightOf(rect), out, shaft, out, shaft, trunkY, door, trunkY);
  }
  const port = rect.x + Math.min(60, rect.width / 4);
  const turn = rect.y - 14;
  const shaft = Math.max(3, api.x - 14);
  return through(port, rect.y, port, turn, shaft, turn, shaft, trunkY, door, trunkY);
}

/** From the API server to a room that hears. */
function watchRoute(rect: Rect, api: Rect, trunkY: number): Polyline {
  const low = bottomOf(api);
  if (rightOf(rect) < api.x) {
    const level = low - 24;
    if (rect.y < level && bottomOf(rect) > level && level > trunkY)
      return through(api.x, level, rightOf(rect), level);
    const turn = low + 22;
    return through(api.x + 40, low, api.x + 40, turn, middleOf(rect), turn, middleOf(rect), rect.y);
  }
  const port = middleOf(rect) + Math.min(40, rect.width / 4);
  const from = Math.min(rightOf(api) - 40, Math.max(api.x + 40, port));
  const turn = (low + rect.y) / 2;
  if (Math.abs(from - port) < 2) return through(port, low, port, rect.y);
  return through(from, low, from, turn, port, turn, port, rect.y);
}

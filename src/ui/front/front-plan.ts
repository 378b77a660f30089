/**
 * The lines of the front door: from the prompt to the API server, and from there to every room.
 * Rooms are placed by the style sheet, so that words may be of any length; lines follow them.
 *
 * In: where prompt and rooms are, in pixels of the stage. Out: paths, and the places of the dots.
 */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Places {
  readonly prompt: Box;
  readonly server: Box;
  readonly store: Box;
  readonly managers: readonly Box[];
  readonly nodes: readonly Box[];
}

export interface FrontPlan {
  /** The way that the command will go. */
  readonly entry: string;
  readonly requests: readonly string[];
  readonly watches: readonly string[];
  /** The line on which the stations of the API server stand; absent where they are not shown. */
  readonly trunk: string | undefined;
  readonly stations: readonly Point[];
  /** Where the one dot waits. */
  readonly dot: Point;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

type Corner = readonly [x: number, y: number];

const corner = 8;
/** Of the line through the API server, below the top of its room. */
const trunkAt = 84;
/** Requests gather so far above the rooms that they come from, watches a little higher. */
const [requestBus, watchBus] = [24, 32];
const [nodeRequestBus, nodeWatchBus] = [40, 32];
/** Half of the way between the shafts of requests and watches. */
const apart = 8;

/** The prompt stands beside the map, or above it: `stations` of a narrow map are none. */
export function frontPlan(places: Places, stations: number): FrontPlan {
  const { prompt, server } = places;
  const beside = prompt.x + prompt.width < server.x;
  return beside || stations > 0 ? widePlan(places, stations, beside) : narrowPlan(places);
}

function widePlan(places: Places, stations: number, beside: boolean): FrontPlan {
  const { server, store, managers, nodes } = places;
  const trunkY = server.y + trunkAt;
  const door = bottom(server);
  const [first, last] = [managers[0] ?? server, managers.at(-1) ?? server];
  const bus = first.y - requestBus;
  const watched = first.y - watchBus;
  const shaft = (right(first) + last.x) / 2;
  const out = server.x + server.width * 0.87;
  const entered = portOf(first, -1);
  const feet = nodes[0]?.y ?? first.y;
  const dot = beside
    ? { x: right(places.prompt), y: middle(places.prompt) }
    : { x: places.prompt.x + 40, y: bottom(places.prompt) };
  const toServer: readonly Corner[] = beside
    ? [
        [dot.x + 20, dot.y],
        [dot.x + 20, trunkY],
        [server.x, trunkY],
      ]
    : [[dot.x, server.y]];
  const requests = managers.map((room) =>
    line([entered, door], [entered, bus], [portOf(room, -1), bus], [portOf(room, -1), room.y]),
  );
  const watches = managers.map((room) =>
    line([out, door], [out, watched], [portOf(room, 1), watched], [portOf(room, 1), room.y]),
  );
  for (const [index, node] of nodes.entries()) {
    const under = index === (nodes.length - 1) / 2;
    const [ask, hear] = [centre(node) - apart, centre(node) + apart];
    requests.push(
      under
        ? line([shaft - apart, bus], [shaft - apart, feet])
        : line(
            [shaft - apart, bus],
            [shaft - apart, feet - nodeRequestBus],
            [ask, feet - nodeRequestBus],
            [ask, feet],
          ),
    );
    watches.push(
      under
        ? line([shaft + apart, watched], [shaft + apart, feet])
        : line(
            [shaft + apart, watched],
            [shaft + apart, feet - nodeWatchBus],
            [hear, feet - nodeWatchBus],
            [hear, feet],
          ),
    );
  }
  const space = server.width / (stations + 0.75);
  return {
    entry: line([dot.x, dot.y], ...toServer),
    requests: [line([right(server), trunkY], [store.x, trunkY]), ...requests],
    watches,
    trunk: line([server.x, trunkY], [right(server), trunkY]),
    stations: Array.from({ length: stations }, (_, index) => ({
      x: Math.round(server.x + space * (index + 0.875)),
      y: trunkY,
    })),
    dot,
  };
}

/** On a phone each room has one line, and the dot waits between the prompt and the map. */
function narrowPlan({ server, store, managers, nodes }: Places): FrontPlan {
  const dot = { x: server.x + 40, y: server.y - 20 };
  const from = server.x + 88;
  const first = managers[0] ?? server;
  const last = managers.at(-1) ?? first;
  const bus = (bottom(server) + first.y) / 2;
  const shaft = (right(first) + last.x) / 2;
  const feet = nodes[0]?.y ?? bottom(first);
  const split = (bottom(first) + feet) / 2;
  return {
    entry: line([dot.x, dot.y], [dot.x, server.y]),
    requests: [
      line([right(server), middle(server)], [store.x, middle(store)]),
      ...managers.map((room) => {
        const at = room === first ? from : centre(room);
        return line([from, bottom(server)], [from, bus], [at, bus], [at, room.y]);
      }),
      ...nodes.map((node) =>
        line(
          [from, bottom(server)],
          [from, bus],
          [shaft, bus],
          [shaft, split],
          [centre(node), split],
          [centre(node), node.y],
        ),
      ),
    ],
    watches: [],
    trunk: undefined,
    stations: [],
    dot,
  };
}

const right = ({ x, width }: Box): number => x + width;
const bottom = ({ y, height }: Box): number => y + height;
const middle = ({ y, height }: Box): number => y + height / 2;
const centre = ({ x, width }: Box): number => x + width / 2;

/** Where a request leaves a room, or a watch comes to it. */
const portOf = ({ x, width }: Box, side: -1 | 1): number =>
  Math.round(x + width * (side < 0 ? 0.22 : 0.61));

/** A line through corners, each rounded; a corner that changes nothing is none. */
export function line(...corners: readonly Corner[]): string {
  const turns = corners.filter(([x, y], index) => {
    const [before, after] = [corners[index - 1], corners[index + 1]];
    if (before === undefined || after === undefined) return true;
    const straight = (before[0] === x && x === after[0]) || (before[1] === y && y === after[1]);
    return !straight && !(before[0] === x && before[1] === y);
  });
  const words = turns.map(([x, y], index) => {
    const [before, after] = [turns[index - 1], turns[index + 1]];
    if (before === undefined) return `M${x} ${y}`;
    if (after === undefined) return `L${x} ${y}`;
    const [from, to] = [toward([x, y], before), toward([x, y], after)];
    return `L${from.join(' ')}Q${x} ${y} ${to.join(' ')}`;
  });
  return words.join('');
}

/** A little on the way from one corner to the next, so that both of its ends can be round. */
function toward([x, y]: Corner, [toX, toY]: Corner): Corner {
  const by = Math.min(corner, (Math.abs(toX - x) + Math.abs(toY - y)) / 2);
  return [x + Math.sign(toX - x) * by, y + Math.sign(toY - y) * by];
}

/**
 * A packet on its way between machines: a ticket with its addresses, and the line that it has come.
 *
 * No wire of a cluster is part of the map, so the line keeps to the gaps between the rooms and to
 * the left margin. A load balancer stands on it: it belongs to no room of the map.
 */
import { roomAt } from '#player/place';
import type { Scene } from '#player/scene';
import type { TraceLog } from '#player/trace-log';
import type { FactId } from '#trace/fact';
import type { FactOf } from '#trace/facts';
import type { ClusterLayout } from '../layout/layout.ts';
import { type Point, pathOf, pointAt, polyline, type Rect } from '../layout/polyline.ts';

export type PacketHop = FactOf<'PacketHop'>;

export interface PacketMotion {
  /** The middle of the ticket. */
  readonly at: Point;
  /** `tcp`, and the addresses after the hop. */
  readonly protocol: string;
  readonly addresses: string;
  /** The line as far as the packet has come, as an SVG path. */
  readonly lit: string;
  /** The load balancer that it has passed. */
  readonly balancer: Point | undefined;
  /** It goes no further: nobody answers it, or a rule refuses it. */
  readonly lost: boolean;
}

/** A place on the way: the top of a node, the foot of the person's room, or a load balancer. */
interface Stop {
  readonly name: string;
  /** The hop by which the packet is there. */
  readonly hop: FactId;
  /** How far along the line, as the number of its corner. */
  readonly corner: number;
}

type Corner = readonly [number, number];

/** Half the width of a ticket with long addresses, and the room for a load balancer beside it. */
const half = { wide: 178, compact: 104 } as const;
const besideBalancer = 116;
/** How far into a room's edge the line goes, and how far over a node it runs. */
const inset = 26;
const over = 7;
const alone = 24;
const ticketHalf = 16;

const lostHops: ReadonlySet<PacketHop['hop']> = new Set(['rejected', 'dropped', 'unanswered']);

export function packetMotionOf(
  log: TraceLog,
  from: Scene,
  to: Scene,
  hop: PacketHop,
  travel: number,
  layout: ClusterLayout,
): PacketMotion | undefined {
  const hops = hopsUpTo(log, hop);
  const { corners, stops, balancer } = wayOf(to, hops, layout);
  const last = stops.at(-1);
  if (last === undefined) return undefined;
  const line = polyline(corners);
  const reached = (stop: Stop): number => polyline(corners.slice(0, stop.corner + 1)).length;
  const before = stops.findLast((stop) => stop.hop <= from.cursor) ?? stops[0] ?? last;
  const [start, end] = [reached(before), reached(last)];
  const way = start + (end - start) * travel;
  const [protocol = '', ...addresses] = hop.addresses.split(' ');
  return {
    at: ticketAt(pointAt(line, way), last, layout),
    protocol,
    addresses: layout.kind === 'compact' ? addresses.slice(-2).join(' ') : addresses.join(' '),
    lit: corners.length > 1 && way > 0 ? pathOf(line, 0, way) : '',
    balancer,
    lost: lostHops.has(hop.hop) && travel >= 1,
  };
}

/** The hops of the same packet, in order. */
function hopsUpTo(log: TraceLog, last: PacketHop): readonly PacketHop[] {
  const hops: PacketHop[] = [];
  for (let id = last.packet === 0 ? last.id : last.packet; id <= last.id; id++) {
    const fact = log.fact(id);
    if (fact?.type !== 'PacketHop') continue;
    if (fact.id === last.id || fact.packet === last.packet || id === last.packet) hops.push(fact);
  }
  return hops;
}

interface Way {
  readonly corners: readonly Corner[];
  readonly stops: readonly Stop[];
  readonly balancer: Point | undefined;
}

function wayOf(scene: Scene, hops: readonly PacketHop[], layout: ClusterLayout): Way {
  const corners: Corner[] = [];
  const stops: Stop[] = [];
  let balancer: Point | undefined;
  let at: Rect | undefined;
  for (const hop of hops) {
    const room = roomAt(scene, hop.component);
    const rect = room === undefined ? undefined : layout.rooms.get(room);
    if (room === undefined || rect === undefined) continue;
    if (hop.hop === 'balanced') {
      const [x, y] = [rect.x, middleBelow(rect, layout)];
      corners.push([rect.x + inset, y], [x, y]);
      balancer = { x, y };
      stops.push({ name: 'balancer', hop: hop.id, corner: corners.length - 1 });
    } else if (stops.findLast(({ name }) => name !== 'balancer')?.name !== room) {
      const [out, ...rest] = corners.length === 0 ? [] : between(at, rect, layout);
      // It goes on from the load balancer, not from the room before that.
      const leaves = out !== undefined && stops.at(-1)?.name !== 'balancer';
      corners.push(...(leaves ? [out] : []), ...rest, doorOf(rect, room));
      stops.push({ name: room, hop: hop.id, corner: corners.length - 1 });
    }
    at = rect;
  }
  return { corners, stops, balancer };
}

/** A person's packets leave at the foot of the room, those of a node at its top. */
const doorOf = ({ x, y, height }: Rect, room: string): Corner =>
  room === 'kubectl' ? [x + inset, y + height] : [x + inset, y];

/** From one room to the next: over the nodes of a row, and by the left margin to another row. */
function between(from: Rect | undefined, to: Rect, layout: ClusterLayout): readonly Corner[] {
  if (from === undefined) return [];
  const level = to.y - over;
  const enter: Corner = [to.x + inset, level];
  if (from.y === to.y) return [[from.x + inset, level], enter];
  const margin = Math.min(...[...layout.rooms.values()].map(({ x }) => x)) / 2;
  const out = from.y < to.y ? middleBelow(from, layout) : from.y - over;
  return [[from.x + inset, out], [margin, out], [margin, level], enter];
}

/** Half way between a room and what stands below it; a little below one that is the last. */
function middleBelow({ y, height }: Rect, layout: ClusterLayout): number {
  const foot = y + height;
  const below = [...layout.rooms.values()].map((room) => room.y).filter((top) => top > foot);
  return below.length === 0 ? foot + alone : (foot + Math.min(...below)) / 2;
}

/** Beside the line, where it covers no room's words, and not over the edge of the map. */
function ticketAt({ x, y }: Point, { name }: Stop, layout: ClusterLayout): Point {
  const wide = half[layout.kind === 'compact' ? 'compact' : 'wide'];
  const room = layout.rooms.get(name);
  const left = name === 'balancer' ? x + besideBalancer + wide : Math.max(x, wide);
  const level = name === 'kubectl' && room !== undefined ? middleBelow(room, layout) : y;
  const inX = Math.min(layout.width - wide, Math.max(wide, left));
  if (!name.startsWith('node-') || room === undefined) return { x: inX, y: level };
  // The map of a phone may begin with this node.
  const isSmall = layout.kind === 'compact' || room.y < 40;
  return { x: inX, y: isSmall ? room.y + room.height : level - ticketHalf };
}

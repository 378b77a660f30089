/**
 * A watch event on its way: a filled ticket on the dashed line. Its head runs on to the room that
 * hears of it; the ticket itself stays where there is room for its words.
 */
import type { RoomId } from '#player/place';
import type { FactOf } from '#trace/facts';
import { kindOfResource, withoutGroup } from '#trace/object-key';
import type { ClusterLayout } from '../layout/layout.ts';
import { type Point, type Polyline, pathOf, pointAt } from '../layout/polyline.ts';
import { lastPart } from '../nodes/short-names.ts';

export type WatchEvent = FactOf<'WatchEventReceived'>;

export interface Signal {
  /** The middle of the ticket. */
  readonly at: Point;
  readonly event: string;
  /** `Deployment`; the resource where the kind is unknown. */
  readonly kind: string;
  readonly name: string;
  /** The line as far as the event has come, as an SVG path. */
  readonly lit: string;
}

/** Half the width of the longest ticket, in pixels: none is drawn over the edge of the map. */
const halfTicket = 155;
const longestName = 20;
const levelPart = 60;

/** The event on its way to a room at a moment of its movement; at 1 it has arrived. */
export function signalOf(
  fact: WatchEvent,
  room: RoomId,
  travel: number,
  layout: ClusterLayout,
): Signal | undefined {
  const line = layout.watchRoutes.get(room);
  if (line === undefined) return undefined;
  const head = line.length * travel;
  const at = pointAt(line, Math.min(head, restOf(line)));
  const most = layout.width - halfTicket;
  return {
    at: { x: Math.max(halfTicket, Math.min(most, at.x)), y: at.y },
    event: fact.event,
    kind: kindOfResource(fact.ref.resource) ?? withoutGroup(fact.ref.resource),
    name: lastPart(fact.ref.name, longestName),
    lit: head > 0 ? pathOf(line, 0, head) : '',
  };
}

/**
 * Where the ticket stands to be read: the middle of the first level part of a line that is long
 * enough, else of the whole line. That part lies between the rows, which are furthest apart below
 * the API server.
 */
function restOf({ points, lengths, length }: Polyline): number {
  for (const [index, { y }] of points.entries()) {
    const [from = 0, to = 0] = [lengths[index - 1], lengths[index]];
    if (points[index - 1]?.y === y && to - from >= levelPart) return (from + to) / 2;
  }
  return length / 2;
}

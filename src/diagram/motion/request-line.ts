/** A request's whole way as one line, and how far along it each of its stages is. */
import type { RoomId } from '#player/place';
import type { RequestStage } from '#player/scene';
import { type ClusterLayout, type Station, stations } from '../layout/layout.ts';
import { joined, type Polyline } from '../layout/polyline.ts';

export interface RequestLine {
  readonly line: Polyline;
  /** Length from the client to the beginning of the trunk. */
  readonly door: number;
}

/** From a client's room over the trunk to etcd; `undefined` if the room has no route. */
export function requestLine(layout: ClusterLayout, client: RoomId): RequestLine | undefined {
  const route = layout.requestRoutes.get(client);
  return route === undefined
    ? undefined
    : { line: joined(route, layout.trunk), door: route.length };
}

/** How far along the line a stage is; an answer on its way back is at the door. */
export function lengthOf(layout: ClusterLayout, line: RequestLine, stage: RequestStage): number {
  switch (stage) {
    case 'sent':
    case 'returned':
      return 0;
    case 'received':
    case 'answered':
      return line.door;
    case 'etcd':
      return line.line.length;
    default:
      return line.door + (layout.stations.get(stage) ?? 0);
  }
}

/** The last station that the request has passed, for the colour of the trunk. */
export function lastStation(passed: readonly RequestStage[]): Station | undefined {
  return stations.findLast((station) => passed.includes(station));
}

/** The lines between rooms: those that requests take, and watches. */

import type { ReactNode } from 'react';
import type { Edge, EdgeProps } from 'reactflow';
import { type RoomId, roomOf } from '#player/place';
import { usePlayer } from '#player/player';
import type { Scene } from '#player/scene';
import { type Polyline, pathOf } from './layout/polyline.ts';
import { currentPlace, storyStart } from './selectors.ts';
import { useAnchor } from './story/anchored.ts';
import { nameOfController } from './working-controller.ts';

export type RouteEdge = Edge<{ readonly line: Polyline; readonly client: RoomId }>;

/** A line that requests take: thin, darker once the story has used it. */
export function RequestEdge({ data }: EdgeProps<RouteEdge>): ReactNode {
  const client = data?.client;
  const past = usePlayer((player) => {
    const start = storyStart(player);
    for (const [sender, fact] of player.scene.senders) {
      if (fact >= start && roomOf(sender) === client) return true;
    }
    return false;
  });
  return data === undefined ? null : (
    <path className={`route${past ? ' past' : ''}`} d={pathOf(data.line)} />
  );
}

/** All components that hear of changes over the line to a room, each with its own name. */
function listeners(watches: Scene['watches'], room: RoomId = ''): string {
  const names = new Set([`watch/${room}`]);
  for (const { client } of watches.values()) {
    if (roomOf(client) !== room) continue;
    names.add(`watch/${nameOfController(client)}`);
    names.add(`watch/${client}`);
  }
  return [...names].join(' ');
}

/** A watch: always open, dotted, from the API server outwards; darker while an event is on it. */
export function WatchEdge({ data }: EdgeProps<RouteEdge>): ReactNode {
  const lit = usePlayer((player) => {
    const place = currentPlace(player);
    return place?.watch === true && place.room === data?.client;
  });
  const controllers = usePlayer(({ scene }) => listeners(scene.watches, data?.client));
  const anchor = useAnchor(controllers);
  return data === undefined ? null : (
    <path className={`watch${lit ? ' lit' : ''}`} d={pathOf(data.line)} {...anchor} />
  );
}

/** A watch: always open, dotted, from the API server outwards; darker while an event is on it. */

import type { ReactNode } from 'react';
import type { EdgeProps } from 'reactflow';
import { type RoomId, roomOf } from '#player/place';
import { usePlayer } from '#player/player';
import type { Scene } from '#player/scene';
import { pathOf } from '../layout/polyline.ts';
import { currentPlace } from '../selectors.ts';
import { useAnchor } from '../story/anchored.ts';
import { nameOfController } from '../working-controller.ts';
import type { RouteEdge } from './request-edge.tsx';

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

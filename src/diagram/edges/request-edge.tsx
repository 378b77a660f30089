/** A line for requests: thin, darker once the story has used it. */

import type { ReactNode } from 'react';
import type { Edge, EdgeProps } from 'reactflow';
import type { RoomId } from '#player/place';
import { roomOf } from '#player/place';
import { usePlayer } from '#player/player';
import { type Polyline, pathOf } from '../layout/polyline.ts';
import { storyStart } from '../selectors.ts';

export type RouteEdge = Edge<{ readonly line: Polyline; readonly client: RoomId }>;

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

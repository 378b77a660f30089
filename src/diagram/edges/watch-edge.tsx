/** A watch: always open, dotted, from the API server outwards; darker while an event is on it. */

import type { ReactNode } from 'react';
import type { EdgeProps } from 'reactflow';
import { usePlayer } from '#player/player';
import { pathOf } from '../layout/polyline.ts';
import { currentPlace } from '../selectors.ts';
import type { RouteEdge } from './request-edge.tsx';

export function WatchEdge({ data }: EdgeProps<RouteEdge>): ReactNode {
  const lit = usePlayer((player) => {
    const place = currentPlace(player);
    return place?.watch === true && place.room === data?.client;
  });
  return data === undefined ? null : (
    <path className={`watch${lit ? ' lit' : ''}`} d={pathOf(data.line)} />
  );
}

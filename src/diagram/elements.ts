/** The nodes and edges that React Flow is given for a layout. They never move. */

import type { Node } from 'reactflow';
import type { RoomId } from '#player/place';
import type { RouteEdge } from './edges.tsx';
import type { ClusterLayout } from './layout/layout.ts';
import type { Rect } from './layout/polyline.ts';

export type RoomNode = Node<{ readonly room: RoomId; readonly layout: ClusterLayout }>;

const typed = new Set([
  'kubectl',
  'kube-apiserver',
  'etcd',
  'kube-controller-manager',
  'kube-scheduler',
]);

/** Rooms in pipeline order, which is also the order of the keyboard. */
export function roomNodes(layout: ClusterLayout): RoomNode[] {
  return [...layout.rooms].map(([room, rect]) =>
    nodeOf(room, typed.has(room) ? room : 'node', rect, layout),
  );
}

/** The inside of one room as the only node of the canvas. */
export function insideNode(room: RoomId, size: Rect, layout: ClusterLayout): RoomNode {
  const type = typed.has(room) ? `inside-${room}` : 'inside-node';
  return nodeOf(room, type, size, layout);
}

function nodeOf(room: RoomId, type: string, rect: Rect, layout: ClusterLayout): RoomNode {
  const { x, y, width, height } = rect;
  return {
    id: room,
    type,
    position: { x, y },
    width,
    height,
    data: { room, layout },
    draggable: false,
    connectable: false,
    selectable: false,
    focusable: false,
    // React Flow lets the pointer through a node that it neither drags nor selects.
    style: { pointerEvents: 'all' },
  };
}

export function routeEdges(layout: ClusterLayout): RouteEdge[] {
  const edges: RouteEdge[] = [];
  for (const [client, line] of layout.watchRoutes) {
    if (client === 'kubectl') continue;
    edges.push(edgeOf(`watch ${client}`, 'watch', client, line));
  }
  for (const [client, line] of layout.requestRoutes) {
    edges.push(edgeOf(`request ${client}`, 'request', client, line));
  }
  layout.storeRoutes.forEach((line, index) => {
    edges.push(edgeOf(`store ${index}`, 'request', 'kube-apiserver', line));
  });
  return edges;
}

function edgeOf(
  id: string,
  type: string,
  client: RoomId,
  line: NonNullable<RouteEdge['data']>['line'],
): RouteEdge {
  const source = client === 'kube-apiserver' ? 'etcd' : client;
  return { id, type, source, target: 'kube-apiserver', data: { line, client }, focusable: false };
}

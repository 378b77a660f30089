/** The React Flow canvas: rooms, lines, what moves, and the camera. */

import { type ReactNode, useMemo } from 'react';
import { ReactFlow, ViewportPortal } from 'reactflow';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { Attribution } from './attribution.tsx';
import { largestZoom, smallestZoom, useCamera } from './camera.ts';
import { isStoryInside, useDiagram } from './diagram-store.ts';
import { RequestEdge, WatchEdge } from './edges.tsx';
import { insideNode, roomNodes, routeEdges } from './elements.ts';
import { insideSize, insideTypes } from './inside/inside-types.tsx';
import type { ClusterLayout } from './layout/layout.ts';
import { MotionOverlay } from './motion/motion-overlay.tsx';
import { roomTypes } from './nodes/room-types.tsx';

const nodeTypes = { ...roomTypes, ...insideTypes };
const edgeTypes = { request: RequestEdge, watch: WatchEdge };
// The library's own line in the corner covers rooms.
const withoutCorner = { hideAttribution: true };

export interface CanvasProps {
  readonly layout: ClusterLayout;
  readonly width: number;
  readonly height: number;
}

export function Canvas({ layout, width, height }: CanvasProps): ReactNode {
  const t = useT();
  const room = useDiagram((diagram) => diagram.room);
  const tables = useDiagram((diagram) => diagram.station !== undefined);
  const told = useDiagram(isStoryInside);
  const magnified = useDiagram((diagram) => diagram.magnified);
  const setFollowing = useDiagram((diagram) => diagram.setFollowing);
  const reducedMotion = usePlayer((player) => player.reducedMotion);
  const inside = useMemo(() => {
    if (room === undefined) return undefined;
    return told && !magnified
      ? { width, height }
      : insideSize({ width, height }, magnified, tables, room);
  }, [room, told, width, height, magnified, tables]);
  const nodes = useMemo(
    () =>
      room === undefined || inside === undefined
        ? roomNodes(layout)
        : [insideNode(room, { x: 0, y: 0, ...inside }, layout)],
    [layout, room, inside],
  );
  const edges = useMemo(() => (room === undefined ? routeEdges(layout) : []), [layout, room]);
  const size = inside ?? layout;
  useCamera({ layout, inside: room !== undefined, size, width, height, reducedMotion });
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      minZoom={smallestZoom}
      maxZoom={largestZoom(magnified)}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      disableKeyboardA11y
      deleteKeyCode={null}
      selectionKeyCode={null}
      multiSelectionKeyCode={null}
      zoomOnScroll={false}
      zoomOnDoubleClick={false}
      preventScrolling={false}
      proOptions={withoutCorner}
      aria-label={t('diagram.label')}
      onMoveStart={(event) => {
        // Only a pan or zoom by a person comes with an event.
        if (event !== null) setFollowing(false);
      }}
    >
      <Attribution />
      {room === undefined && (
        <ViewportPortal>
          <MotionOverlay layout={layout} />
        </ViewportPortal>
      )}
    </ReactFlow>
  );
}

/** The API server and a controller in the story, below the rest of the cluster as chips. */
import type { ComponentType, ReactNode } from 'react';
import type { NodeProps } from 'reactflow';
import type { RoomNode } from '../elements.ts';
import { ChainInside } from './chain-room/chain-inside.tsx';
import { ToldLoop } from './loop-room/loop-inside.tsx';
import { RoomStrip } from './node-story/room-strip.tsx';

/** What the chips take of the height, in pixels, with the gap below them. */
const strip = 44;

interface ToldRoomProps {
  readonly node: NodeProps<RoomNode>;
  readonly drawnBy: ComponentType<NodeProps<RoomNode>>;
}

function ToldRoom({ node, drawnBy: Drawn }: ToldRoomProps): ReactNode {
  return (
    <div className="told-room with-inside">
      <RoomStrip room={node.data.room} />
      <div className="told-inside">
        <Drawn {...node} height={Math.max(0, (node.height ?? 0) - strip)} />
      </div>
    </div>
  );
}

export const ToldApiserver = (node: NodeProps<RoomNode>): ReactNode => (
  <ToldRoom node={node} drawnBy={ChainInside} />
);

export const ToldController = (node: NodeProps<RoomNode>): ReactNode => (
  <ToldRoom node={node} drawnBy={ToldLoop} />
);

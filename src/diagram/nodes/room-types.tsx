/** Which component draws which kind of room. */

import type { ReactNode } from 'react';
import type { NodeProps } from 'reactflow';
import type { RoomNode } from '../elements.ts';
import { EtcdRoom } from './etcd-room.tsx';
import { KubeApiserverRoom } from './kube-apiserver-room.tsx';
import { KubeControllerManagerRoom } from './kube-controller-manager-room.tsx';
import { KubeSchedulerRoom } from './kube-scheduler-room.tsx';
import { KubectlRoom } from './kubectl-room.tsx';
import { NodeRoom } from './node-room.tsx';
import type { NodeSize } from './pod-signs.tsx';

type Props = NodeProps<RoomNode>;

/** A head, a ticket, and the line that counts those left out. */
const headHeight = 36;
const ticketHeight = 26;
const ticketGap = 3;
const countHeight = 14;
const mostRows = 4;

/** How many rows a room has place for, the count of the others being one; a phone shows one key. */
const rowsIn = ({ data, height = 0 }: Props): number => {
  if (data.layout.kind === 'compact') return 1;
  const tickets = Math.floor((height - headHeight - countHeight) / ticketHeight);
  return height === 0 ? mostRows : Math.min(mostRows, Math.max(1, tickets + 1));
};

/** How many tickets it has place for, if there is nothing to count. */
const ticketsIn = (props: Props): number => {
  const { height = 0 } = props;
  const fit = Math.floor((height - headHeight + ticketGap) / (ticketHeight + ticketGap));
  return height === 0 ? mostRows : Math.min(rowsIn(props), Math.max(1, fit));
};

const isCompact = ({ data }: Props): boolean => data.layout.kind === 'compact';

/** Beside another room in a frame, and beside two others. */
const narrowBelow = 310;
const slimBelow = 220;

/** Too narrow for a row of three queues. */
const isNarrow = ({ width = 0 }: Props): boolean => width < narrowBelow;

const isSlim = ({ width = 0 }: Props): boolean => width < slimBelow;

/** A head, a row of Pods and a row of programs. */
const lowBelow = 92;

/** A node of a grid is small; one of a row is full. */
function sizeOf({ data, height = 0 }: Props): NodeSize {
  if (data.layout.kind === 'compact') return height < lowBelow ? 'low' : 'compact';
  if (height < 80) return 'small';
  return data.layout.kind === 'wide' ? 'full' : 'medium';
}

export const roomTypes = {
  kubectl: (props: Props): ReactNode => (
    <KubectlRoom withOutput={isCompact(props)} short={rowsIn(props) < mostRows} />
  ),
  'kube-apiserver': ({ data }: Props): ReactNode => <KubeApiserverRoom layout={data.layout} />,
  etcd: (props: Props): ReactNode => (
    <EtcdRoom
      rows={rowsIn(props)}
      tickets={ticketsIn(props)}
      short={props.data.layout.kind !== 'wide'}
    />
  ),
  'kube-controller-manager': (props: Props): ReactNode => (
    <KubeControllerManagerRoom kind={props.data.layout.kind} />
  ),
  'kube-scheduler': (props: Props): ReactNode => (
    <KubeSchedulerRoom compact={isCompact(props) || isSlim(props)} narrow={isNarrow(props)} />
  ),
  node: (props: Props): ReactNode => <NodeRoom name={props.data.room} size={sizeOf(props)} />,
};

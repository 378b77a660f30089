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

const etcdRows = { wide: 4, medium: 4, compact: 1 } as const;

const isCompact = ({ data }: Props): boolean => data.layout.kind === 'compact';

/** One of two columns on a phone. */
const isNarrow = (props: Props): boolean => isCompact(props) && (props.width ?? 0) < 300;

/** A head, a row of Pods and a row of programs. */
const lowBelow = 92;

/** A node of a grid is small; one of a row is full. */
function sizeOf({ data, height = 0 }: Props): NodeSize {
  if (data.layout.kind === 'compact') return height < lowBelow ? 'low' : 'compact';
  if (height < 80) return 'small';
  return data.layout.kind === 'wide' ? 'full' : 'medium';
}

export const roomTypes = {
  kubectl: (props: Props): ReactNode => <KubectlRoom withOutput={isCompact(props)} />,
  'kube-apiserver': ({ data }: Props): ReactNode => <KubeApiserverRoom layout={data.layout} />,
  etcd: (props: Props): ReactNode => (
    <EtcdRoom rows={etcdRows[props.data.layout.kind]} short={props.data.layout.kind !== 'wide'} />
  ),
  'kube-controller-manager': (props: Props): ReactNode => (
    <KubeControllerManagerRoom kind={props.data.layout.kind} />
  ),
  'kube-scheduler': (props: Props): ReactNode => (
    <KubeSchedulerRoom compact={isCompact(props)} narrow={isNarrow(props)} />
  ),
  node: (props: Props): ReactNode => <NodeRoom name={props.data.room} size={sizeOf(props)} />,
};

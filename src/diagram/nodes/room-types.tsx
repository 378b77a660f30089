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

type Props = NodeProps<RoomNode>;

const isCompact = ({ data }: Props): boolean => data.layout.kind === 'compact';

/** A node of a grid is small; one of a row is full. */
function sizeOf({ data, height }: Props): 'full' | 'compact' | 'small' {
  if (isCompact({ data } as Props)) return 'compact';
  return (height ?? 0) >= 100 ? 'full' : 'small';
}

export const roomTypes = {
  kubectl: (): ReactNode => <KubectlRoom />,
  'kube-apiserver': ({ data }: Props): ReactNode => <KubeApiserverRoom layout={data.layout} />,
  etcd: (props: Props): ReactNode => <EtcdRoom rows={isCompact(props) ? 1 : 4} />,
  'kube-controller-manager': (props: Props): ReactNode => (
    <KubeControllerManagerRoom compact={isCompact(props)} />
  ),
  'kube-scheduler': (props: Props): ReactNode => <KubeSchedulerRoom compact={isCompact(props)} />,
  node: (props: Props): ReactNode => <NodeRoom name={props.data.room} size={sizeOf(props)} />,
};

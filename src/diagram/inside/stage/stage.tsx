/** The open stage of a room: chooses the tables that show it. */
import type { ReactNode } from 'react';
import { apiserverStages, schedulerStages } from '#facts/fact-kind';
import { usePlayer } from '#player/player';
import { shownPod } from '../shown-pod.ts';
import { ApiserverStageTables } from './apiserver-stage.tsx';
import { ControllerStageTables } from './controller-stage.tsx';
import { EtcdStageTables } from './etcd-stage.tsx';
import { NodeStageTables } from './node-stage.tsx';
import { SchedulerStageTables } from './scheduler-stage.tsx';
import type { StationId } from './stages.ts';

interface StageProps {
  readonly room: string;
  readonly station: StationId;
  readonly width: number | undefined;
}

export function Stage({ room, station, width }: StageProps): ReactNode {
  switch (room) {
    case 'kube-apiserver': {
      const stage = apiserverStages.find((each) => each === station) ?? 'authenticate';
      return <ApiserverStageTables stage={stage} width={width} />;
    }
    case 'etcd':
      return <EtcdStageTables stage={station === 'members' ? 'members' : 'keys'} width={width} />;
    case 'kube-scheduler': {
      const stage = schedulerStages.find((each) => each === station) ?? 'queues';
      return <SchedulerStageTables stage={stage} width={width} />;
    }
    case 'kube-controller-manager':
      return <ControllerStageTables name={station} width={width} />;
    default:
      return <NodeStage room={room} station={station} width={width} />;
  }
}

function NodeStage({ room, station, width }: StageProps): ReactNode {
  const pod = usePlayer((state) => shownPod(state, room));
  return <NodeStageTables node={room} station={station} pod={pod} width={width} />;
}

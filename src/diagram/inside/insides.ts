/** Which component draws the inside of which room. A chunk of its own, fetched after the map. */

import { ChainInside } from './chain-room/chain-inside.tsx';
import { EtcdInside } from './etcd-room/etcd-inside.tsx';
import { KubeSchedulerInside } from './kube-scheduler-inside.tsx';
import { ControllerInside } from './loop-room/loop-inside.tsx';
import { NodeInside } from './node-inside.tsx';
import { NodeStory } from './node-story/node-story.tsx';
import { SchedulerStory } from './scheduler-story/scheduler-story.tsx';
import { Stage } from './stage/stage.tsx';
import { ToldApiserver, ToldController } from './told-room.tsx';

export const insides = {
  'inside-kube-apiserver': ChainInside,
  'inside-etcd': EtcdInside,
  'inside-kube-controller-manager': ControllerInside,
  'inside-kube-scheduler': KubeSchedulerInside,
  'inside-node': NodeInside,
  'told-inside-kube-apiserver': ToldApiserver,
  'told-inside-kube-controller-manager': ToldController,
  'told-inside-kube-scheduler': SchedulerStory,
  'told-inside-node': NodeStory,
  stage: Stage,
} as const;

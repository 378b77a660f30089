/** Which component draws the inside of which room. A chunk of its own, fetched after the map. */
import { EtcdInside } from './etcd-inside.tsx';
import { KubeApiserverInside } from './kube-apiserver-inside.tsx';
import { KubeControllerManagerInside } from './kube-controller-manager-inside.tsx';
import { KubeSchedulerInside } from './kube-scheduler-inside.tsx';
import { NodeInside } from './node-inside.tsx';
import { NodeStory } from './node-story/node-story.tsx';
import { SchedulerStory } from './scheduler-story/scheduler-story.tsx';
import { Stage } from './stage/stage.tsx';

export const insides = {
  'inside-kube-apiserver': KubeApiserverInside,
  'inside-etcd': EtcdInside,
  'inside-kube-controller-manager': KubeControllerManagerInside,
  'inside-kube-scheduler': KubeSchedulerInside,
  'inside-node': NodeInside,
  'told-node': NodeStory,
  'told-kube-scheduler': SchedulerStory,
  stage: Stage,
} as const;

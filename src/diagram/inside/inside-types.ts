/** Which component draws the inside of which room, and how large it is. */
import type { RoomId } from '#player/place';
import { EtcdInside } from './etcd-inside.tsx';
import { KubeApiserverInside } from './kube-apiserver-inside.tsx';
import { KubeControllerManagerInside } from './kube-controller-manager-inside.tsx';
import { KubeSchedulerInside } from './kube-scheduler-inside.tsx';
import { NodeInside } from './node-inside.tsx';

export const insideTypes = {
  'inside-kube-apiserver': KubeApiserverInside,
  'inside-etcd': EtcdInside,
  'inside-kube-controller-manager': KubeControllerManagerInside,
  'inside-kube-scheduler': KubeSchedulerInside,
  'inside-node': NodeInside,
};

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels of the canvas at zoom 1, where it differs from a node's. */
export const insideSizes: Readonly<Record<RoomId, Size>> = {
  'kube-apiserver': { width: 1064, height: 650 },
};
export const nodeInside: Size = { width: 1064, height: 650 };

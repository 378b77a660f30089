/** Where things are in the picture, as anchors. */
import type { ComponentId } from '#trace/fact';
import { storedObjectKey } from '#trace/object-key';
import type { Anchor } from '../telling.ts';

/** The object of a key of etcd, in the room of etcd. */
export const inEtcd = (key: string): Anchor => `etcd/${storedObjectKey(key)}`;

/** A Pod (`namespace/name`) in etcd. */
export const podInEtcd = (pod: string): Anchor => `etcd/pods/${pod}`;

/** A Pod (`namespace/name`) on its node. */
export const podOnNode = (node: string, pod: string): Anchor => `${node}/pods/${pod}`;

/**
 * The room of a component, or its part of a room: `deployment-controller`, `node-1/kubelet`. A
 * component may be named by its user, as those who watch are: `system:node:node-1`.
 */
export function roomFor(named: ComponentId): Anchor {
  const component = named.replace(/^system:(node:)?/, '');
  if (component === 'person') return 'kubectl';
  const [process = '', part] = component.split('/');
  if (part === undefined) return process;
  return process.startsWith('kube-controller-manager') ? part : `${process}/${part}`;
}

/** The room as seen from outside: for a program of a node, the node. */
export function outerRoom(component: ComponentId): Anchor {
  const room = roomFor(component);
  return /\/(kubelet|containerd|cni|kube-proxy|calico-node|kernel)$/.test(room)
    ? (room.split('/')[0] ?? room)
    : room;
}

/** Several things that the same words name. */
export const together = (anchors: readonly Anchor[]): Anchor => anchors.join(' ');

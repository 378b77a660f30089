/** Which family of components a room belongs to: its sign and its colour. */
import type { RoomId } from '#player/place';
import type { Family } from '#player/timeline';

const families: Readonly<Record<RoomId, Family>> = {
  kubectl: 'client',
  'kube-apiserver': 'apiserver',
  etcd: 'etcd',
  'kube-controller-manager': 'controllers',
  'kube-scheduler': 'scheduler',
};

/** A room that is none of the control plane's is a node. */
export const familyOf = (room: RoomId): Family => families[room] ?? 'kubelet';

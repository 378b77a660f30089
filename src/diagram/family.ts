/** The family of components that a room belongs to, with its sign and its colour. */
import type { RoomId } from '#player/place';
import type { Family } from '#player/timeline';

const families: Readonly<Record<RoomId, Family>> = {
  kubectl: 'client',
  'kube-apiserver': 'apiserver',
  etcd: 'etcd',
  'kube-controller-manager': 'controllers',
  'kube-scheduler': 'scheduler',
};

/** A room outside of the control plane is a node. */
export const familyOf = (room: RoomId): Family => families[room] ?? 'kubelet';

/** Which rooms of the picture a text names: a question, or one of its answers. */
import { roomOfAnchor } from '#diagram/story/room-of-anchor';
import type { RoomId } from '#player/place';
import { anchoredWords } from '../tour/anchored-words.ts';

/** The rooms that every cluster has. */
export const fixedRooms: readonly RoomId[] = [
  'kubectl',
  'kube-apiserver',
  'etcd',
  'kube-controller-manager',
  'kube-scheduler',
];

/**
 * Those of the rooms that a text names, each once, in reading order. A kubelet is on the first
 * node.
 */
export function roomsNamedIn(text: string, rooms: readonly RoomId[]): readonly RoomId[] {
  const nodes = rooms.filter((room) => room.startsWith('node-'));
  const { anchors } = anchoredWords(text, {
    node: nodes[0],
    nodes,
    controllers: [],
    controller: 'kube-controller-manager',
    atStation: false,
    object: undefined,
    asks: true,
  });
  const named = new Set(Object.values(anchors).map(roomOfAnchor));
  return [...named].filter((room) => rooms.includes(room));
}

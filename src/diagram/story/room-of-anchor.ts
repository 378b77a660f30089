/** The room of the map in which a thing stands that a sentence names. */
import type { Anchor } from '#facts/telling';
import type { RoomId } from '#player/place';

/** A controller is a part of the manager that runs it; a watch is a line to the room that hears. */
export function roomOfAnchor(anchor: Anchor): RoomId {
  const [room = '', part = ''] = anchor.split('/', 2);
  if (room === 'watch') return part.endsWith('-controller') ? manager : part;
  return room.endsWith('-controller') ? manager : room;
}

const manager = 'kube-controller-manager';

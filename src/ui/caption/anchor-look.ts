/**
 * What a thing looks like where a sentence names it: like in the picture. A room has its family's
 * sign, an object the outline of its ticket, a line its dashes, a network thing its colour, and a
 * message on its way is filled as it is there.
 */
import { roomIds } from '#diagram/diagram-store';
import { familyOf } from '#diagram/family';
import type { Anchor } from '#facts/telling';
import type { Family } from '#player/timeline';

export interface AnchorLook {
  readonly kind: 'room' | 'line' | 'message' | 'object' | 'network' | 'part';
  /** Whose sign stands before the words; only a room has one. */
  readonly family?: Family;
}

/** The programs of a node that a sentence may name. */
const programs: Readonly<Record<string, Family>> = {
  kubelet: 'kubelet',
  containerd: 'runtime',
  'kube-proxy': 'network',
};

const networkParts = new Set(['network', 'address', 'veth', 'cni']);

export function lookOf(anchor: Anchor): AnchorLook {
  const [room = '', part = '', ...rest] = anchor.split('/');
  if (anchor === 'watch/event') return { kind: 'message' };
  if (room === 'watch') return { kind: 'line' };
  if (room.endsWith('-controller') && part === '') return { kind: 'room', family: 'controllers' };
  if (!roomIds.test(room)) return { kind: 'part' };
  if (part === '') return { kind: 'room', family: familyOf(room) };
  if (anchor === 'kubectl/object') return { kind: 'object' };
  const isNode = familyOf(room) === 'kubelet';
  if (isNode && part === 'pods') return { kind: 'object' };
  // `/node` is a field of the object.
  if (room === 'etcd' && rest.length > 0 && rest.at(-1) !== 'node') return { kind: 'object' };
  if (!isNode) return { kind: 'part' };
  const family = programs[part];
  if (family !== undefined) return { kind: 'room', family };
  return { kind: networkParts.has(part) ? 'network' : 'part' };
}

/**
 * Which rooms of the picture a text names, in the words of every language of the page: components
 * keep their names, and a few have a word of the language too.
 */
import type { RoomId } from '#player/place';
import type { Piece } from './sentences.ts';

const names: readonly (readonly [RoomId | 'node', RegExp])[] = [
  ['kubectl', /\bkubectl\b/],
  [
    'kube-apiserver',
    /\bkube-apiserver\b|\bAPI[ -]servers?\b|API ?(?:服务器|伺服器)|API ?サーバー?/,
  ],
  ['etcd', /\betcd\b/],
  [
    'kube-controller-manager',
    new RegExp(
      [
        String.raw`\bkube-controller-manager\b`,
        String.raw`\b(?:\w+-|(?:Deployment|ReplicaSet|Job) )?controllers?\b`,
        '(?:(?:Deployment|ReplicaSet|Job) ?)?(?:控制器|コントローラー?)',
      ].join('|'),
    ),
  ],
  ['kube-scheduler', /\bkube-scheduler\b|\bscheduler\b|调度器|調度器|排程器|スケジューラー?/],
  ['node', /\bkubelets?\b|\bcontainerd\b/],
];

/** The rooms that every cluster has. */
export const fixedRooms: readonly RoomId[] = [
  'kubectl',
  'kube-apiserver',
  'etcd',
  'kube-controller-manager',
  'kube-scheduler',
];

export interface NamedRoom {
  readonly room: RoomId;
  readonly from: number;
  readonly to: number;
}

/** The rooms that a text names, each where it does so first, in reading order. */
export function roomsNamedIn(text: string, rooms: readonly RoomId[]): readonly NamedRoom[] {
  const node = rooms.find((room) => room.startsWith('node-'));
  const found: NamedRoom[] = [];
  const add = (room: RoomId | undefined, match: RegExpExecArray | null): void => {
    if (room === undefined || match === null || !rooms.includes(room)) return;
    if (found.some((other) => other.room === room)) return;
    found.push({ room, from: match.index, to: match.index + match[0].length });
  };
  const machine = /\bnode-\d+\b/.exec(text);
  add(machine?.[0], machine);
  for (const [name, words] of names) add(name === 'node' ? node : name, words.exec(text));
  return found.sort((one, other) => one.from - other.from);
}

/** The same text, with the names of rooms as pieces of their own, where nothing is named yet. */
export function namingRooms(pieces: readonly Piece[], rooms: readonly RoomId[]): readonly Piece[] {
  return pieces.flatMap((piece) => {
    if (piece.anchor !== undefined) return [piece];
    const parts: Piece[] = [];
    let at = 0;
    for (const { room, from, to } of roomsNamedIn(piece.text, rooms)) {
      if (from < at) continue;
      if (from > at) parts.push({ ...piece, text: piece.text.slice(at, from) });
      parts.push({ ...piece, text: piece.text.slice(from, to), anchor: room });
      at = to;
    }
    if (at < piece.text.length) parts.push({ ...piece, text: piece.text.slice(at) });
    return parts;
  });
}

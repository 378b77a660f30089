/**
 * The cast of what is told: what must be readable in the picture. Who tells says it, in the telling
 * of the beat or at the stop of a tour; camera, rooms and layout go by it.
 *
 * A cast of parts of one room (a node, the scheduler's plugins, the checks of the API server, the
 * decision of a controller) is shown from inside; any other is shown on the map.
 */
import type { Anchor } from '#facts/telling';
import { placeOf, type RoomId, roomAt } from '#player/place';
import { usePlayer } from '#player/player';
import type { Player } from '#player/player-state';
import type { Fact } from '#trace/facts';
import { useDiagram } from '../diagram-store.ts';
import { roomOfAnchor } from './room-of-anchor.ts';

export interface Cast {
  readonly anchors: readonly Anchor[];
  /** The room that is shown from inside; `undefined` for the map. */
  readonly inside: RoomId | undefined;
}

const nobody: Cast = { anchors: [], inside: undefined };

let known: { readonly of: readonly unknown[]; readonly cast: Cast } | undefined;

/** The cast of what the page tells or moves to; nobody until there are words. */
export function castHere(player: Player): Cast {
  const { log, cursor, toward, depth, beats } = player;
  const { castAt, plan } = useDiagram.getState();
  const of = [log, cursor, toward, depth, beats, castAt, plan];
  if (!of.every((each, index) => known?.of[index] === each)) {
    const told = depth === 'story' ? castAt(player) : [];
    // On a slide or in a frame nobody else is drawn, so each step has a cast.
    const anchors = told.length > 0 || plan === undefined ? told : meetingAt(player);
    known = {
      of,
      cast: anchors.length === 0 ? nobody : { anchors, inside: insideOf(anchors, player) },
    };
  }
  return known?.cast ?? nobody;
}

/** A slice of the cast; renders again when it is another one. */
export function useCast<T>(slice: (cast: Cast, player: Player) => T): T {
  useDiagram(({ castAt }) => castAt);
  return usePlayer((player) => slice(castHere(player), player));
}

/** Whether a room is not part of what is told: it is drawn quietly. */
export const isBeside = ({ anchors }: Cast, room: RoomId): boolean =>
  anchors.length > 0 && !anchors.some((anchor) => roomOfAnchor(anchor) === room);

/**
 * What the insides of the story show: every part of a node, what the plugins of the scheduler say,
 * the checks of the API server, and what a controller decides.
 */
const parts: readonly (readonly [RegExp, RoomId | undefined])[] = [
  [/^(node-[^/]+)\/.+$/, undefined],
  [/^kube-scheduler\/(filter|score)/, 'kube-scheduler'],
  [/^kube-apiserver\/(authenticate|flow-control|authorize|mutate|validate)$/, 'kube-apiserver'],
  [/-controller\/decision$/, 'kube-controller-manager'],
];

/** What such a room shows of the others: a chip for each, who asks, and whom it asks. */
const beside: Readonly<Record<RoomId, RegExp>> = {
  'kube-apiserver':
    /^(kubectl|kube-(apiserver|controller-manager|scheduler)|.*-controller|node-.*)$/,
  'kube-controller-manager': /^(kube-apiserver|[^/]+-controller|node-[^/]+)$/,
};
const besideNode = /^(node-[^/]+|registry)$/;

function roomOfPart(anchor: Anchor): RoomId | undefined {
  for (const [part, room] of parts) {
    const found = part.exec(anchor);
    if (found !== null) return room ?? found[1];
  }
  return undefined;
}

/** The one room whose parts the cast is; of a node where a Pod is told of. */
function insideOf(anchors: readonly Anchor[], player: Player): RoomId | undefined {
  const rooms = new Set(anchors.flatMap((anchor) => roomOfPart(anchor) ?? []));
  const [room] = rooms;
  if (room === undefined || rooms.size > 1) return undefined;
  const others = beside[room] ?? besideNode;
  if (!anchors.every((anchor) => roomOfPart(anchor) === room || others.test(anchor))) {
    return undefined;
  }
  if (!room.startsWith('node-')) return room;
  const fact = player.log.fact(player.toward ?? player.cursor);
  const pod = fact !== undefined && 'pod' in fact ? fact.pod : '';
  return pod !== '' && player.scene.nodes.has(room) ? room : undefined;
}

/** The rooms between which the message of a step goes, and where something happens. */
function meetingAt({ log, scene, cursor }: Player): readonly Anchor[] {
  const fact = log.fact(cursor);
  if (fact === undefined || placeOf(log, scene) === undefined) return [];
  const request = log.requestOf(fact.id);
  const client = scene.requests.get(request)?.client ?? senderOf(log, request);
  const rooms = [
    client === undefined ? undefined : roomAt(scene, client),
    request !== 0 || fact.type === heard ? 'kube-apiserver' : undefined,
    roomAt(scene, fact.component),
  ];
  return [...new Set(rooms.filter((room) => room !== undefined))];
}

const heard: Fact['type'] = 'WatchEventReceived';

/** The sender of a request that is answered already. */
function senderOf(log: Player['log'], request: number): string | undefined {
  if (request === 0) return undefined;
  return log.fact(log.factsOfRequest(request)[0] ?? 0)?.component;
}

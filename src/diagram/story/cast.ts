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

/** What a slide or a frame shows from inside too. */
const inPlans = /^(node-|kube-scheduler$)/;

let known: { readonly of: readonly unknown[]; readonly cast: Cast } | undefined;

/** The cast of what the page tells or moves to; nobody until there are words. */
export function castHere(player: Player): Cast {
  const { log, cursor, toward, depth, beats, live } = player;
  const { castAt, plan } = useDiagram.getState();
  const of = [log, cursor, toward, depth, beats, live === undefined, castAt, plan];
  if (!of.every((each, index) => known?.of[index] === each)) {
    const told = depth === 'story' ? castAt(player) : [];
    // On a slide or in a frame nobody else is drawn, so each step has a cast.
    const anchors = told.length > 0 || plan === undefined ? told : meetingAt(player);
    const inside = insideOf(anchors, player);
    // A slide or a frame draws the checks as one line, and a controller beside whom it asks.
    const isOpened = plan === undefined || (inside !== undefined && inPlans.test(inside));
    const cast = { anchors, inside: isOpened ? inside : undefined };
    known = { of, cast: anchors.length === 0 ? nobody : cast };
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

/** What only the inside of a room shows: what runtimes make, plugins say, controllers decide. */
const inner: readonly RegExp[] = [
  /^(node-[^/]+)\/(?!kubelet$|containerd$|kube-proxy$|pods\/)/,
  /^(kube-scheduler)\/(?:filter|score)/,
  /^(kube-apiserver)\/(?:authenticate|flow-control|authorize|mutate|validate)$/,
  /-controller\/decision$/,
];
/** What the map and the inside of a node both show. */
const onNode = /^(node-[^/]+)\//;
/** Rooms by themselves: an inside has them as chips, and a controller by its name. */
const whole = /^[^/]+$/;

/**
 * The room that is shown from inside: that of the parts which only an inside shows, if these are of
 * one room and all others of the cast are rooms or its own parts; else the node of a Pod's parts.
 */
function insideOf(anchors: readonly Anchor[], player: Player): RoomId | undefined {
  const inmost = only(anchors, innerRoom);
  const room = inmost ?? only(anchors, (anchor) => onNode.exec(anchor)?.[1]);
  if (room === undefined) return undefined;
  const others = inmost === undefined ? besideNode : whole;
  const fits = (anchor: Anchor): boolean =>
    others.test(anchor) || innerRoom(anchor) === room || isShownIn(anchor, room);
  // A write is told on the way from the API server to etcd.
  if (!anchors.every(fits) || (room === server && anchors.includes('etcd'))) return undefined;
  if (!room.startsWith('node-')) return room;
  const fact = player.log.fact(player.toward ?? player.cursor);
  const pod = fact !== undefined && 'pod' in fact ? fact.pod : '';
  // While the picture moves to a fact, the scene is still that of before.
  const isThere = player.scene.nodes.get(room)?.pods.includes(pod) === true;
  return isThere || (pod !== '' && player.toward !== undefined) ? room : undefined;
}

const server: RoomId = 'kube-apiserver';
const besideNode = /^(node-[^/]+|registry)$/;

function innerRoom(anchor: Anchor): RoomId | undefined {
  const found = inner.map((part) => part.exec(anchor)).find((each) => each !== null);
  return found === undefined ? undefined : (found[1] ?? 'kube-controller-manager');
}

/** Parts that the map shows, and the inside of their room too. */
const isShownIn = (anchor: Anchor, room: RoomId): boolean =>
  onNode.exec(anchor)?.[1] === room ||
  (room === 'kube-scheduler' && anchor === 'kube-scheduler/unschedulablePods');

/** The one value that the anchors have; `undefined` where there is none, or more than one. */
function only(
  anchors: readonly Anchor[],
  of: (anchor: Anchor) => RoomId | undefined,
): RoomId | undefined {
  const [one, ...more] = new Set(anchors.flatMap((anchor) => of(anchor) ?? []));
  return more.length === 0 ? one : undefined;
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

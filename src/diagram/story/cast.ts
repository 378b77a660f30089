/**
 * The cast of a beat: what must be readable in the picture, from the facts of the beat.
 *
 * A beat that happens on a node or in the scheduler's plugins is shown from inside; any other shows
 * the rooms that its messages go between.
 */
import type { Anchor } from '#facts/telling';
import { placeOf, type RoomId, roomAt } from '#player/place';
import type { Player } from '#player/player-state';
import type { Fact, FactType } from '#trace/facts';
import { useDiagram } from '../diagram-store.ts';
import type { Plan } from '../layout/layout.ts';
import { beatHere } from './beat-here.ts';
import { roomOfAnchor } from './room-of-anchor.ts';

export interface Cast {
  readonly anchors: readonly Anchor[];
  /** The room that is shown from inside; `undefined` for the map. */
  readonly inside: RoomId | undefined;
}

const nobody: Cast = { anchors: [], inside: undefined };

let known:
  | { readonly player: Partial<Player>; readonly plan: Plan | undefined; readonly cast: Cast }
  | undefined;

/** The cast of the beat that the page shows or moves to; computed once for each. */
export function castHere(player: Player): Cast {
  const { log, cursor, toward, depth, beats } = player;
  const { plan } = useDiagram.getState();
  const same =
    known?.player.log === log &&
    known.player.cursor === cursor &&
    known.player.toward === toward &&
    known.player.depth === depth &&
    known.player.beats === beats &&
    known.plan === plan;
  if (!same)
    known = { player: { log, cursor, toward, depth, beats }, plan, cast: castOf(player, plan) };
  return known?.cast ?? nobody;
}

/** Whether a room has no part in the beat: it is drawn quietly. */
export function isBeside(player: Player, room: RoomId): boolean {
  const { anchors } = castHere(player);
  return anchors.length > 0 && !anchors.some((anchor) => roomOfAnchor(anchor) === room);
}

/** Beside the story a step has a cast where nobody else is drawn, on a slide or in a frame. */
function castOf(player: Player, plan: Plan | undefined): Cast {
  const { log, steps, cursor, depth, scene } = player;
  const fact = log.fact(cursor);
  if ((depth !== 'story' && plan === undefined) || fact === undefined) return nobody;
  const beat = beatHere(player);
  if (beat === undefined)
    return placeOf(log, scene) === undefined ? nobody : meeting(player, [fact]);
  const facts = steps.slice(beat.first, beat.last + 1).flatMap((step) => log.fact(step.fact) ?? []);
  const main = log.fact(steps[beat.main]?.fact ?? 0) ?? fact;
  const hears = facts.some(({ type, component }) => type === heard && component === main.component);
  return (hears ? undefined : fromInside(player, main)) ?? meeting(player, facts);
}

const heard = 'WatchEventReceived' satisfies FactType;

/** Facts that are decisions of the scheduler's plugins about nodes. */
const scheduling: ReadonlySet<FactType> = new Set<FactType>([
  'PreFiltered',
  'NodesFiltered',
  'NodesScored',
  'HostSelected',
]);

/** A beat in one room whose inside shows what the map cannot. */
function fromInside({ log, scene }: Player, main: Fact): Cast | undefined {
  const room = roomAt(scene, main.component);
  if (room === undefined || log.requestOf(main.id) !== 0) return undefined;
  if (scheduling.has(main.type)) {
    return {
      anchors: [`${room}/${main.type === 'NodesFiltered' ? 'filter' : 'score'}`],
      inside: room,
    };
  }
  // A Pod that has gone has no inside.
  if (!scene.nodes.has(room) || !('pod' in main) || main.pod === '') return undefined;
  const parts = ['kubelet', 'containerd', 'sandbox'].map((part) => `${room}/${part}`);
  return { anchors: parts, inside: room };
}

/** The rooms between which messages go, and those where something happens. */
function meeting({ log, scene }: Player, facts: readonly Fact[]): Cast {
  const rooms = new Set<Anchor>();
  for (const fact of facts) {
    const request = log.requestOf(fact.id);
    const client = scene.requests.get(request)?.client ?? senderOf(log, request);
    const from = client === undefined ? undefined : roomAt(scene, client);
    const room = roomAt(scene, fact.component);
    if (request !== 0 || fact.type === heard) rooms.add('kube-apiserver');
    if (from !== undefined) rooms.add(from);
    if (room !== undefined) rooms.add(room);
  }
  return { anchors: [...rooms], inside: undefined };
}

/** The sender of a request that is answered already. */
function senderOf(log: Player['log'], request: number): string | undefined {
  if (request === 0) return undefined;
  return log.fact(log.factsOfRequest(request)[0] ?? 0)?.component;
}

/**
 * What moves in a step, as a pure function of two scenes and `t`: first the colour spreads along
 * the path, then the dot travels it. At t = 1 everything rests, and only the later scene counts.
 * What a beat tells beside its own step comes in `beat`.
 */
import { asksForObjects, firstPart, isPassedOn } from '#facts/requests';
import { type Place, placeOf, roomAt } from '#player/place';
import type { RequestScene, RequestStage, Scene } from '#player/scene';
import type { TraceLog } from '#player/trace-log';
import type { FactOf } from '#trace/facts';
import { withoutGroup } from '#trace/object-key';
import type { ClusterLayout } from '../layout/layout.ts';
import { type Point, pathOf, pointAt } from '../layout/polyline.ts';
import { type PacketMotion, packetMotionOf } from './packet.ts';
import { lengthOf, requestLine } from './request-line.ts';
import { type Signal, signalOf, type WatchEvent } from './signal.ts';

/** The filled dot: the request that the step is about. */
export interface RequestDot {
  readonly at: Point;
  readonly label: string;
  /** Where the label stands: it covers no words and stays on the map. */
  readonly side: 'above' | 'close' | 'left' | 'right';
  /**
   * Whether the stage refused the request, or the answer is an error: an octagon replaces the dot.
   */
  readonly denied: boolean;
}

export interface Motion {
  /** The path already covered, as an SVG path; empty when none is lit. */
  readonly lit: string;
  readonly dot: RequestDot | undefined;
  /** A watch event on its line. */
  readonly signal: Signal | undefined;
  /** A packet between machines. */
  readonly packet: PacketMotion | undefined;
  /** Other requests of the story, in flight or told together with the dot, drawn as rings. */
  readonly rings: readonly Point[];
  /** The ways of those that came with the dot from other rooms, as an SVG path. */
  readonly beside: string;
}

export interface BeatMotion {
  /** An earlier watch event of the beat: its ticket stays until the beat ends. */
  readonly heard?: WatchEvent | undefined;
  /** Requests that the beat tells together with that of the dot, the nearest to it first. */
  readonly together?: readonly number[];
}

/** The share of a step's movement in which the colour spreads. */
const spreadShare = 240 / 840;
/** At most this many things move besides the dot. */
const ringLimit = 11;
/** Between the dots of requests that run together, in pixels of the map. */
const apart = 20;

export function motionOf(
  log: TraceLog,
  from: Scene,
  to: Scene,
  t: number,
  layout: ClusterLayout,
  { heard, together = [] }: BeatMotion = {},
): Motion {
  const place = placeOf(log, to);
  const spread = Math.min(1, t / spreadShare);
  const travel = easeMove(Math.max(0, (t - spreadShare) / (1 - spreadShare)));
  const rings = ringsOf(log, to, place?.request?.id, layout);
  if (place === undefined) return { ...noMotion, rings };
  const fact = log.fact(to.cursor);
  if (fact?.type === 'WatchEventReceived') {
    return { ...noMotion, rings, signal: signalOf(fact, place.room, easeMove(t), layout) };
  }
  if (fact?.type === 'PacketHop') {
    return { ...noMotion, rings, packet: packetMotionOf(log, from, to, fact, easeMove(t), layout) };
  }
  if (fact?.type === 'RequestSent' && isPassedOn(fact)) {
    return { ...noMotion, rings, ...passedMotion(fact, to, spread, travel, layout) };
  }
  if (heard !== undefined) {
    const room = roomAt(to, heard.component) ?? place.room;
    return { ...noMotion, rings, signal: signalOf(heard, room, 1, layout) };
  }
  const beside = followersOf(log, to, together, travel, layout);
  return {
    ...noMotion,
    ...requestMotion(log, from, to, place, spread, travel, layout),
    rings: [...beside.rings, ...rings].slice(0, ringLimit),
    beside: beside.ways,
  };
}

const noMotion = {
  lit: '',
  dot: undefined,
  signal: undefined,
  packet: undefined,
  beside: '',
} as const;

/** Rings that follow the dot into etcd, each on the line of its own room. */
function followersOf(
  log: TraceLog,
  to: Scene,
  requests: readonly number[],
  travel: number,
  layout: ClusterLayout,
): { readonly rings: readonly Point[]; readonly ways: string } {
  const rings: Point[] = [];
  const ways: string[] = [];
  for (const request of requests) {
    const client = log.fact(log.factsOfRequest(request)[0] ?? 0)?.component;
    const room = client === undefined ? undefined : roomAt(to, client);
    const way = room === undefined ? undefined : requestLine(layout, room);
    if (way === undefined) continue;
    const { line } = way;
    const end = line.length * travel - apart * (rings.length + 1);
    if (end <= 0) continue;
    rings.push(pointAt(line, end));
    ways.push(pathOf(line, 0, end));
  }
  return { rings, ways: ways.join(' ') };
}

function requestMotion(
  log: TraceLog,
  from: Scene,
  to: Scene,
  place: Place,
  spread: number,
  travel: number,
  layout: ClusterLayout,
): Partial<Motion> {
  const { request: moved, station } = place;
  const request = moved === undefined ? undefined : to.requests.get(moved.id);
  const line = moved === undefined ? undefined : requestLine(layout, moved.client);
  if (moved === undefined || request === undefined || line === undefined) return {};
  const before = placeOf(log, from);
  const start =
    before?.request?.id === moved.id
      ? lengthOf(layout, line, (before.station ?? 'sent') as RequestStage)
      : startOf(from, moved.id, (stage) => lengthOf(layout, line, stage));
  const end = lengthOf(layout, line, (station ?? request.stage) as RequestStage);
  const dot = pointAt(line.line, start + (end - start) * travel);
  const lit = Math.max(start, start + (end - start) * (end > start ? spread : travel));
  // A refusal keeps its sign on the way back. A 404 was refused by no stage; it gets the sign here.
  const answer = station === 'answered' || station === 'returned' ? (request.code ?? 0) : 0;
  const denied = answer >= 400 || (request.deniedAt !== undefined && request.deniedAt === station);
  return {
    lit: lit > 0 ? pathOf(line.line, 0, lit) : '',
    dot: { at: dot, label: labelOf(request, answer), side: sideOf(dot, layout), denied },
  };
}

/** From the API server to the kubelet of a Pod's node: on the node's own line, the other way. */
function passedMotion(
  { method, url, ref }: FactOf<'RequestSent'>,
  { pods }: Scene,
  spread: number,
  travel: number,
  layout: ClusterLayout,
): Partial<Motion> {
  const line = requestLine(layout, pods.get(`${ref.namespace}/${ref.name}`)?.node ?? '');
  if (line === undefined) return {};
  const { door } = line;
  const dot = pointAt(line.line, door * (1 - travel));
  return {
    lit: pathOf(line.line, door * (1 - spread), door),
    dot: {
      at: dot,
      label: `${method} ${firstPart(url)}`,
      side: sideOf(dot, layout),
      denied: false,
    },
  };
}

function sideOf({ x, y }: Point, layout: ClusterLayout): RequestDot['side'] {
  // Half of the longest label, which a small map cuts at 180 px.
  if (x < (layout.kind === 'compact' ? 95 : 60)) return 'right';
  const you = layout.rooms.get('kubectl');
  const beside = you !== undefined && Math.abs(x - you.x - you.width) < 30;
  // The command stands on the left of it.
  if (beside && y > you.y && y < you.y + you.height) return 'right';
  // Little room between the rows: the words of the controllers stand further up.
  if (layout.kind !== 'compact' && overNode(x, y, layout)) return 'close';
  const room = layout.rooms.get('kube-apiserver');
  const last = room !== undefined && x > room.x + room.width - 60;
  return last || x > layout.width - 110 ? 'left' : 'above';
}

function overNode(x: number, y: number, { rooms, width }: ClusterLayout): boolean {
  const manager = rooms.get('kube-controller-manager');
  if (manager === undefined || x > width - 110) return false;
  const gap = y - manager.y - manager.height;
  return gap > 0 && gap < 40;
}

// The request may have moved in steps of others: it starts from where it was drawn last.
function startOf(from: Scene, id: number, length: (stage: RequestStage) => number): number {
  const before = from.requests.get(id);
  return before === undefined ? 0 : length(before.stage);
}

/** `POST deployments`, `PATCH pods/status`, `POST binding`; a refusal has its code too. */
function labelOf(request: RequestScene, answer: number): string {
  const asked = askedOf(request);
  return answer >= 400 ? `${answer} ${asked}` : asked;
}

function askedOf(request: RequestScene): string {
  const { method, ref, subresource, url } = request;
  if (subresource === 'binding') return `${method} binding`;
  if (!asksForObjects(request)) return `${method} ${url.split('?', 1)[0] ?? ''}`;
  const resource = withoutGroup(ref.resource);
  return subresource === '' ? `${method} ${resource}` : `${method} ${resource}/${subresource}`;
}

function ringsOf(
  log: TraceLog,
  scene: Scene,
  spoken: number | undefined,
  layout: ClusterLayout,
): readonly Point[] {
  const rings: Point[] = [];
  for (const request of scene.requests.values()) {
    if (request.id === spoken || request.watch || request.stage === 'returned') continue;
    if (log.roleOf(request.facts[0] ?? 0).role === 'noise') continue;
    const client = roomAt(scene, request.client);
    const line = client === undefined ? undefined : requestLine(layout, client);
    if (line === undefined) continue;
    rings.push(pointAt(line.line, lengthOf(layout, line, request.stage)));
    if (rings.length === ringLimit) break;
  }
  return rings;
}

// Close enough to the curve of --ease-move: slow, fast, slow.
function easeMove(t: number): number {
  const clamped = Math.min(1, Math.max(0, t));
  return clamped * clamped * (3 - 2 * clamped);
}

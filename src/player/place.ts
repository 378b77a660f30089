/** Where on the map a fact happens: the room, the station in it, and the request it moves. */
import { kindOf, stationOf } from '#facts/facts';
import type { ComponentId, FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';
import type { RequestStage, Scene, SchedulingPoint } from './scene.ts';
import type { TraceLog } from './trace-log.ts';

/** `kubectl`, `kube-apiserver`, `etcd`, `kube-controller-manager`, `kube-scheduler`, or a node. */
export type RoomId = string;

export interface Place {
  readonly room: RoomId;
  /** The stage, extension point, sync step or call; `undefined` for the room as a whole. */
  readonly station: RequestStage | SchedulingPoint | (string & {}) | undefined;
  /** The request that is moved, and the room of its client. */
  readonly request: { readonly id: number; readonly client: RoomId } | undefined;
  /** A watch event that came from the API server to this room. */
  readonly watch: boolean;
}

/**
 * The room of a component. The person with the programs of their machine, kubectl and clients
 * outside the simulation share one, and further managers and schedulers
 * stand in the room of the first; `undefined` for what is outside the picture. A program in a Pod
 * has no room of its own: its place changes with its Pod (`roomAt`).
 */
export function roomOf(component: ComponentId): RoomId | undefined {
  if (component === 'outside' || ofPerson.test(component)) return 'kubectl';
  if (furtherScheduler.test(component)) return 'kube-scheduler';
  const [program = '', part] = component.split('/', 2);
  if (furtherManager.test(program)) return manager;
  return part !== undefined || rooms.has(program) ? program : undefined;
}

/** Components with a room of their own; a node is named with a part (`node-1/kubelet`). */
const rooms: ReadonlySet<string> = new Set([
  'kubectl',
  'kube-apiserver',
  'etcd',
  'kube-controller-manager',
  'kube-scheduler',
]);

const ofPerson = /^person(\/|$)/;
const manager = 'kube-controller-manager';
const furtherManager = /^kube-controller-manager-\d+$/;
/** `kube-scheduler-2`, or another scheduler, which Pods name in `schedulerName`. */
const furtherScheduler = /^[^/]+-scheduler(-\d+)?$/;

/** The room of a component in a scene: a program in a Pod is where a Pod runs it. */
export function roomAt(scene: Scene, component: ComponentId): RoomId | undefined {
  return roomOf(component) ?? nodeOfProgram(scene, component);
}

/** The node of the first Pod that runs a program, else of one that ran it. */
function nodeOfProgram({ pods }: Scene, program: string): RoomId | undefined {
  let ended: RoomId | undefined;
  for (const { containers, node } of pods.values()) {
    const own = containers.filter((container) => container.program === program);
    if (own.some(({ pid }) => pid !== undefined)) return node;
    if (own.length > 0) ended ??= node;
  }
  return ended;
}

/** The room of a fact: of its component, of the address that answered, or of its cause. */
function roomOfFact(log: TraceLog, scene: Scene, fact: Fact): RoomId | undefined {
  const own = roomOf(fact.component);
  if (own !== undefined) return own;
  const address = kindOf(fact).address?.(fact);
  if (address !== undefined) {
    for (const { ip, node } of scene.pods.values()) if (ip === address) return node;
  }
  const cause = log.fact(fact.cause)?.component ?? '';
  return roomAt(scene, fact.component) ?? roomAt(scene, cause);
}

/** The place of the fact at the cursor of a scene. */
export function placeOf(log: TraceLog, scene: Scene): Place | undefined {
  const fact = log.fact(scene.cursor);
  // Before the first command no step is shown, only the cluster and its prologue.
  if (fact === undefined) return undefined;
  if (log.stepAt(fact.id) === undefined && !log.prologue.has(fact.id)) return undefined;
  const room = roomOfFact(log, scene, fact);
  if (room === undefined) return undefined;
  const id = log.requestOf(fact.id);
  const request = scene.requests.get(id);
  const client = request === undefined ? undefined : roomAt(scene, request.client);
  const moved = request === undefined || client === undefined ? undefined : { id, client };
  return {
    room,
    station: stationOf(fact),
    request: fact.type === 'WatchEventReceived' ? undefined : moved,
    watch: fact.type === 'WatchEventReceived',
  };
}

/** Whether a fact happens in a room that the map draws: one of the control plane's, or a node. */
export function isOnMap(log: TraceLog, fact: FactId): boolean {
  const scene = log.sceneAt(fact);
  const room = placeOf(log, scene)?.room;
  return room !== undefined && (rooms.has(room) || scene.nodes.has(room));
}

/** Whether the way from one place to the next is a travel that takes time. */
export function travels(from: Place | undefined, to: Place | undefined): boolean {
  if (to === undefined) return false;
  if (to.watch) return true;
  if (to.request === undefined) return false;
  return from?.request?.id !== to.request.id || from.station !== to.station;
}

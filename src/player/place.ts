/** Where on the map a fact happens: the room, the station in it, and the request it moves. */
import type { ComponentId } from '#trace/fact';
import type { Fact } from '#trace/trace-event';
import type { RequestStage, Scene, SchedulingPoint } from './scene.ts';
import type { TraceLog } from './trace-log.ts';

/** `kubectl`, `kube-apiserver`, `etcd`, `kube-controller-manager`, `kube-scheduler`, or a node. */
export type RoomId = string;

export interface Place {
  readonly room: RoomId;
  /** The stage, extension point, sync step or call; `undefined`: somewhere in the room. */
  readonly station: RequestStage | SchedulingPoint | (string & {}) | undefined;
  /** The request that is moved, and the room of its client. */
  readonly request: { readonly id: number; readonly client: RoomId } | undefined;
  /** A watch event that came from the API server to this room. */
  readonly watch: boolean;
}

/**
 * The room of a component. The person and kubectl share one, and further managers and schedulers
 * stand in the room of the first; what is nowhere is `undefined`.
 */
export function roomOf(component: ComponentId): RoomId | undefined {
  if (component === 'person') return 'kubectl';
  if (component === 'cluster' || component === 'registry') return undefined;
  if (furtherScheduler.test(component)) return 'kube-scheduler';
  const program = component.split('/', 1)[0];
  return program !== undefined && furtherManager.test(program) ? manager : program;
}

const manager = 'kube-controller-manager';
const furtherManager = /^kube-controller-manager-\d+$/;
/** `kube-scheduler-2`, or one of another name, as Pods ask for it by `schedulerName`. */
const furtherScheduler = /^[^/]+-scheduler(-\d+)?$/;

/** The place of the fact at the cursor of a scene. */
export function placeOf(log: TraceLog, scene: Scene): Place | undefined {
  const fact = log.fact(scene.cursor);
  // Before the first command no step is shown, only the cluster and its prologue.
  if (fact === undefined) return undefined;
  if (log.stepAt(fact.id) === undefined && !log.prologue.has(fact.id)) return undefined;
  const room = roomOf(fact.component) ?? roomOf(log.fact(fact.cause)?.component ?? 'cluster');
  if (room === undefined) return undefined;
  const id = log.requestOf(fact.id);
  const request = scene.requests.get(id);
  const client = request === undefined ? undefined : roomOf(request.client);
  const moved = request === undefined || client === undefined ? undefined : { id, client };
  return {
    room,
    station: stationOf(fact),
    request: fact.type === 'WatchEventReceived' ? undefined : moved,
    watch: fact.type === 'WatchEventReceived',
  };
}

/** The station of a fact inside its room. */
export function stationOf(fact: Fact): string | undefined {
  switch (fact.type) {
    case 'RequestSent':
      return 'sent';
    case 'RequestReceived':
    case 'RequestInfoResolved':
      return 'received';
    case 'Authenticated':
      return 'authenticate';
    case 'FlowControlled':
      return 'flow-control';
    case 'Authorized':
    case 'RequestRouted':
      return 'authorize';
    case 'Decoded':
    case 'Defaulted':
    case 'Mutated':
    case 'WebhookCalled':
      return 'mutate';
    case 'Validated':
    case 'Admitted':
      return 'validate';
    case 'StorageWriteStarted':
    case 'ReadServed':
      return 'store';
    case 'TxnCommitted':
    case 'TxnRefused':
    case 'RangeRead':
      return 'etcd';
    case 'ResponseSent':
      return 'answered';
    case 'ResponseReceived':
      return 'returned';
    case 'PodPopped':
      return 'Pop';
    case 'PreFiltered':
      return 'PreFilter';
    case 'NodesFiltered':
      return 'Filter';
    case 'PreScored':
      return 'PreScore';
    case 'NodesScored':
    case 'HostSelected':
      return 'Score';
    case 'PodAssumed':
      return 'Reserve';
    case 'PodBound':
      return 'Bind';
    case 'ExtensionPointRan':
      return fact.point;
    case 'PodSyncStep':
      return fact.step;
    case 'CriCalled':
    case 'CriReturned':
      return fact.method;
    default:
      return undefined;
  }
}

/** Whether the step from one place to the next is a travel that takes its time. */
export function travels(from: Place | undefined, to: Place | undefined): boolean {
  if (to === undefined) return false;
  if (to.watch) return true;
  if (to.request === undefined) return false;
  return from?.request?.id !== to.request.id || from.station !== to.station;
}

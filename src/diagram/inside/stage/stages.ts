/** The third zoom level: which stages of a room open as tables, and which one a fact belongs to. */
import { type RoomId, roomOf } from '#player/place';
import type { TraceLog } from '#player/trace-log';
import type { Fact } from '#trace/trace-event';
import { type KubeletModule, kubeletModules, moduleOf } from '../kubelet-module.ts';

export const apiserverStages = [
  'authenticate',
  'flow-control',
  'authorize',
  'mutate',
  'validate',
  'store',
] as const;
export type ApiserverStage = (typeof apiserverStages)[number];

const etcdStages = ['keys', 'members'] as const;
export const schedulerStages = ['queues', 'filter', 'score', 'bind'] as const;
const nodeStages = ['cri', 'sandbox', 'network', 'rules'] as const;

/** A stage of a room; a controller by its name, a module of a kubelet as `module:pleg`. */
export type StationId = string;

const managerPrefix = 'kube-controller-manager/';
const modulePrefix = 'module:';

export const moduleStation = (module: KubeletModule): StationId => modulePrefix + module;

/** The module that a station of a node stands for. */
export function moduleOfStation(station: StationId): KubeletModule | undefined {
  return kubeletModules.find((module) => moduleStation(module) === station);
}

/** All stations of a room, in the order of its work. */
export function stationsOf(room: RoomId, log: TraceLog): readonly StationId[] {
  switch (room) {
    case 'kube-apiserver':
      return apiserverStages;
    case 'etcd':
      return etcdStages;
    case 'kube-scheduler':
      return schedulerStages;
    case 'kube-controller-manager':
      return log.components
        .filter((component) => component.startsWith(managerPrefix))
        .map((component) => component.slice(managerPrefix.length))
        .sort();
    default:
      return [...nodeStages, ...kubeletModules.map(moduleStation)];
  }
}

/** The station that opens for a fact; `undefined`: its room has none for it. */
export function stationOf(fact: Fact): StationId | undefined {
  const room = roomOf(fact.component);
  if (room === 'kube-controller-manager') return fact.component.split('/')[1];
  if (fact.component === 'etcd') return 'keys';
  if (fact.component.startsWith('etcd/')) return 'members';
  if (room === 'kube-scheduler') return schedulerStation(fact);
  if (fact.component === 'kube-apiserver') return apiserverStation(fact);
  return nodeStation(fact);
}

function apiserverStation({ type }: Fact): ApiserverStage | undefined {
  switch (type) {
    case 'Authenticated':
    case 'Impersonated':
      return 'authenticate';
    case 'FlowControlled':
      return 'flow-control';
    case 'Authorized':
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
    case 'ResponseSent':
    case 'WatchCacheUpdated':
      return 'store';
    default:
      return undefined;
  }
}

function schedulerStation({ type }: Fact): (typeof schedulerStages)[number] {
  switch (type) {
    case 'PreFiltered':
    case 'NodesFiltered':
    case 'PostFiltered':
    case 'SchedulingFailed':
      return 'filter';
    case 'PreScored':
    case 'NodesScored':
    case 'HostSelected':
      return 'score';
    case 'PodAssumed':
    case 'ExtensionPointRan':
    case 'PodBound':
    case 'RequestSent':
    case 'ResponseReceived':
      return 'bind';
    default:
      return 'queues';
  }
}

function nodeStation(fact: Fact): StationId | undefined {
  switch (fact.type) {
    case 'CriCalled':
    case 'CriReturned':
    case 'RegistryAnswered':
      return 'cri';
    case 'RuntimeStep':
    case 'ProcessStarted':
    case 'ProcessExited':
    case 'ContainerLogged':
      return 'sandbox';
    case 'CniStep':
    case 'PacketHop':
    case 'ConnectionAnswered':
    case 'OverlayJoined':
    case 'DnsAnswered':
      return 'network';
    case 'NetfilterChanged':
    case 'ProxyRulesSynced':
      return 'rules';
    default: {
      const module = moduleOf(fact);
      return module === undefined ? undefined : moduleStation(module);
    }
  }
}

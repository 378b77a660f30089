/** The third zoom level: which stages of a room open as tables, and which one a fact belongs to. */

import { apiserverStages, nodeStages, schedulerStages } from '#facts/fact-kind';
import { kindOf } from '#facts/facts';
import { type KubeletModule, kubeletModules } from '#facts/kubelet-module';
import { type RoomId, roomOf } from '#player/place';
import type { TraceLog } from '#player/trace-log';
import type { Fact } from '#trace/facts';

const etcdStages = ['keys', 'members'] as const;

/** A stage of a room; a controller by its name, a module of a kubelet as `module:pleg`. */
export type StationId = string;

const managerPrefix = 'kube-controller-manager/';
const modulePrefix = 'module:';

export const moduleStation = (module: KubeletModule): StationId => modulePrefix + module;

/** The kubelet module that a station of a node stands for. */
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

/** The table that opens for a fact; `undefined` if its room has none for it. */
export function tableOf(fact: Fact): StationId | undefined {
  const room = roomOf(fact.component);
  if (room === 'kube-controller-manager') return fact.component.split('/')[1];
  if (fact.component === 'etcd') return 'keys';
  if (fact.component.startsWith('etcd/')) return 'members';
  const { stage, module } = kindOf(fact);
  if (room === 'kube-scheduler') return schedulerStages.find((each) => each === stage) ?? 'queues';
  if (fact.component === 'kube-apiserver') return apiserverStages.find((each) => each === stage);
  const own = nodeStages.find((each) => each === stage);
  if (own !== undefined) return own;
  const ofKubelet = module?.(fact);
  return ofKubelet === undefined ? undefined : moduleStation(ofKubelet);
}

/** The modules inside a kubelet, and which of them a fact is about. */
import { withoutGroup } from '#trace/object-key';
import type { Fact } from '#trace/trace-event';

/** In the order of a Pod's way, then what runs beside it. */
export const kubeletModules = [
  'pod',
  'allocation',
  'container',
  'topology',
  'volume',
  'image',
  'runtime',
  'probe',
  'pleg',
  'status',
  'objects',
  'token',
  'eviction',
  'oom',
  'cadvisor',
  'gc',
  'imageGc',
  'runtimeClass',
  'refs',
  'nodeStatus',
  'nodeLease',
  'server',
] as const;
export type KubeletModule = (typeof kubeletModules)[number];

/** The module that a fact of a node is about; `undefined`: of none alone. */
export function moduleOf(fact: Fact): KubeletModule | undefined {
  switch (fact.type) {
    case 'PodConfigChanged':
    case 'SyncLoopPicked':
    case 'PodSyncStarted':
    case 'PodSyncFinished':
      return 'pod';
    case 'PodAdmitted':
      return 'allocation';
    case 'ResourcesAllocated':
    case 'DevicePluginRegistered':
      return 'topology';
    case 'PodLifecycleEventSeen':
      return 'pleg';
    case 'PodStatusSet':
      return 'status';
    case 'VolumeMounted':
    case 'VolumeContentUpdated':
      return 'volume';
    case 'PodActionsComputed':
      return 'runtime';
    case 'ProbeRan':
      return 'probe';
    case 'EvictionSynchronized':
      return 'eviction';
    case 'OomKilled':
      return 'oom';
    case 'NodeRegistered':
      return 'nodeStatus';
    case 'CriCalled':
    case 'CriReturned':
      return callModules[fact.method] ?? 'runtime';
    case 'PodSyncStep':
      return stepModules[fact.step];
    case 'RequestSent':
      return requestModule(fact.method, fact.ref.resource);
    default:
      return undefined;
  }
}

const callModules: Readonly<Record<string, KubeletModule>> = {
  PullImage: 'image',
  ImageStatus: 'image',
  ListImages: 'imageGc',
  RemoveImage: 'imageGc',
  ImageFsInfo: 'imageGc',
  RemoveContainer: 'gc',
  RemovePodSandbox: 'gc',
  ListContainerStats: 'cadvisor',
  ListPodSandboxStats: 'cadvisor',
  ExecSync: 'probe',
};

const stepModules: Readonly<Record<string, KubeletModule>> = {
  status: 'status',
  'network-ready': 'runtime',
  cgroups: 'container',
  'remove-cgroups': 'container',
  'mirror-pod': 'pod',
  'wait-for-volumes': 'volume',
  'unmount-volumes': 'volume',
  probes: 'probe',
  'register-secrets': 'objects',
  'pull-secrets': 'objects',
  'runtime-sync': 'runtime',
  'kill-containers': 'runtime',
};

/** Which module asks the API server for a resource. */
function requestModule(method: string, resource: string): KubeletModule | undefined {
  switch (withoutGroup(resource)) {
    case 'leases':
      return 'nodeLease';
    case 'nodes':
      return 'nodeStatus';
    case 'pods':
      return method === 'PATCH' ? 'status' : 'pod';
    case 'secrets':
    case 'configmaps':
      return 'objects';
    case 'serviceaccounts':
      return 'token';
    case 'runtimeclasses':
      return 'runtimeClass';
    default:
      return undefined;
  }
}

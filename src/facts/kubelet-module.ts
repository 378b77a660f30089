/** The modules inside a kubelet, and which module a call, a step or a request belongs to. */
import { withoutGroup } from '#trace/object-key';

/** In the order of a Pod's way, then the modules that run beside it. */
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

/** The module that calls a method of the runtime. */
export const moduleOfCall = (method: string): KubeletModule => callModules[method] ?? 'runtime';

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

/** The module that does a step of SyncPod; `undefined` if no single one does. */
export const moduleOfSyncStep = (step: string): KubeletModule | undefined => stepModules[step];

/** The module that requests a resource from the API server; `undefined` if no single one does. */
export function moduleOfRequest(method: string, resource: string): KubeletModule | undefined {
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

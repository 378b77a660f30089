/**
 * The parts of the Node object that the kubelet knows.
 * Models kubernetes/pkg/kubelet/nodestatus/setters.go and kubelet_node_status.go initialNode.
 */
import { rfc3339, type SimTime } from '#base/sim-time';
import type { NodeConfig } from '#cluster/config/cluster-config';
import type { ContainerImage, NodeCondition, NodeStatus } from '#k8s.io/api/core/v1';
import { subtractQuantities } from '#k8s.io/apimachinery/quantity';
import type { ImageStatus } from '#k8s.io/cri-api/runtime';
import { parseCpuset } from '../cm/cpuset.ts';
import { declaresRestartAll } from '../lifecycle/features.ts';

const kubeletPort = 10250;
const maxImages = 50;

/** Facts of the machine and its software that do not change. */
export const nodeInfo = {
  machineID: '3d1219c7c4c5404aaa1f6d2a48adfda4',
  systemUUID: '3d1219c7c4c5404aaa1f6d2a48adfda4',
  kernelVersion: '6.18.44',
  osImage: 'Debian GNU/Linux 12 (bookworm)',
  kubeletVersion: 'v1.36.3',
  kubeProxyVersion: '',
  operatingSystem: 'linux',
  architecture: 'amd64',
} as const;

const handlerFeatures = { recursiveReadOnlyMounts: true, userNamespaces: false } as const;

/** Labels that every node registers with, beside the configured ones. */
export const defaultNodeLabels = (name: string): Readonly<Record<string, string>> => ({
  'beta.kubernetes.io/arch': nodeInfo.architecture,
  'beta.kubernetes.io/os': nodeInfo.operatingSystem,
  'kubernetes.io/arch': nodeInfo.architecture,
  'kubernetes.io/hostname': name,
  'kubernetes.io/os': nodeInfo.operatingSystem,
});

/** What device plugins advertise of one resource. */
export interface DeviceCount {
  readonly resource: string;
  readonly all: number;
  readonly healthy: number;
}

/** CPUs that `reservedSystemCPUs` keeps are not allocatable. */
function allocatableCpu({ cpu, kubelet }: NodeConfig): string {
  const reserved = parseCpuset(kubelet?.reservedSystemCPUs ?? '').length;
  return reserved === 0 ? cpu : subtractQuantities(cpu, String(reserved));
}

const byResource = (devices: readonly DeviceCount[], count: (one: DeviceCount) => number) =>
  Object.fromEntries(devices.map((one) => [one.resource, String(count(one))]));

/** Everything but conditions. Source: defaultNodeStatusFuncs. */
export function nodeStatus(
  node: NodeConfig,
  bootID: string,
  runtimeVersion: string,
  images: readonly ImageStatus[],
  devices: readonly DeviceCount[] = [],
): NodeStatus {
  const capacity = {
    cpu: node.cpu,
    ...byResource(devices, ({ all }) => all),
    'hugepages-1Gi': '0',
    'hugepages-2Mi': '0',
    memory: node.memory,
    pods: String(node.pods),
  };
  const allocatable = {
    ...capacity,
    cpu: allocatableCpu(node),
    ...byResource(devices, ({ healthy }) => healthy),
    memory: subtractQuantities(node.memory, node.memoryReserved),
  };
  return {
    capacity,
    allocatable,
    addresses: [
      { type: 'InternalIP', address: node.address },
      { type: 'Hostname', address: node.name },
    ],
    daemonEndpoints: { kubeletEndpoint: { Port: kubeletPort } },
    nodeInfo: { ...nodeInfo, bootID, containerRuntimeVersion: runtimeVersion },
    ...(images.length === 0 ? {} : { images: imageList(images) }),
    runtimeHandlers: [
      { name: '', features: handlerFeatures },
      { name: 'runc', features: handlerFeatures },
    ],
    features: { supplementalGroupsPolicy: true },
    declaredFeatures: [
      'ExtendWebSocketsToKubelet',
      'InPlacePodLevelResourcesVerticalScaling',
      'InPlacePodVerticalScalingInitContainers',
      ...(declaresRestartAll(node) ? ['RestartAllContainersOnContainerExits'] : []),
    ],
  };
}

/**
 * Resources that others wrote into the capacity (as people do to try extended resources) stay and
 * become allocatable. Source: nodestatus.MachineInfo.
 */
export function withAdvertised(status: NodeStatus, known: NodeStatus | undefined): NodeStatus {
  const advertised: Record<string, string> = {};
  let any = false;
  for (const name in known?.capacity) {
    if (status.capacity?.[name] !== undefined) continue;
    advertised[name] = known?.capacity?.[name] ?? '0';
    any = true;
  }
  if (!any) return status;
  return {
    ...status,
    capacity: { ...status.capacity, ...advertised },
    allocatable: { ...status.allocatable, ...advertised },
  };
}

/** The largest first. Source: nodestatus.Images. */
const imageList = (images: readonly ImageStatus[]): readonly ContainerImage[] =>
  [...images]
    .sort((a, b) => b.size - a.size || (a.id < b.id ? -1 : 1))
    .slice(0, maxImages)
    .map(({ repoTags, repoDigests, size }) => ({
      names: [...repoDigests, ...repoTags],
      sizeBytes: size,
    }));

interface Verdict {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

const pressureTexts = [
  {
    type: 'MemoryPressure',
    True: ['KubeletHasInsufficientMemory', 'kubelet has insufficient memory available'],
    False: ['KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  },
  {
    type: 'DiskPressure',
    True: ['KubeletHasDiskPressure', 'kubelet has disk pressure'],
    False: ['KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  },
  {
    type: 'PIDPressure',
    True: ['KubeletHasInsufficientPID', 'kubelet has insufficient PID available'],
    False: ['KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
  },
] as const;

/**
 * The three pressure conditions and Ready. No `errors` means ready. Source: nodestatus/setters.go.
 */
export const conditionVerdicts = (
  errors: readonly string[],
  pressures: readonly string[],
): readonly Verdict[] => [
  ...pressureTexts.map((texts): Verdict => {
    const status = pressures.includes(texts.type) ? 'True' : 'False';
    const [reason, message] = texts[status];
    return { type: texts.type, status, reason, message };
  }),
  readyVerdict(errors),
];

function readyVerdict(errors: readonly string[]): Verdict {
  if (errors.length === 0) {
    const message = 'kubelet is posting ready status';
    return { type: 'Ready', status: 'True', reason: 'KubeletReady', message };
  }
  const message = errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]`;
  return { type: 'Ready', status: 'False', reason: 'KubeletNotReady', message };
}

/** A condition with its heartbeat, and the time of its last change. */
export function withTimes(
  verdict: Verdict,
  known: readonly NodeCondition[] | undefined,
  now: SimTime,
): NodeCondition {
  const time = rfc3339(now);
  const before = known?.find(({ type }) => type === verdict.type);
  const same = before?.status === verdict.status && before.lastTransitionTime !== undefined;
  const { type, status, reason, message } = verdict;
  return {
    type,
    status,
    lastHeartbeatTime: time,
    lastTransitionTime: same ? (before.lastTransitionTime as string) : time,
    reason,
    message,
  };
}

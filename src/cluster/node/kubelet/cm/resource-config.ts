/**
 * From cpu and memory quantities to cgroup values.
 * Models kubernetes/pkg/kubelet/cm/helpers_linux.go.
 */
import type { Container, Pod } from '#k8s.io/api/core/v1';
import { isZeroQuantity, milliValue, wholeValue } from '#k8s.io/apimachinery/quantity';
import {
  allLimited,
  podLimits,
  podRequests,
} from '#k8s.io/component-helpers/resource/pod-requests';
import type { LinuxContainerResources } from '#k8s.io/cri-api/runtime';
import { containerOOMScoreAdjust, podQos } from './qos.ts';

/** Microseconds. */
const quotaPeriod = 100_000;
const minShares = 2;
const maxShares = 262_144;
const minQuota = 1_000;

/** Source: MilliCPUToShares. */
export const milliCpuToShares = (milliCpu: number): number =>
  milliCpu === 0
    ? minShares
    : Math.min(Math.max(Math.floor((milliCpu * 1024) / 1000), minShares), maxShares);

/** Microseconds per period. Source: MilliCPUToQuota. */
const milliCpuToQuota = (milliCpu: number): number =>
  milliCpu === 0 ? 0 : Math.max(Math.floor((milliCpu * quotaPeriod) / 1000), minQuota);

interface CpuAndMemory {
  readonly cpu?: string | undefined;
  readonly memory?: string | undefined;
}

const list = (resources: Readonly<Record<string, string>> | undefined): CpuAndMemory => ({
  cpu: resources?.['cpu'],
  memory: resources?.['memory'],
});

/** Drops zero values: zero counts as not set. */
function given(limits: Readonly<Record<string, string>> | undefined): CpuAndMemory {
  const { cpu = '0', memory = '0' } = limits ?? {};
  return {
    ...(isZeroQuantity(cpu) ? {} : { cpu }),
    ...(isZeroQuantity(memory) ? {} : { memory }),
  };
}

function linuxResources(requests: CpuAndMemory, limits: CpuAndMemory): LinuxContainerResources {
  // Without a request the limit is the request.
  const cpu = requests.cpu ?? limits.cpu;
  return {
    cpuPeriod: quotaPeriod,
    ...(limits.cpu === undefined ? {} : { cpuQuota: milliCpuToQuota(milliValue(limits.cpu)) }),
    cpuShares: milliCpuToShares(cpu === undefined ? 0 : milliValue(cpu)),
    ...(limits.memory === undefined ? {} : { memoryLimitInBytes: wholeValue(limits.memory) }),
  };
}

/**
 * The values of a container. Without a limit of its own it gets the pod's, and without a CPU
 * request its CPU shares follow from that limit. Source: kuberuntime calculateLinuxResources,
 * getCPULimit.
 */
export function containerResources(
  pod: Pod,
  container: Container,
  nodeMemoryBytes: number,
): LinuxContainerResources {
  const { requests, limits } = container.resources ?? {};
  return {
    ...linuxResources(list(requests), { ...list(pod.spec.resources?.limits), ...given(limits) }),
    oomScoreAdj: containerOOMScoreAdjust(pod, container, nodeMemoryBytes),
  };
}

/** The values of the pod's cgroup. Source: ResourceConfigForPod. */
export function podResources(pod: Pod): LinuxContainerResources {
  if (podQos(pod) === 'BestEffort') return { cpuPeriod: quotaPeriod, cpuShares: minShares };
  const limits = podLimits(pod);
  return linuxResources(list(podRequests(pod)), {
    cpu: allLimited(pod, 'cpu') ? limits['cpu'] : undefined,
    memory: allLimited(pod, 'memory') ? limits['memory'] : undefined,
  });
}

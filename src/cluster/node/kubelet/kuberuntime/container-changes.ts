/**
 * Whether a running container differs from the pod's spec and has to be replaced.
 * Models kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.go containerChanged and
 * computePodResizeAction.
 */
import type { Container } from '#k8s.io/api/core/v1';
import { milliValue, wholeValue } from '#k8s.io/apimachinery/quantity';
import type { ContainerStatus } from '#k8s.io/cri-api/runtime';
import { milliCpuToShares } from '../cm/resource-config.ts';
import { hashContainer } from '../container/hash.ts';
import { containerHashAnnotation } from './labels.ts';

/** Resources do not count: they change in place. */
export const containerChanged = (container: Container, { annotations }: ContainerStatus): boolean =>
  annotations[containerHashAnnotation] !== hashContainer(container);

/** Whether a resource with the resize policy RestartContainer changed. */
export function resizeNeedsRestart(container: Container, { resources }: ContainerStatus): boolean {
  const policies = container.resizePolicy ?? [];
  if (
    resources === undefined ||
    policies.every(({ restartPolicy }) => restartPolicy !== 'RestartContainer')
  ) {
    return false;
  }
  const { requests, limits } = container.resources ?? {};
  return policies.some(({ resourceName, restartPolicy }) => {
    if (restartPolicy !== 'RestartContainer') return false;
    if (resourceName === 'memory') {
      const limit = limits?.['memory'];
      return (limit === undefined ? undefined : wholeValue(limit)) !== resources.memoryLimitInBytes;
    }
    const cpu = requests?.['cpu'] ?? limits?.['cpu'];
    return milliCpuToShares(cpu === undefined ? 0 : milliValue(cpu)) !== resources.cpuShares;
  });
}

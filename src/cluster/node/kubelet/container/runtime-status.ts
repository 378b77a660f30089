/**
 * What the kubelet knows of one pod in the runtime.
 *
 * Models kubernetes/pkg/kubelet/container/runtime.go PodStatus: the answers of PodSandboxStatus and
 * ContainerStatus, newest first.
 */
import type { SimTime } from '#base/sim-time';
import type { ContainerStatus, PodSandboxStatus } from '#k8s.io/cri-api/runtime';

export interface RuntimePodStatus {
  readonly uid: string;
  readonly sandboxes: readonly PodSandboxStatus[];
  readonly containers: readonly ContainerStatus[];
  /** When this was read. */
  readonly at: SimTime;
}

export const emptyRuntimeStatus = (uid: string, at: SimTime): RuntimePodStatus => ({
  uid,
  sandboxes: [],
  containers: [],
  at,
});

/** The newest container of a name. Source: PodStatus.FindContainerStatusByName. */
export const findContainer = (
  status: RuntimePodStatus,
  name: string,
): ContainerStatus | undefined =>
  status.containers.find((container) => container.metadata.name === name);

export const isRunning = (container: ContainerStatus | undefined): boolean =>
  container?.state === 'CONTAINER_RUNNING';

export const hasExited = (container: ContainerStatus | undefined): boolean =>
  container?.state === 'CONTAINER_EXITED';

export const runningContainers = (status: RuntimePodStatus): readonly ContainerStatus[] =>
  status.containers.filter((container) => isRunning(container));

/** The addresses of the pod; none once the sandbox is gone. */
export function podIPs(status: RuntimePodStatus): readonly string[] {
  const newest = status.sandboxes[0];
  return newest === undefined || newest.ip === '' || newest.state !== 'SANDBOX_READY'
    ? []
    : [newest.ip];
}

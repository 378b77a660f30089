/** The actions computed for a pod's containers, and the probe results behind them. */
import type { Container, Pod } from '#k8s.io/api/core/v1';
import type { ContainerStatus } from '#k8s.io/cri-api/runtime';

/** Known probe results by container id. */
export interface ProbeVerdicts {
  livenessFailed(containerId: string): boolean;
  startupFailed(containerId: string): boolean;
  /** Whether the container counts as started (its startup probe passed, or it has none). */
  started(pod: Pod, container: Container, status: ContainerStatus): boolean;
}

export interface ContainerToKill {
  readonly status: ContainerStatus;
  readonly name: string;
  /** Empty: `Stopping container NAME`. */
  readonly message: string;
  readonly reason: 'unknown' | 'startupProbe' | 'livenessProbe' | 'changed' | '';
}

export interface PodActions {
  readonly killPod: boolean;
  readonly createSandbox: boolean;
  /** The sandbox to use, empty when there is none. */
  readonly sandboxId: string;
  readonly attempt: number;
  readonly initContainersToStart: readonly Container[];
  readonly containersToStart: readonly Container[];
  readonly ephemeralContainersToStart: readonly Container[];
  readonly containersToKill: readonly ContainerToKill[];
  /** RestartAllContainers: containers to stop and remove before the pod starts again. */
  readonly containersToReset: readonly ContainerStatus[];
}

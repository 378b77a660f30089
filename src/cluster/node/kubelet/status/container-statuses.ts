/**
 * Container statuses of the API from the runtime's.
 *
 * Models kubernetes/pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses: a container without
 * a runtime status waits; the second newest run is the last state; a container that is about to be
 * started again shows why it did not start.
 */
import { assertUnreachable } from '#base/assert';
import type { Building } from '#base/building';
import { rfc3339, type SimTime } from '#base/sim-time';
import type { Container, ContainerState, ContainerStatus, Pod } from '#k8s.io/api/core/v1';
import type { ContainerStatus as RuntimeContainer } from '#k8s.io/cri-api/runtime';
import { isSidecar } from '../container/names.ts';
import { findContainer, type RuntimePodStatus } from '../container/runtime-status.ts';
import { shouldContainerBeRestarted } from '../kuberuntime/restart-rules.ts';
import type { ReasonCache } from '../reason-cache.ts';

export interface ConvertOptions {
  readonly pod: Pod;
  readonly runtime: RuntimePodStatus;
  readonly containers: readonly Container[];
  readonly previous: readonly ContainerStatus[];
  readonly hasInitContainers: boolean;
  readonly isInit: boolean;
  readonly reasons: ReasonCache;
  /** The number of the next start of a container that RestartAllContainers removed; or 0. */
  readonly resetTo: (container: string) => number;
}

export function convertContainerStatuses(options: ConvertOptions): readonly ContainerStatus[] {
  const { containers, previous, isInit } = options;
  const statuses = containers.map((container) => {
    const old = previous.find(({ name }) => name === container.name);
    const status = fromRuntime(options, container, old);
    return isWaitingToStart(options, container, status)
      ? withReason(options, container, status)
      : status;
  });
  if (isInit || statuses.length < 2) return statuses;
  return [...statuses].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function fromRuntime(
  options: ConvertOptions,
  container: Container,
  old: ContainerStatus | undefined,
): ContainerStatus {
  const runs = options.runtime.containers.filter(
    ({ metadata }) => metadata.name === container.name,
  );
  const [current, last] = runs;
  if (current === undefined) return withoutRuntime(options, container, old);
  const status = convert(options.pod, container, current, old);
  if (last !== undefined) return { ...status, lastState: stateOf(last, old) };
  // All its earlier runs were removed; the previous status has how the last one ended.
  const before = options.resetTo(container.name) > 0 ? old?.lastState : undefined;
  return before === undefined ? status : { ...status, lastState: before };
}

/** The runtime has no record: waiting, unless the container ran before and was lost. */
function withoutRuntime(
  { pod, hasInitContainers, isInit, resetTo }: ConvertOptions,
  container: Container,
  old: ContainerStatus | undefined,
): ContainerStatus {
  const restarts = resetTo(container.name);
  if (old !== undefined && restarts > old.restartCount) {
    return restarting(container, old, hasInitContainers, restarts);
  }
  if (old?.state?.terminated !== undefined) return old;
  const reason = hasInitContainers ? 'PodInitializing' : 'ContainerCreating';
  const status: ContainerStatus = {
    name: container.name,
    state: { waiting: { reason } },
    lastState: old?.lastState ?? {},
    ready: false,
    restartCount: old?.restartCount ?? 0,
    image: container.image ?? '',
    imageID: '',
    ...volumeMounts(container),
  };
  if (isInit || old?.state?.running === undefined) return status;
  const terminated = {
    exitCode: 137,
    reason: 'ContainerStatusUnknown',
    message:
      'The container could not be located when the pod was deleted. ' +
      ' The container used to be Running',
    startedAt: null,
    finishedAt: null,
  };
  const again = pod.metadata.deletionTimestamp === undefined ? 1 : 0;
  return {
    ...status,
    lastState: { terminated },
    restartCount: status.restartCount + again,
  };
}

/** Removed by RestartAllContainers: the removed run is the last state. */
function restarting(
  container: Container,
  old: ContainerStatus,
  hasInitContainers: boolean,
  restartCount: number,
): ContainerStatus {
  const terminated = old.state?.terminated ?? {
    exitCode: 137,
    reason: 'RestartingAllContainers',
    message: 'The container is removed because RestartAllContainers in place',
    startedAt: old.state?.running?.startedAt ?? null,
    finishedAt: null,
  };
  return {
    name: container.name,
    state: { waiting: { reason: hasInitContainers ? 'PodInitializing' : 'ContainerCreating' } },
    lastState: { terminated },
    ready: false,
    restartCount,
    image: container.image ?? '',
    imageID: '',
    ...volumeMounts(container),
  };
}

function convert(
  pod: Pod,
  container: Container,
  run: RuntimeContainer,
  old: ContainerStatus | undefined,
): ContainerStatus {
  const { requests, limits } = container.resources ?? {};
  const status: Building<ContainerStatus> = {
    name: container.name,
    state: stateOf(run, old),
    lastState: {},
    ready: false,
    restartCount: run.metadata.attempt,
    image: run.image.image,
    imageID: run.imageRef,
    containerID: `containerd://${run.id}`,
  };
  if (requests !== undefined) status.allocatedResources = requests;
  const resources: Building<NonNullable<ContainerStatus['resources']>> = {};
  if (limits !== undefined) resources.limits = limits;
  if (requests !== undefined) resources.requests = requests;
  status.resources = resources;
  const { volumeMounts: mounts } = volumeMounts(container);
  if (mounts !== undefined) status.volumeMounts = mounts;
  status.user = { linux: run.user ?? linuxUser(pod, container) };
  return status;
}

const linuxUser = (pod: Pod, container: Container) => {
  const uid = container.securityContext?.runAsUser ?? pod.spec.securityContext?.runAsUser ?? 0;
  const gid = container.securityContext?.runAsGroup ?? pod.spec.securityContext?.runAsGroup ?? 0;
  const more = pod.spec.securityContext?.supplementalGroups ?? [];
  return { uid, gid, supplementalGroups: [...new Set([gid, ...more])] };
};

/** The runtime reports a start time of 0 for a container that never started. */
const timeOf = (at: SimTime): string => (at === 0 ? '1970-01-01T00:00:00Z' : rfc3339(at));

function terminatedState(run: RuntimeContainer): NonNullable<ContainerState['terminated']> {
  const state: Building<NonNullable<ContainerState['terminated']>> = { exitCode: run.exitCode };
  if (run.reason !== '') state.reason = run.reason;
  if (run.message !== '') state.message = run.message;
  state.startedAt = timeOf(run.startedAt);
  state.finishedAt = timeOf(run.finishedAt);
  state.containerID = `containerd://${run.id}`;
  return state;
}

function stateOf(run: RuntimeContainer, old: ContainerStatus | undefined): ContainerState {
  switch (run.state) {
    case 'CONTAINER_RUNNING':
      return { running: { startedAt: rfc3339(run.startedAt) } };
    case 'CONTAINER_EXITED':
      return { terminated: terminatedState(run) };
    case 'CONTAINER_UNKNOWN':
      if (old?.state?.running === undefined) return { waiting: {} };
      return {
        terminated: {
          exitCode: 137,
          reason: 'ContainerStatusUnknown',
          message: 'The container could not be located when the pod was terminated',
          containerID: `containerd://${run.id}`,
        },
      };
    case 'CONTAINER_CREATED':
      return { waiting: {} };
    default:
      return assertUnreachable(run.state);
  }
}

function volumeMounts(container: Container): Pick<ContainerStatus, 'volumeMounts'> {
  const mounts = container.volumeMounts ?? [];
  if (mounts.length === 0) return {};
  return {
    volumeMounts: mounts.map(({ name, mountPath, readOnly = false }) => ({
      name,
      mountPath,
      ...(readOnly ? { readOnly, recursiveReadOnly: 'Disabled' } : {}),
    })),
  };
}

/** A container that the next sync starts is waiting, if a reason is known. */
function isWaitingToStart(
  { pod, runtime, isInit, reasons }: ConvertOptions,
  container: Container,
  status: ContainerStatus,
): boolean {
  if (isInit && !isSidecar(container) && status.state?.terminated?.exitCode === 0) return false;
  if (reasons.get(pod.metadata.uid, container.name) === undefined) return false;
  return shouldContainerBeRestarted(pod, container, findContainer(runtime, container.name));
}

function withReason(
  { pod, reasons }: ConvertOptions,
  container: Container,
  status: ContainerStatus,
): ContainerStatus {
  const waiting = reasons.get(pod.metadata.uid, container.name);
  if (waiting === undefined) return status;
  const { reason, message } = waiting;
  return {
    ...status,
    lastState: status.state?.terminated === undefined ? (status.lastState ?? {}) : status.state,
    state: { waiting: { reason, ...(message === '' ? {} : { message }) } },
  };
}

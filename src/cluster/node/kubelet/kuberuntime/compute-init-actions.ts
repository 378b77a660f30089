/**
 * Which init containers are started, and which sidecars are kept running.
 *
 * Models kubernetes/pkg/kubelet/kuberuntime/kuberuntime_container.go computeInitContainerActions:
 * it goes from the last to the first, because completed ones may have been removed. The last one
 * that ever started shows how far the pod is; before it only sidecars matter.
 */
import { assertUnreachable } from '#base/assert';
import type { Container, Pod } from '#k8s.io/api/core/v1';
import type { ContainerStatus } from '#k8s.io/cri-api/runtime';
import { isSidecar } from '../container/names.ts';
import { findContainer, type RuntimePodStatus } from '../container/runtime-status.ts';
import { containerChanged, resizeNeedsRestart } from './container-changes.ts';
import type { ContainerToKill, ProbeVerdicts } from './pod-actions.ts';
import { containerShouldRestart } from './restart-rules.ts';

export interface InitActions {
  /** The init containers to start, in order. */
  readonly start: readonly Container[];
  readonly kill: readonly ContainerToKill[];
  /**
   * The last init container succeeded (or started, if it is a sidecar), or a regular container
   * runs.
   */
  readonly initialized: boolean;
  /** An init container failed for good. */
  readonly killPod: boolean;
}

export function computeInitContainerActions(
  pod: Pod,
  status: RuntimePodStatus,
  verdicts: ProbeVerdicts,
): InitActions {
  const containers = pod.spec.initContainers ?? [];
  if (containers.length === 0) return { start: [], kill: [], initialized: true, killPod: false };
  let initialized = anyRegularStarted(pod, status);
  let later = initialized;
  const start: Container[] = [];
  const kill: ContainerToKill[] = [];
  for (const [index, container] of [...containers.entries()].reverse()) {
    const current = findContainer(status, container.name);
    if (current === undefined) {
      if (later && isSidecar(container)) start.unshift(container);
      continue;
    }
    if (later && !isSidecar(container)) continue;
    const step = isSidecar(container)
      ? sidecarStep(pod, container, current, verdicts)
      : initStep(pod, container, current);
    if (step.failed === true) return { start: [], kill: [], initialized: false, killPod: true };
    const next = containers[index + 1];
    if (step.passed && next === undefined) initialized = true;
    if (step.passed && next !== undefined && !later) start.unshift(next);
    if (step.start) start.unshift(container);
    if (step.kill !== undefined) kill.unshift(step.kill);
    later = true;
  }
  const [first] = containers;
  if (!later && first !== undefined) start.push(first);
  return { start, kill, initialized, killPod: false };
}

/** An ended container does not count: it may belong to a sandbox that is gone. */
const anyRegularStarted = (pod: Pod, status: RuntimePodStatus): boolean =>
  pod.spec.containers.some(({ name }) => {
    const state = findContainer(status, name)?.state;
    return state === 'CONTAINER_CREATED' || state === 'CONTAINER_RUNNING';
  });

interface Step {
  /** The next one may start. */
  readonly passed: boolean;
  readonly start: boolean;
  readonly failed?: boolean;
  readonly kill?: ContainerToKill;
}

const passed: Step = { passed: true, start: false };
const waiting: Step = { passed: false, start: false };
const starting: Step = { passed: false, start: true };

const unknown = (container: Container, status: ContainerStatus): Step => {
  const message = 'Init container is in "unknown" state, try killing it before restart';
  return { ...starting, kill: { status, name: container.name, message, reason: 'unknown' } };
};

function sidecarStep(
  pod: Pod,
  container: Container,
  current: ContainerStatus,
  verdicts: ProbeVerdicts,
): Step {
  if (current.state === 'CONTAINER_UNKNOWN') return unknown(container, current);
  if (current.state !== 'CONTAINER_RUNNING') return starting;
  const { name } = container;
  const restart = (message: string, reason: ContainerToKill['reason']) => ({
    start: true,
    kill: { status: current, name, message, reason },
  });
  if (verdicts.startupFailed(current.id)) {
    const message = `Init container ${name} failed startup probe`;
    return { passed: false, ...restart(message, 'startupProbe') };
  }
  if (!verdicts.started(pod, container, current)) return waiting;
  if (containerChanged(container, current)) {
    return { passed: true, ...restart(`Init container ${name} definition changed`, '') };
  }
  if (verdicts.livenessFailed(current.id)) {
    const message = `Init container ${name} failed liveness probe`;
    return { passed: true, ...restart(message, 'livenessProbe') };
  }
  if (resizeNeedsRestart(container, current)) {
    return { passed: true, ...restart(`Container ${name} resize requires restart`, '') };
  }
  return passed;
}

function initStep(pod: Pod, container: Container, current: ContainerStatus): Step {
  switch (current.state) {
    case 'CONTAINER_RUNNING':
      return waiting;
    case 'CONTAINER_EXITED':
      if (current.exitCode === 0) return passed;
      if (containerShouldRestart(pod, container, current.exitCode)) return starting;
      return { ...waiting, failed: true };
    case 'CONTAINER_UNKNOWN':
      if (containerShouldRestart(pod, container, current.exitCode)) {
        return unknown(container, current);
      }
      return { ...waiting, failed: true };
    case 'CONTAINER_CREATED':
      return starting;
    default:
      return assertUnreachable(current.state);
  }
}

/**
 * Which init container comes next.
 *
 * Models kubernetes/pkg/kubelet/kuberuntime/kuberuntime_container.go computeInitContainerActions:
 * one at a time in order; a sidecar counts as done when it has started and is kept running.
 */
import type { Container, Pod } from '#k8s.io/api/core/v1';
import type { ContainerStatus } from '#k8s.io/cri-api/runtime';
import { isSidecar } from '../container/names.ts';
import { findContainer, isRunning, type RuntimePodStatus } from '../container/runtime-status.ts';
import type { ContainerToKill, ProbeVerdicts } from './compute-pod-actions.ts';
import { containerShouldRestart } from './restart-rules.ts';

export interface InitActions {
  readonly start: readonly Container[];
  readonly kill: readonly ContainerToKill[];
  /** Every init container succeeded or, as a sidecar, started. */
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
  if (containers.length === 0) return done([], []);
  const started = pod.spec.containers.some(({ name }) => findContainer(status, name) !== undefined);
  const start: Container[] = [];
  const kill: ContainerToKill[] = [];
  for (const container of containers) {
    const current = findContainer(status, container.name);
    const step = isSidecar(container)
      ? sidecarStep(pod, container, current, verdicts)
      : initStep(pod, container, current, started);
    if (step.kill !== undefined) kill.push(step.kill);
    if (step.start) start.push(container);
    if (step.failed) return { start: [], kill, initialized: false, killPod: true };
    // Once regular containers ran, the others are only looked at to restart sidecars.
    if (!step.passed && !started) return { start, kill, initialized: false, killPod: false };
  }
  return done(start, kill);
}

const done = (start: readonly Container[], kill: readonly ContainerToKill[]): InitActions => ({
  start,
  kill,
  initialized: true,
  killPod: false,
});

interface Step {
  readonly passed: boolean;
  readonly start: boolean;
  readonly failed: boolean;
  readonly kill?: ContainerToKill;
}

const passed: Step = { passed: true, start: false, failed: false };
const waiting: Step = { passed: false, start: false, failed: false };
const starting: Step = { passed: false, start: true, failed: false };

function sidecarStep(
  pod: Pod,
  container: Container,
  current: ContainerStatus | undefined,
  verdicts: ProbeVerdicts,
): Step {
  if (current === undefined || !isRunning(current)) return starting;
  const { name } = container;
  if (verdicts.livenessFailed(current.id)) {
    const message = `Init container ${name} failed liveness probe`;
    return { ...starting, kill: { status: current, name, message, reason: 'livenessProbe' } };
  }
  if (verdicts.startupFailed(current.id)) {
    const message = `Init container ${name} failed startup probe`;
    return { ...starting, kill: { status: current, name, message, reason: 'startupProbe' } };
  }
  return verdicts.started(pod, container, current) ? passed : waiting;
}

function initStep(
  pod: Pod,
  container: Container,
  current: ContainerStatus | undefined,
  started: boolean,
): Step {
  // With regular containers running, a finished init container may have been removed.
  if (current === undefined) return started ? passed : starting;
  switch (current.state) {
    case 'CONTAINER_RUNNING':
      return waiting;
    case 'CONTAINER_EXITED':
      if (current.exitCode === 0) return passed;
      if (containerShouldRestart(pod, container, current.exitCode)) return starting;
      return { ...waiting, failed: true };
    default:
      return starting;
  }
}

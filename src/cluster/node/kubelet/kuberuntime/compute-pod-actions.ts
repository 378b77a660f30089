/**
 * What has to change in the runtime so that it matches the pod.
 *
 * Models kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodActions. In: the pod
 * and its runtime status. Out: whether to kill the pod, make a sandbox, and which containers to
 * kill and start. It decides only; `SyncPod` acts.
 */
import type { Container, Pod } from '#k8s.io/api/core/v1';
import type { ContainerStatus } from '#k8s.io/cri-api/runtime';
import { restartPolicyOf } from '../container/names.ts';
import { findContainer, isRunning, type RuntimePodStatus } from '../container/runtime-status.ts';
import { computeInitContainerActions } from './compute-init-actions.ts';
import { containerChanged, resizeNeedsRestart } from './container-changes.ts';
import type { ContainerToKill, PodActions, ProbeVerdicts } from './pod-actions.ts';
import {
  allContainersRestart,
  restartsAfterProbe,
  shouldContainerBeRestarted,
} from './restart-rules.ts';

/** Source: runtimeutil PodSandboxChanged. */
export function podSandboxChanged(
  pod: Pod,
  status: RuntimePodStatus,
): { readonly changed: boolean; readonly attempt: number; readonly sandboxId: string } {
  const newest = status.sandboxes[0];
  if (newest === undefined) return { changed: true, attempt: 0, sandboxId: '' };
  const ready = status.sandboxes.filter(({ state }) => state === 'SANDBOX_READY').length;
  const attempt = newest.metadata.attempt + 1;
  const hostNetwork = pod.spec.hostNetwork === true;
  const sameNetwork = (newest.namespaceOptions.network === 'NODE') === hostNetwork;
  const usable =
    ready === 1 &&
    newest.state === 'SANDBOX_READY' &&
    sameNetwork &&
    (hostNetwork || newest.ip !== '');
  return usable
    ? { changed: false, attempt: newest.metadata.attempt, sandboxId: newest.id }
    : { changed: true, attempt, sandboxId: newest.id };
}

export function computePodActions(
  pod: Pod,
  status: RuntimePodStatus,
  verdicts: ProbeVerdicts,
): PodActions {
  const sandbox = podSandboxChanged(pod, status);
  return sandbox.changed
    ? actionsForNewSandbox(pod, status, sandbox)
    : actionsInSandbox(pod, status, verdicts, sandbox);
}

function actionsForNewSandbox(
  pod: Pod,
  status: RuntimePodStatus,
  { attempt, sandboxId }: { readonly attempt: number; readonly sandboxId: string },
): PodActions {
  const policy = restartPolicyOf(pod);
  const nothing = {
    killPod: true,
    createSandbox: false,
    sandboxId,
    attempt,
    initContainersToStart: [],
    containersToStart: [],
    ephemeralContainersToStart: [],
    containersToKill: [],
    containersToReset: [],
  };
  const hadContainers = status.containers.length > 0;
  // A pod that is not restarted gets no new sandbox.
  if (policy === 'Never' && attempt !== 0 && hadContainers) return nothing;
  const toStart = pod.spec.containers.filter((container) => {
    const exited = findContainer(status, container.name);
    return !(
      policy === 'OnFailure' &&
      exited?.state === 'CONTAINER_EXITED' &&
      exited.exitCode === 0
    );
  });
  if (toStart.length === 0) return nothing;
  const [firstInit] = pod.spec.initContainers ?? [];
  return {
    ...nothing,
    createSandbox: true,
    initContainersToStart: firstInit === undefined ? [] : [firstInit],
    containersToStart: firstInit === undefined ? toStart : [],
  };
}

function actionsInSandbox(
  pod: Pod,
  status: RuntimePodStatus,
  verdicts: ProbeVerdicts,
  { attempt, sandboxId }: { readonly attempt: number; readonly sandboxId: string },
): PodActions {
  if (allContainersRestart(pod, status)) return actionsForRestart(pod, status, attempt, sandboxId);
  const kill: ContainerToKill[] = [];
  const ephemeral = (pod.spec.ephemeralContainers ?? [])
    .filter(({ name }) => findContainer(status, name) === undefined)
    .map((container) => container as Container);
  const init = computeInitContainerActions(pod, status, verdicts);
  kill.push(...init.kill);
  const base = {
    killPod: init.killPod,
    createSandbox: false,
    sandboxId,
    attempt,
    initContainersToStart: init.start,
    ephemeralContainersToStart: ephemeral,
    containersToReset: [],
  };
  if (!init.initialized) return { ...base, containersToStart: [], containersToKill: kill };
  const start: Container[] = [];
  let keep = 0;
  for (const container of pod.spec.containers) {
    const action = regularContainerAction(pod, container, status, verdicts);
    if (action.kind === 'keep') keep++;
    if (action.kind === 'start') start.push(container);
    if (action.kind === 'kill') {
      kill.push(action.kill);
      if (action.restart) start.push(container);
    }
  }
  const killPod = init.killPod || (keep === 0 && start.length === 0);
  // Sidecars are not started any more once the pod ends.
  return {
    ...base,
    killPod,
    initContainersToStart: killPod ? [] : init.start,
    containersToStart: start,
    containersToKill: kill,
  };
}

/** The pod starts again in its existing sandbox. Source: ContainersToReset. */
function actionsForRestart(
  pod: Pod,
  status: RuntimePodStatus,
  attempt: number,
  sandboxId: string,
): PodActions {
  const [firstInit] = pod.spec.initContainers ?? [];
  const ephemeral = new Set((pod.spec.ephemeralContainers ?? []).map(({ name }) => name));
  return {
    killPod: false,
    createSandbox: false,
    sandboxId,
    attempt,
    initContainersToStart: firstInit === undefined ? [] : [firstInit],
    containersToStart: firstInit === undefined ? pod.spec.containers : [],
    ephemeralContainersToStart: [],
    containersToKill: [],
    containersToReset: status.containers.filter(({ metadata }) => !ephemeral.has(metadata.name)),
  };
}

type RegularAction =
  | { readonly kind: 'keep' }
  | { readonly kind: 'leave' }
  | { readonly kind: 'start' }
  | { readonly kind: 'kill'; readonly kill: ContainerToKill; readonly restart: boolean };

function regularContainerAction(
  pod: Pod,
  container: Container,
  status: RuntimePodStatus,
  verdicts: ProbeVerdicts,
): RegularAction {
  const current = findContainer(status, container.name);
  if (current === undefined || !isRunning(current)) {
    if (!shouldContainerBeRestarted(pod, container, current)) return { kind: 'leave' };
    if (current?.state !== 'CONTAINER_UNKNOWN') return { kind: 'start' };
    const message = 'Container is in "unknown" state, try killing it before restart';
    return killOf(container, current, 'unknown', message, true);
  }
  return runningContainerAction(pod, container, current, verdicts);
}

function runningContainerAction(
  pod: Pod,
  container: Container,
  current: ContainerStatus,
  verdicts: ProbeVerdicts,
): RegularAction {
  const { name } = container;
  if (containerChanged(container, current)) {
    const message = `Container ${name} definition changed, will be restarted`;
    return killOf(container, current, 'changed', message, true);
  }
  const restart = restartsAfterProbe(pod, container);
  const because = restart ? ', will be restarted' : '';
  if (verdicts.livenessFailed(current.id)) {
    const message = `Container ${name} failed liveness probe${because}`;
    return killOf(container, current, 'livenessProbe', message, restart);
  }
  if (verdicts.startupFailed(current.id)) {
    const message = `Container ${name} failed startup probe${because}`;
    return killOf(container, current, 'startupProbe', message, restart);
  }
  if (resizeNeedsRestart(container, current)) {
    const message = `Container ${name} resize requires restart`;
    return killOf(container, current, 'changed', message, true);
  }
  return { kind: 'keep' };
}

const killOf = (
  container: Container,
  status: ContainerStatus,
  reason: ContainerToKill['reason'],
  message: string,
  restart: boolean,
): RegularAction => ({
  kind: 'kill',
  kill: { status, name: container.name, message, reason },
  restart,
});

/**
 * The conditions that the kubelet writes, from container statuses.
 * Models kubernetes/pkg/kubelet/status/generate.go.
 */

import type { Building } from '#base/building';
import type { ContainerStatus, Pod, PodCondition } from '#k8s.io/api/core/v1';
import { isSidecar } from '../container/names.ts';
import type { RuntimePodStatus } from '../container/runtime-status.ts';
import { podSandboxChanged } from '../kuberuntime/compute-pod-actions.ts';
import type { PodPhase } from './get-phase.ts';

/** The kubelet's conditions, in the order in which it writes them. */
export const kubeletConditions: readonly string[] = [
  'PodResizePending',
  'PodResizeInProgress',
  'PodReadyToStartContainers',
  'Initialized',
  'Ready',
  'ContainersReady',
  'PodScheduled',
  'AllContainersRestarting',
];

type Statuses = ReadonlyMap<string, ContainerStatus>;

interface Verdict {
  readonly status: 'True' | 'False';
  readonly reason?: string;
  readonly message?: string;
}

const yes: Verdict = { status: 'True' };

function condition(pod: Pod, type: string, { status, reason, message }: Verdict): PodCondition {
  const { generation } = pod.metadata;
  const made: Building<Partial<PodCondition>> = { type };
  if (generation !== undefined) made.observedGeneration = generation;
  made.status = status;
  made.lastProbeTime = null;
  if (reason !== undefined) made.reason = reason;
  if (message !== undefined) made.message = message;
  return made as PodCondition;
}

/** Source: GeneratePodReadyToStartContainersCondition. */
export function podReadyToStartContainers(pod: Pod, runtime: RuntimePodStatus): PodCondition {
  const ready = !podSandboxChanged(pod, runtime).changed;
  return condition(pod, 'PodReadyToStartContainers', { status: ready ? 'True' : 'False' });
}

/** Source: GeneratePodInitializedCondition. */
export function podInitialized(pod: Pod, statuses: Statuses, phase: PodPhase): PodCondition {
  const type = 'Initialized';
  const unknown: string[] = [];
  const incomplete: string[] = [];
  for (const container of pod.spec.initContainers ?? []) {
    const status = statuses.get(container.name);
    if (status === undefined) unknown.push(container.name);
    else if (isSidecar(container) ? status.started !== true : !status.ready) {
      incomplete.push(container.name);
    }
  }
  if (phase === 'Succeeded' && unknown.length === 0) {
    return condition(pod, type, { status: 'True', reason: 'PodCompleted' });
  }
  // Once a regular container ran, the pod has been initialized.
  const initialized = pod.spec.containers.some(({ name }) => hasRun(statuses.get(name)));
  if (initialized) return condition(pod, type, yes);
  const message = notReadyText(unknown, 'incomplete', incomplete);
  return message === ''
    ? condition(pod, type, yes)
    : condition(pod, type, { status: 'False', reason: 'ContainersNotInitialized', message });
}

const hasRun = (status: ContainerStatus | undefined): boolean =>
  status?.state?.running !== undefined ||
  status?.state?.terminated !== undefined ||
  status?.lastState?.terminated !== undefined;

function containersVerdict(pod: Pod, statuses: Statuses, phase: PodPhase): Verdict {
  const unknown: string[] = [];
  const unready: string[] = [];
  const sidecars = (pod.spec.initContainers ?? []).filter(isSidecar);
  for (const { name } of [...sidecars, ...pod.spec.containers]) {
    const status = statuses.get(name);
    if (status === undefined) unknown.push(name);
    else if (!status.ready) unready.push(name);
  }
  if (phase === 'Succeeded' && unknown.length === 0) {
    return { status: 'False', reason: 'PodCompleted' };
  }
  if (phase === 'Failed') return { status: 'False', reason: 'PodFailed' };
  const message = notReadyText(unknown, 'unready', unready);
  return message === '' ? yes : { status: 'False', reason: 'ContainersNotReady', message };
}

/** `word` names the status of the second group; the text is empty when both groups are. */
function notReadyText(unknown: readonly string[], word: string, others: readonly string[]): string {
  const texts: string[] = [];
  if (unknown.length > 0) texts.push(`containers with unknown status: [${unknown.join(' ')}]`);
  if (others.length > 0) texts.push(`containers with ${word} status: [${others.join(' ')}]`);
  return texts.join(', ');
}

/** Source: GenerateContainersReadyCondition. */
export const containersReady = (pod: Pod, statuses: Statuses, phase: PodPhase): PodCondition =>
  condition(pod, 'ContainersReady', containersVerdict(pod, statuses, phase));

/** Ready: containers and readiness gates. Source: GeneratePodReadyCondition. */
export function podReady(
  pod: Pod,
  statuses: Statuses,
  phase: PodPhase,
  others: readonly PodCondition[],
): PodCondition {
  const containers = containersVerdict(pod, statuses, phase);
  if (containers.status === 'False') return condition(pod, 'Ready', containers);
  const gates: string[] = [];
  for (const { conditionType } of pod.spec.readinessGates ?? []) {
    const gate = others.find(({ type }) => type === conditionType);
    if (gate === undefined) {
      const text = `corresponding condition of pod readiness gate "${conditionType}"`;
      gates.push(`${text} does not exist.`);
    } else if (gate.status !== 'True') {
      const text = `the status of pod readiness gate "${conditionType}" is not "True"`;
      gates.push(`${text}, but ${gate.status}`);
    }
  }
  if (gates.length === 0) return condition(pod, 'Ready', yes);
  const message = gates.join(', ');
  return condition(pod, 'Ready', { status: 'False', reason: 'ReadinessGatesNotReady', message });
}

/** Source: generateAPIPodStatus with RestartAllContainersOnContainerExits. */
export const allContainersRestarting = (pod: Pod): PodCondition =>
  condition(pod, 'AllContainersRestarting', {
    status: 'True',
    reason: 'RestartAllContainersStarted',
    message: 'container exited with restart policy rule',
  });

export const podScheduled = (pod: Pod): PodCondition => condition(pod, 'PodScheduled', yes);

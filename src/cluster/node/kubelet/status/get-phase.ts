/**
 * The phase of a pod from the states of its containers.
 * Models kubernetes/pkg/kubelet/kubelet_pods.go getPhase.
 */
import type { ContainerStatus, Pod, PodStatus } from '#k8s.io/api/core/v1';
import { isSidecar, restartPolicyOf } from '../container/names.ts';
import { containerShouldRestart } from '../kuberuntime/restart-rules.ts';

export type PodPhase = NonNullable<PodStatus['phase']>;

interface Counts {
  pending: number;
  pendingSidecars: number;
  failedInit: number;
  unknown: number;
  running: number;
  waiting: number;
  stopped: number;
  succeeded: number;
  /** Stopped containers that start again, by a rule or a policy of their own. */
  restarting: number;
}

/** `initialized`: every init container has completed or started at some time. */
export function getPhase(
  pod: Pod,
  statuses: readonly ContainerStatus[],
  podIsTerminal: boolean,
  initialized: boolean,
): PodPhase {
  const counts = count(pod, new Map(statuses.map((status) => [status.name, status])));
  if (counts.failedInit > 0) return 'Failed';
  if (counts.pending > 0) return 'Pending';
  if (counts.pendingSidecars > 0 && !initialized) return 'Pending';
  if (counts.waiting > 0) return 'Pending';
  if (counts.running > 0 && counts.unknown === 0) return 'Running';
  if (counts.running > 0 || counts.stopped === 0 || counts.unknown > 0) return 'Pending';
  const allSucceeded = counts.stopped === counts.succeeded;
  if (podIsTerminal) return allSucceeded ? 'Succeeded' : 'Failed';
  if (counts.restarting > 0) return 'Running';
  const policy = restartPolicyOf(pod);
  if (policy === 'Always') return 'Running';
  if (allSucceeded) return 'Succeeded';
  return policy === 'Never' ? 'Failed' : 'Running';
}

function count(pod: Pod, byName: ReadonlyMap<string, ContainerStatus>): Counts {
  const counts = {
    pending: 0,
    pendingSidecars: 0,
    failedInit: 0,
    unknown: 0,
    running: 0,
    waiting: 0,
    stopped: 0,
    succeeded: 0,
    restarting: 0,
  };
  for (const container of pod.spec.initContainers ?? []) {
    const status = byName.get(container.name);
    if (isSidecar(container)) countSidecar(counts, status);
    else {
      const exit = (status?.state?.terminated ?? status?.lastState?.terminated)?.exitCode;
      const over = status?.state?.running === undefined && exit !== undefined;
      if (!over) counts.pending++;
      else if (exit !== 0 && !containerShouldRestart(pod, container, exit)) counts.failedInit++;
      else if (exit !== 0) counts.pending++;
    }
  }
  for (const container of pod.spec.containers) {
    const status = byName.get(container.name);
    countRegular(counts, status);
    const { state, lastState } = status ?? {};
    if (state?.running !== undefined) continue;
    const exit = (state?.terminated ?? lastState?.terminated)?.exitCode;
    if (exit !== undefined && containerShouldRestart(pod, container, exit)) counts.restarting++;
  }
  return counts;
}

function countSidecar(counts: Counts, status: ContainerStatus | undefined): void {
  const { running, terminated, waiting } = status?.state ?? {};
  if (running !== undefined) {
    if (status?.started !== true) counts.pendingSidecars++;
    counts.running++;
  } else if (waiting !== undefined && status?.lastState?.terminated === undefined) {
    counts.pendingSidecars++;
    counts.waiting++;
  } else if (terminated === undefined && waiting === undefined) {
    counts.pendingSidecars++;
    counts.unknown++;
  }
}

function countRegular(counts: Counts, status: ContainerStatus | undefined): void {
  const { running, terminated, waiting } = status?.state ?? {};
  if (running !== undefined) counts.running++;
  else if (terminated !== undefined) {
    counts.stopped++;
    if (terminated.exitCode === 0) counts.succeeded++;
  } else if (waiting === undefined) counts.unknown++;
  else if (status?.lastState?.terminated === undefined) counts.waiting++;
  else counts.stopped++;
}

/**
 * Reads the status of one pod from the runtime.
 * Models kubernetes/pkg/kubelet/kuberuntime GetPodStatus and getPodContainerStatuses.
 */
import type { ContainerStatus, LogLine, PodSandboxStatus } from '#k8s.io/cri-api/runtime';
import { logText } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { RuntimePodStatus } from '../container/runtime-status.ts';
import type { KubeletContext } from '../kubelet-context.ts';

/** Newest first, as every list of sandboxes and containers is kept. */
export const newestFirst = <T extends { readonly createdAt: number }>(
  items: readonly T[],
): readonly T[] =>
  items.length < 2 ? items : [...items].sort((a, b) => b.createdAt - a.createdAt);

/** Adds the termination message of an ended container. */
function withMessage({ cri }: KubeletContext, status: ContainerStatus): ContainerStatus {
  if (status.state !== 'CONTAINER_EXITED') return status;
  const file = status.terminationLog === undefined ? '' : cri.hostFile(status.terminationLog);
  const message = terminationMessage(status, file, () => cri.containerLog(status).lines);
  return message === status.message ? status : { ...status, message };
}

/** Asks the runtime for each sandbox and container; skips those removed meanwhile. */
export function* getPodStatus(
  context: KubeletContext,
  uid: string,
  pod: string,
  sandboxIds: readonly string[],
  containerIds: readonly string[],
): Process<RuntimePodStatus> {
  const { cri, sim } = context;
  const at = sim.now;
  const sandboxes: PodSandboxStatus[] = [];
  const containers: ContainerStatus[] = [];
  for (const id of sandboxIds) {
    const answer = yield* cri.podSandboxStatus(pod, id);
    if (answer.ok) sandboxes.push(answer.value);
  }
  for (const id of containerIds) {
    const answer = yield* cri.containerStatus(pod, id);
    if (answer.ok) containers.push(withMessage(context, answer.value));
  }
  return { uid, sandboxes, containers, at };
}

/** Source: MaxContainerTerminationMessageLength and …LogLength, …LogLines. */
const maxMessage = 4096;
const maxLog = 2048;
const maxLines = 80;

const policyAnnotation = 'io.kubernetes.container.terminationMessagePolicy';

/**
 * A container's termination message. `file`: the content of the termination message path.
 * Source: kuberuntime_container.go getTerminationMessage.
 */
function terminationMessage(
  status: ContainerStatus,
  file: string | undefined,
  log: () => readonly LogLine[],
): string {
  const own = (file ?? '').slice(0, maxMessage);
  let text = own;
  const fallsBack = status.annotations[policyAnnotation] === 'FallbackToLogsOnError';
  if (text === '' && fallsBack && status.exitCode !== 0) {
    const lines = log().slice(-maxLines);
    text = lines.map(logText).join('').slice(-maxLog);
  }
  if (text === '') return status.message;
  return status.message === '' ? text : `${text}: ${status.message}`;
}

/**
 * What a container left behind as its last words.
 * Models kubernetes/pkg/kubelet/kuberuntime/kuberuntime_container.go getTerminationMessage.
 */
import type { ContainerStatus, LogLine } from '#k8s.io/cri-api/runtime';

/** Source: MaxContainerTerminationMessageLength and …LogLength, …LogLines. */
const maxMessage = 4096;
const maxLog = 2048;
const maxLines = 80;

const policyAnnotation = 'io.kubernetes.container.terminationMessagePolicy';

/** `file`: what lies at the termination message path. */
export function terminationMessage(
  status: ContainerStatus,
  file: string | undefined,
  log: () => readonly LogLine[],
): string {
  const own = (file ?? '').slice(0, maxMessage);
  let text = own;
  const fallsBack = status.annotations[policyAnnotation] === 'FallbackToLogsOnError';
  if (text === '' && fallsBack && status.exitCode !== 0) {
    const lines = log().slice(-maxLines);
    text = lines
      .map((line) => `${line.text}\n`)
      .join('')
      .slice(-maxLog);
  }
  if (text === '') return status.message;
  return status.message === '' ? text : `${text}: ${status.message}`;
}

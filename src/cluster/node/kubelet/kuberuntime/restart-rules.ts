/**
 * Whether a container that ended starts again: rules by exit code, then policies.
 * Models kubernetes/pkg/kubelet/container/helpers.go and pkg/api/v1/pod/util.go.
 */
import type { Container, Pod } from '#k8s.io/api/core/v1';
import type { ContainerStatus } from '#k8s.io/cri-api/runtime';
import { restartPolicyOf } from '../container/names.ts';
import { findContainer, isRunning, type RuntimePodStatus } from '../container/runtime-status.ts';

/**
 * Whether a container that does not run should. A created container was never started.
 * Source: kubernetes/pkg/kubelet/container/helpers.go ShouldContainerBeRestarted.
 */
export function shouldContainerBeRestarted(
  pod: Pod,
  container: Container,
  status: ContainerStatus | undefined,
): boolean {
  if (pod.metadata.deletionTimestamp !== undefined) return false;
  if (status === undefined || status.state === 'CONTAINER_UNKNOWN') return true;
  if (status.state === 'CONTAINER_CREATED') return true;
  if (isRunning(status)) return false;
  return containerShouldRestart(pod, container, status.exitCode);
}

/** The action of the first rule that an exit code fits. */
function restartRule({ restartPolicyRules = [] }: Container, exitCode: number) {
  return restartPolicyRules.find(({ exitCodes }) => {
    const listed = exitCodes?.values?.includes(exitCode) ?? false;
    return exitCodes?.operator === 'NotIn' ? !listed : listed;
  })?.action;
}

/** Whether a container ended so that all are to start anew. Source: ShouldAllContainersRestart. */
export function allContainersRestart(pod: Pod, status: RuntimePodStatus): boolean {
  if (pod.metadata.deletionTimestamp !== undefined) return false;
  return [...(pod.spec.initContainers ?? []), ...pod.spec.containers].some((container) => {
    if (container.restartPolicyRules === undefined) return false;
    const current = findContainer(status, container.name);
    if (current?.state !== 'CONTAINER_EXITED') return false;
    return restartRule(container, current.exitCode) === 'RestartAllContainers';
  });
}

/**
 * Rules come before the container's policy, and that before the pod's.
 * Source: kubernetes/pkg/api/v1/pod/util.go ContainerShouldRestart.
 */
export function containerShouldRestart(pod: Pod, container: Container, exitCode: number): boolean {
  if (restartRule(container, exitCode) !== undefined) return true;
  const policy = container.restartPolicy ?? restartPolicyOf(pod);
  if (policy === 'Always') return true;
  return policy === 'OnFailure' && exitCode !== 0;
}

/**
 * Whether a container that a probe ends starts again. Rules are not asked: it has no exit code yet.
 * Source: computePodActions.
 */
export const restartsAfterProbe = (pod: Pod, { restartPolicy }: Container): boolean =>
  (restartPolicy ?? restartPolicyOf(pod)) !== 'Never';

/**
 * Whether a container may ever start again once it ended.
 * Source: kubernetes/pkg/api/v1/pod/util.go IsContainerRestartable.
 */
export const isContainerRestartable = (pod: Pod, container: Container): boolean =>
  (container.restartPolicyRules ?? []).length > 0 || restartsAfterProbe(pod, container);

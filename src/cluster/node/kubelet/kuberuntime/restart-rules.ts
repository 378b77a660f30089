/**
 * Whether a container that ended starts again: rules by exit code, then policies.
 * Models kubernetes/pkg/kubelet/container/helpers.go and pkg/api/v1/pod/util.go.
 */
import type { Container, Pod } from '#k8s.io/api/core/v1';
import type { ContainerStatus } from '#k8s.io/cri-api/runtime';
import { restartPolicyOf } from '../container/names.ts';
import { findContainer, isRunning, type RuntimePodStatus } from '../container/runtime-status.ts';

/**
 * Whether a container that does not run should be started. A created container was never started.
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

/** The action of the first rule that matches an exit code. */
function restartRule({ restartPolicyRules = [] }: Container, exitCode: number) {
  return restartPolicyRules.find(({ exitCodes }) => {
    const listed = exitCodes?.values?.includes(exitCode) ?? false;
    return exitCodes?.operator === 'NotIn' ? !listed : listed;
  })?.action;
}

/**
 * Whether a container's exit code makes all containers restart. Source: ShouldAllContainersRestart.
 */
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
 * Rules take precedence over the container's policy, which takes precedence over the pod's.
 * Source: kubernetes/pkg/api/v1/pod/util.go ContainerShouldRestart.
 */
export function containerShouldRestart(pod: Pod, container: Container, exitCode: number): boolean {
  if (restartRule(container, exitCode) !== undefined) return true;
  const policy = container.restartPolicy ?? restartPolicyOf(pod);
  if (policy === 'Always') return true;
  return policy === 'OnFailure' && exitCode !== 0;
}

/**
 * Whether a container killed by a probe starts again. Rules do not apply: it has no exit code yet.
 * Source: computePodActions.
 */
export const restartsAfterProbe = (pod: Pod, { restartPolicy }: Container): boolean =>
  (restartPolicy ?? restartPolicyOf(pod)) !== 'Never';

/**
 * Whether a container may start again after it ended.
 * Source: kubernetes/pkg/api/v1/pod/util.go IsContainerRestartable.
 */
export const isContainerRestartable = (pod: Pod, container: Container): boolean =>
  (container.restartPolicyRules ?? []).length > 0 || restartsAfterProbe(pod, container);

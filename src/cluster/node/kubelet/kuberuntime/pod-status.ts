/**
 * Reads the status of one pod from the runtime.
 * Models kubernetes/pkg/kubelet/kuberuntime GetPodStatus and getPodContainerStatuses.
 */
import type { ContainerStatus, PodSandboxStatus } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { RuntimePodStatus } from '../container/runtime-status.ts';
import type { KubeletContext } from '../kubelet-context.ts';

/** Newest first, as every list of sandboxes and containers is kept. */
export const newestFirst = <T extends { readonly createdAt: number }>(
  items: readonly T[],
): readonly T[] =>
  items.length < 2 ? items : [...items].sort((a, b) => b.createdAt - a.createdAt);

/** Asks the runtime for each sandbox and container. What is gone meanwhile is left out. */
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
    if (answer.ok) containers.push(answer.value);
  }
  return { uid, sandboxes, containers, at };
}

/**
 * Ends what the runtime runs for pods that no source has any more: they were deleted while no
 * kubelet ran.
 *
 * Models kubernetes/pkg/kubelet/kubelet_pods.go HandlePodCleanups (runtime pods, pod cgroups) and
 * kubelet.go SyncTerminatingRuntimePod. In: lists of the runtime. Out: CRI calls. All that is known
 * of such a pod is what the runtime has of it: no hooks, no grace but the least, no order.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import type { ContainerStatus, PodSandboxStatus } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { PodContainerManager } from './cm/pod-container-manager.ts';
import { podKey } from './container/names.ts';
import { isRunning } from './container/runtime-status.ts';
import type { KubeletContext } from './kubelet-context.ts';
import { podNameLabel, podNamespaceLabel, podUidLabel } from './kuberuntime/labels.ts';
import { newestFirst } from './kuberuntime/pod-status.ts';
import type { RuntimeManager } from './kuberuntime/runtime-manager.ts';

/** Seconds; containers get two all the same. */
const gracePeriod = 1;

export interface OrphanParts {
  readonly runtime: Pick<RuntimeManager, 'killPod'>;
  readonly cgroups: Pick<PodContainerManager, 'destroyUnknown'>;
  readonly podWorkers: { isKnown(uid: string): boolean };
}

/** Once, when all sources were heard: later every pod that runs has its worker. */
export function* killOrphanedPods(context: KubeletContext, parts: OrphanParts): Process {
  const { cri, sim } = context;
  const isKnown = (uid: string): boolean => parts.podWorkers.isKnown(uid);
  const containers = yield* cri.listContainers();
  const sandboxes = yield* cri.listPodSandbox();
  if (!containers.ok || !sandboxes.ok) return;
  const running = newestFirst(containers.value).filter(isRunning);
  const ready = newestFirst(sandboxes.value).filter(({ state }) => state === 'SANDBOX_READY');
  const uids = new Set([...ready, ...running].map(uidOf));
  const orphans = [...uids].filter((uid) => !isKnown(uid));
  const kills = orphans.map((uid) => {
    const own = running.filter((one) => uidOf(one) === uid);
    const status = {
      uid,
      sandboxes: ready.filter((one) => uidOf(one) === uid),
      containers: own,
      at: sim.now,
    };
    const pod = apiPodOf(uid, own, status.sandboxes);
    const kill = parts.runtime.killPod(pod, status, gracePeriod);
    return sim.spawn(`kill ${podKey(pod)}`, kill);
  });
  for (const kill of kills) yield* kill.join();
  parts.cgroups.destroyUnknown(isKnown);
}

const uidOf = ({ labels }: Pick<ContainerStatus, 'labels'>): string => labels[podUidLabel] ?? '';

/** Source: kubecontainer.Pod ToAPIPod. */
function apiPodOf(
  uid: string,
  containers: readonly ContainerStatus[],
  sandboxes: readonly PodSandboxStatus[],
): Pod {
  const labels = (sandboxes[0] ?? containers[0])?.labels ?? {};
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: labels[podNameLabel] ?? '',
      namespace: labels[podNamespaceLabel] ?? '',
      uid,
      resourceVersion: '',
      creationTimestamp: '',
    },
    spec: { containers: containers.map(({ metadata }) => ({ name: metadata.name })) },
  };
}

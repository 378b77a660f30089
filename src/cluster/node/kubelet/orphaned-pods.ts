/**
 * Ends pods on the node that no source has any more: they were deleted while no kubelet ran, or
 * before it saw the deletion.
 *
 * Models kubernetes/pkg/kubelet/kubelet_pods.go HandlePodCleanups (runtime pods, pod cgroups, pod
 * folders) and kubelet.go SyncTerminatingRuntimePod. In: lists of the runtime. Out: CRI calls. Only
 * the runtime's data of such a pod is known: no hooks, the least grace period, no termination
 * order.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import type { ContainerStatus, PodSandboxStatus } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { PodContainerManager } from './cm/pod-container-manager.ts';
import { podKey } from './container/names.ts';
import { isRunning, type RuntimePodStatus } from './container/runtime-status.ts';
import type { KubeletContext } from './kubelet-context.ts';
import { podNameLabel, podNamespaceLabel, podUidLabel } from './kuberuntime/labels.ts';
import { newestFirst } from './kuberuntime/pod-status.ts';
import type { RuntimeManager } from './kuberuntime/runtime-manager.ts';
import type { GenericPleg } from './pleg/generic.ts';
import type { PodWorkers } from './pod-workers.ts';
import type { VolumeManager } from './volumemanager/volume-manager.ts';

const podsFolder = '/var/lib/kubelet/pods/';
/** The UID in the path of a folder of a pod. */
function podOfFolder(path: string): string {
  const end = path.indexOf('/', podsFolder.length);
  return path.slice(podsFolder.length, end < 0 ? undefined : end);
}
/** In seconds; containers get two anyway. */
const gracePeriod = 1;

export interface OrphanParts {
  readonly runtime: Pick<RuntimeManager, 'killPod'>;
  readonly cgroups: Pick<PodContainerManager, 'destroyUnknown' | 'destroyByUid' | 'pods'>;
  readonly podWorkers: Pick<PodWorkers, 'isKnown' | 'isSynced' | 'terminated'>;
  readonly volumes: Pick<VolumeManager, 'hasVolumes'>;
  readonly pleg: Pick<GenericPleg, 'hasRunning'>;
}

export class OrphanedPods {
  readonly #context: KubeletContext;
  readonly #parts: OrphanParts;
  #isCleaning = false;

  constructor(context: KubeletContext, parts: OrphanParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Whether there is something to end, once all sources are ready. */
  get found(): boolean {
    const { podWorkers, pleg, cgroups } = this.#parts;
    if (this.#isCleaning || !podWorkers.isSynced) return false;
    const isOrphan = (uid: string): boolean => !podWorkers.isKnown(uid);
    return (
      pleg.hasRunning(isOrphan) ||
      [...cgroups.pods.keys()].some(isOrphan) ||
      this.#context.cri.hostFolders(podsFolder).some((path) => isOrphan(podOfFolder(path)))
    );
  }

  /**
   * Pods whose containers and volumes are gone and whose cgroup is still there. Their worker
   * removes it too, but only after the next relist: the cleanup may come first.
   */
  get ended(): readonly string[] {
    const { podWorkers, cgroups, volumes } = this.#parts;
    const over = podWorkers.terminated().filter((uid) => !volumes.hasVolumes(uid));
    return over.length === 0 ? over : over.filter((uid) => cgroups.pods.has(uid));
  }

  /** Source: cleanupOrphanedPodCgroups. */
  removeCgroups(): void {
    for (const uid of this.ended) this.#parts.cgroups.destroyByUid(uid);
  }

  /**
   * Removes the folders of a pod: what its volumes and containers left below its own.
   * Source: cleanupOrphanedPodDirs.
   */
  removeFolders(uid: string): void {
    const { cri } = this.#context;
    for (const path of cri.hostFolders(`${podsFolder}${uid}/`)) cri.removeHostFolder(path);
  }

  /** A failed attempt is tried again at the next cleanup. */
  *clean(): Process {
    this.#isCleaning = true;
    yield* this.#killRunning();
    this.#isCleaning = false;
  }

  *#killRunning(): Process {
    const { cri, sim } = this.#context;
    const { podWorkers, runtime, cgroups } = this.#parts;
    const isKnown = (uid: string): boolean => podWorkers.isKnown(uid);
    const containers = yield* cri.listContainers();
    const sandboxes = yield* cri.listPodSandbox();
    if (!containers.ok || !sandboxes.ok) return;
    const running = newestFirst(containers.value).filter(isRunning);
    const ready = newestFirst(sandboxes.value).filter(({ state }) => state === 'SANDBOX_READY');
    const uids = new Set([...ready, ...running].map(uidOf));
    const orphans = [...uids].filter((uid) => !isKnown(uid));
    const failed = new Set<string>();
    const kills = orphans.map((uid) => {
      const status = {
        uid,
        sandboxes: ready.filter((one) => uidOf(one) === uid),
        containers: running.filter((one) => uidOf(one) === uid),
        at: sim.now,
      };
      const pod = apiPodOf(uid, status.containers, status.sandboxes);
      return sim.spawn(`kill ${podKey(pod)}`, kill(pod, status));
    });
    for (const task of kills) yield* task.join();
    cgroups.destroyUnknown((uid) => isKnown(uid) || failed.has(uid));
    for (const path of cri.hostFolders(podsFolder)) {
      const uid = podOfFolder(path);
      if (!isKnown(uid) && !failed.has(uid)) this.removeFolders(uid);
    }

    function* kill(pod: Pod, status: RuntimePodStatus): Process {
      const errors = yield* runtime.killPod(pod, status, gracePeriod);
      if (errors.length > 0) failed.add(status.uid);
    }
  }
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

/**
 * Removes dead containers right after the PLEG sees them exit.
 * Models kubernetes/pkg/kubelet/pod_container_deletor.go: one dead container of each name is kept,
 * none when the pod goes away.
 */
import type { ContainerStatus } from '#k8s.io/cri-api/runtime';
import { Channel } from '#sim/signal';
import type { Process } from '#sim/simulation';
import { hasExited, type RuntimePodStatus } from './container/runtime-status.ts';
import type { KubeletContext } from './kubelet-context.ts';
import { cleanLogs } from './logs/container-log-manager.ts';

const keptPerName = 1;

export class PodContainerDeletor {
  readonly #context: KubeletContext;
  readonly #doomed: Channel<{ readonly pod: string; readonly id: string }>;

  constructor(context: KubeletContext) {
    this.#context = context;
    this.#doomed = new Channel(context.sim);
  }

  /** Source: deleteContainersInPod. `died` is the container the event is about. */
  deleteContainersInPod(
    pod: string,
    status: RuntimePodStatus,
    died: string,
    removeAll: boolean,
  ): void {
    for (const { id } of containersToDelete(status, died, removeAll)) {
      this.#doomed.send({ pod, id });
    }
  }

  *run(): Process {
    const { cri } = this.#context;
    for (;;) {
      const doomed = yield* this.#doomed.receive();
      if (doomed === undefined) return;
      // The path of its log. The container may be gone already: two events can name the same one.
      const status = yield* cri.containerStatus(doomed.pod, doomed.id);
      if (!status.ok) continue;
      cleanLogs(cri.logDisk, status.value);
      yield* cri.removeContainer(doomed.pod, doomed.id);
    }
  }
}

/**
 * Takes containers newest first, returns the oldest dead ones. Source: getContainersToDeleteInPod.
 */
function containersToDelete(
  status: RuntimePodStatus,
  died: string,
  removeAll: boolean,
): readonly ContainerStatus[] {
  const dead = status.containers.filter(hasExited);
  if (removeAll) return dead;
  const name = status.containers.find(({ id }) => id === died)?.metadata.name;
  return dead.filter(({ metadata }) => metadata.name === name).slice(keptPerName);
}

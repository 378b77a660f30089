/**
 * Removes dead containers and sandboxes from the runtime.
 *
 * Models kubernetes/pkg/kubelet/kuberuntime/kuberuntime_gc.go: once a minute, dead containers
 * beyond one of each name, everything of pods that are gone, and sandboxes that hold nothing.
 */
import { type Duration, minute } from '#base/sim-time';
import type { ContainerStatus, PodSandboxStatus } from '#k8s.io/cri-api/runtime';
import { type Process, sleep } from '#sim/simulation';
import type { KubeletContext } from '../kubelet-context.ts';
import { cleanLogs } from '../logs/container-log-manager.ts';
import { grpcErrorText } from '../util/grpc.ts';
import { podNameLabel, podNamespaceLabel, podUidLabel } from './labels.ts';
import { newestFirst } from './pod-status.ts';

const gcPeriod: Duration = minute;
const maxPerPodContainer = 1;

export interface PodState {
  /** Whether the pod's dead containers need not be kept. */
  shouldPodContentBeRemoved(uid: string): boolean;
  /** Whether the pod's sandboxes need not be kept. */
  shouldPodRuntimeBeRemoved(uid: string): boolean;
}

export class ContainerGC {
  readonly #context: KubeletContext;
  readonly #pods: PodState;
  #seenVersion = -1;

  constructor(context: KubeletContext, pods: PodState) {
    this.#context = context;
    this.#pods = pods;
  }

  *run(): Process {
    const { prng, tracer, component, cri } = this.#context;
    // The first round has a random offset on each node.
    yield* sleep(prng.fork('container-gc').nextInt(gcPeriod));
    for (;;) {
      // After a round that found nothing, a runtime without changes is not examined again.
      if (cri.relistVersion !== this.#seenVersion) {
        tracer.timer(component, 'container-gc');
        const version = cri.relistVersion;
        const removed = yield* this.#collect();
        this.#seenVersion = removed ? -1 : version;
      }
      yield* sleep(gcPeriod);
    }
  }

  /** Returns whether there was something to remove, or may be soon. */
  *#collect(): Process<boolean> {
    const { cri } = this.#context;
    const containers = yield* cri.listContainers();
    if (!containers.ok) {
      const text = grpcErrorText(containers.error);
      this.#context.events.node('Warning', 'ContainerGCFailed', text);
      return true;
    }
    const doomed = this.#evictable(containers.value);
    for (const container of this.#context.sim.inTurn(doomed)) {
      cleanLogs(cri.logDisk, container);
      yield* cri.removeContainer(podOf(container), container.id);
    }
    const sandboxes = yield* cri.listPodSandbox();
    const left = yield* cri.listContainers();
    if (!sandboxes.ok || !left.ok) return true;
    const empty = this.#evictableSandboxes(sandboxes.value, left.value);
    for (const sandbox of this.#context.sim.inTurn(empty)) {
      // Stopped again, in case it was not stopped properly.
      yield* cri.stopPodSandbox(podOf(sandbox), sandbox.id);
      yield* cri.removePodSandbox(podOf(sandbox), sandbox.id);
    }
    this.#evictPodLogsDirectories();
    const waiting = sandboxes.value.some(({ state }) => state !== 'SANDBOX_READY');
    return doomed.length > 0 || empty.length > 0 || waiting;
  }

  /** Source: evictPodLogsDirectories, parsePodUIDFromLogsDirectory. */
  #evictPodLogsDirectories(): void {
    const { logDisk } = this.#context.cri;
    for (const directory of logDisk?.directories() ?? []) {
      const uid = /^\/var\/log\/pods\/[^/]*_([^/_]*)\//.exec(`${directory}/`)?.[1];
      if (uid === undefined || !this.#pods.shouldPodContentBeRemoved(uid)) continue;
      logDisk?.removeDirectory(directory);
    }
  }

  /** Source: evictableContainers. */
  #evictable(containers: readonly ContainerStatus[]): readonly ContainerStatus[] {
    const units = new Map<string, ContainerStatus[]>();
    for (const container of containers) {
      if (container.state === 'CONTAINER_RUNNING') continue;
      const key = `${container.labels[podUidLabel]}/${container.metadata.name}`;
      const unit = units.get(key);
      if (unit === undefined) units.set(key, [container]);
      else unit.push(container);
    }
    const doomed: ContainerStatus[] = [];
    for (const unit of units.values()) {
      const uid = unit[0]?.labels[podUidLabel] ?? '';
      const keep = this.#pods.shouldPodContentBeRemoved(uid) ? 0 : maxPerPodContainer;
      doomed.push(...newestFirst(unit).slice(keep));
    }
    return doomed;
  }

  /**
   * All sandboxes of a pod that is gone; all but the newest of other pods. Source: evictSandboxes.
   */
  #evictableSandboxes(
    sandboxes: readonly PodSandboxStatus[],
    containers: readonly ContainerStatus[],
  ): readonly PodSandboxStatus[] {
    const used = new Set(containers.map(({ podSandboxId }) => podSandboxId));
    const byPod = new Map<string, PodSandboxStatus[]>();
    for (const sandbox of sandboxes) {
      const known = byPod.get(sandbox.metadata.uid);
      if (known === undefined) byPod.set(sandbox.metadata.uid, [sandbox]);
      else known.push(sandbox);
    }
    const doomed: PodSandboxStatus[] = [];
    for (const [uid, own] of byPod) {
      const keep = this.#pods.shouldPodRuntimeBeRemoved(uid) ? 0 : 1;
      for (const sandbox of newestFirst(own).slice(keep)) {
        if (sandbox.state !== 'SANDBOX_READY' && !used.has(sandbox.id)) doomed.push(sandbox);
      }
    }
    return doomed;
  }
}

const podOf = ({ labels }: { readonly labels: Readonly<Record<string, string>> }): string =>
  `${labels[podNamespaceLabel]}/${labels[podNameLabel]}`;

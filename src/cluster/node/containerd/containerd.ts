/**
 * containerd of one node: sandboxes, containers and images for its kubelet.
 *
 * Models containerd 2 with its CRI plugin, shim and runc. In: CRI calls. Out: processes with their
 * namespaces, files and logs; every step of the way is a fact of `NODE/containerd`.
 */

import type { SimTime } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { ContainerRuntime, ImageService, RuntimeService } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import { ContainerdContext, type ContainerdOptions } from './containerd-context.ts';
import { pauseImage } from './cri/run-pod-sandbox.ts';
import { CriRuntimeService, runtimeVersion } from './cri/runtime-service.ts';
import { CriImageService } from './images/image-service.ts';
import { parseImageReference } from './images/reference.ts';
import type { ContainerTask } from './shim/container-task.ts';

const pauseOomScore = -998;
const unknownExitCode = 255;

export interface HostProcess {
  /** In its own PID namespace. */
  readonly pid: number;
  readonly argv: readonly string[];
  readonly since: SimTime;
  readonly oomScoreAdj: number;
}

/** What the runtime keeps for pods, whether it runs or not. */
export interface RuntimeRecords {
  readonly sandboxes: readonly { readonly id: string; readonly podUid: string }[];
  readonly containers: readonly { readonly id: string; readonly podUid: string }[];
  /** Folders of the node's disk that were made or mounted, or have logs. */
  readonly paths: readonly string[];
}

export class Containerd implements ContainerRuntime {
  readonly runtime: RuntimeService;
  readonly images: ImageService;
  readonly #context: ContainerdContext;

  constructor(env: Environment, options: ContainerdOptions) {
    this.#context = new ContainerdContext(env, options);
    this.runtime = new CriRuntimeService(this.#context);
    this.images = new CriImageService(this.#context);
    this.#preloadPause();
  }

  get records(): RuntimeRecords {
    const { sandboxes, containers, disk, logs } = this.#context.state;
    return {
      sandboxes: [...sandboxes.values()].map(({ id, config }) => ({
        id,
        podUid: config.metadata.uid,
      })),
      containers: [...containers.values()].map(({ id, sandbox }) => ({
        id,
        podUid: sandbox.config.metadata.uid,
      })),
      paths: [...disk.paths, ...logs.directories()],
    };
  }

  get relistVersion(): number {
    return this.#context.state.version;
  }

  /** Reports its start. All other work is done in the kubelet's calls and by the containers. */
  *run(): Process {
    this.#recover();
    this.#context.env.tracer.emitRoot({
      type: 'ComponentStarted',
      component: this.#context.component,
      version: `v${runtimeVersion}`,
      flags: ['--config=/etc/containerd/config.toml'],
    });
  }

  /**
   * Recovers after a restart: records are on disk, reservations were in memory. A sandbox or
   * container whose start was interrupted is not running; what was made of the sandbox's network
   * goes when it is stopped. Source: internal/cri/server/restart.go.
   */
  #recover(): void {
    const { state } = this.#context;
    state.names.clear();
    for (const sandbox of state.starting) {
      sandbox.networkIs = 'up';
      state.addSandbox(sandbox);
      state.setSandbox(sandbox, { state: 'SANDBOX_NOTREADY' });
    }
    state.starting.clear();
    for (const sandbox of state.sandboxes.values()) {
      state.names.add(sandbox.name);
      if (sandbox.networkIs === 'goes') sandbox.networkIs = 'up';
      if (sandbox.task === undefined) state.setSandbox(sandbox, { state: 'SANDBOX_NOTREADY' });
    }
    for (const container of state.containers.values()) {
      state.names.add(container.name);
      container.starting = false;
    }
  }

  /**
   * Sends SIGKILL to process 1 of every container of that name, as a person on the node could;
   * returns whether one was running.
   */
  endProcessOf(containerName: string): boolean {
    let ended = false;
    for (const { config, task } of this.#context.state.containers.values()) {
      const { labels, metadata } = config;
      const pod = `${labels['io.kubernetes.pod.namespace']}/${labels['io.kubernetes.pod.name']}`;
      const names = [metadata.name, `${pod}/${metadata.name}`];
      if (task === undefined || !names.includes(containerName)) continue;
      task.kill('SIGKILL');
      ended = true;
    }
    return ended;
  }

  /** The machine loses power: every process ends, and no exit code is recorded. */
  powerLost(): void {
    const { state, cgroups } = this.#context;
    for (const container of state.containers.values()) {
      container.task?.vanish();
      cgroups.remove(container.spec.cgroupsPath);
      if (container.status.state !== 'CONTAINER_RUNNING') continue;
      // Found without a task when containerd recovers. Source: cri/server/restart.go.
      state.setContainer(container, {
        state: 'CONTAINER_EXITED',
        exitCode: unknownExitCode,
        reason: 'Unknown',
        finishedAt: this.#context.wall(),
      });
    }
    for (const { task } of state.starting) task?.vanish();
    for (const sandbox of state.sandboxes.values()) {
      sandbox.task?.vanish();
      state.setSandbox(sandbox, { state: 'SANDBOX_NOTREADY' });
    }
  }

  /** The process ids in a container's control group. */
  processesIn(cgroup: string): readonly number[] {
    for (const { task, spec } of this.#context.state.containers.values()) {
      if (spec.cgroupsPath !== cgroup || task === undefined || task.exit !== undefined) continue;
      return task.ownProcesses.map(({ pid }) => pid);
    }
    return [];
  }

  /** The processes in containers, as the node's own process list shows them. */
  get processes(): readonly HostProcess[] {
    const { containers, sandboxes } = this.#context.state;
    const found: HostProcess[] = [];
    const add = (task: ContainerTask | undefined, since: SimTime, oomScoreAdj: number): void => {
      if (task === undefined || task.exit !== undefined) return;
      for (const { pid, argv } of task.ownProcesses) found.push({ pid, argv, since, oomScoreAdj });
    };
    for (const { task, status, spec } of containers.values()) {
      add(task, status.startedAt, spec.oomScoreAdj);
    }
    for (const { task, status } of sandboxes.values()) add(task, status.createdAt, pauseOomScore);
    return found.sort((a, b) => a.since - b.since);
  }

  /** A node comes with the sandbox image, pinned so that it is never collected. */
  #preloadPause(): void {
    const { registry, state } = this.#context;
    const reference = parseImageReference(pauseImage);
    const image = registry.lookUp(reference);
    if (image !== undefined) state.images.add(reference, image, true);
  }
}

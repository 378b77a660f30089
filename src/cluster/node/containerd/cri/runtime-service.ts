/** The runtime half of the CRI: hands each call to its own file. */

import { err, ok } from '#base/result';
import { ms } from '#base/sim-time';
import type { DownStream, UpStream } from '#k8s.io/client-go/rest/remote-command';
import type {
  ContainerConfig,
  ContainerStatus,
  CriResult,
  ExecSyncResponse,
  ForwardedStreams,
  HostFiles,
  HostPathKind,
  LinuxContainerResources,
  LogDisk,
  PodSandboxConfig,
  PodSandboxStatus,
  PodStats,
  RuntimeService,
  StreamOptions,
} from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { ContainerdContext } from '../containerd-context.ts';
import { notFound, unknownError } from '../runtime-error.ts';
import { createContainer } from './create-container.ts';
import { execSync } from './exec-sync.ts';
import { PortForwardServer } from './port-forward.ts';
import { removeContainer } from './remove-container.ts';
import { runPodSandbox } from './run-pod-sandbox.ts';
import { startContainer } from './start-container.ts';
import { podStats, updateResources } from './stats.ts';
import { stopContainer } from './stop-container.ts';
import { podSandboxStatus, removePodSandbox, stopPodSandbox } from './stop-pod-sandbox.ts';
import { StreamServer } from './stream-server.ts';

export const runtimeVersion = '2.4.2+unknown';

export class CriRuntimeService implements RuntimeService {
  readonly #context: ContainerdContext;
  readonly #streams: StreamServer;
  readonly #forwards: PortForwardServer;

  constructor(context: ContainerdContext) {
    this.#context = context;
    this.#streams = new StreamServer(context);
    this.#forwards = new PortForwardServer(context);
  }

  *version() {
    return ok({ runtimeName: 'containerd', runtimeVersion });
  }

  /** Polled every few seconds: it costs no virtual time. */
  *status() {
    const networkReady = this.#context.cni.ready;
    const message = networkReady ? '' : 'Network plugin returns error: cni plugin not initialized';
    return ok({ runtimeReady: true, networkReady, message });
  }

  /** Only the default handler, runc, is configured. */
  *runPodSandbox(
    config: PodSandboxConfig,
    runtimeHandler: string,
  ): Process<CriResult<{ readonly podSandboxId: string }>> {
    if (runtimeHandler !== '' && runtimeHandler !== 'runc') {
      const message = `no runtime for "${runtimeHandler}" is configured`;
      return err(unknownError(`failed to get sandbox runtime: ${message}`));
    }
    return yield* runPodSandbox(this.#context, config);
  }

  *stopPodSandbox(podSandboxId: string): Process<CriResult<undefined>> {
    const stopped = yield* stopPodSandbox(this.#context, podSandboxId);
    this.#forwards.stopped(podSandboxId);
    return stopped;
  }

  removePodSandbox(podSandboxId: string): Process<CriResult<undefined>> {
    return removePodSandbox(this.#context, podSandboxId);
  }

  podSandboxStatus(podSandboxId: string): Process<CriResult<PodSandboxStatus>> {
    return podSandboxStatus(this.#context, podSandboxId);
  }

  /** Polled every second: it costs no virtual time. */
  *listPodSandbox(podUid?: string): Process<CriResult<readonly PodSandboxStatus[]>> {
    const { state } = this.#context;
    const { sandboxes } = podUid === undefined ? state : state.ofPod(podUid);
    return ok(statusesOf(sandboxes.values()));
  }

  createContainer(
    podSandboxId: string,
    config: ContainerConfig,
    sandboxConfig: PodSandboxConfig,
  ): Process<CriResult<{ readonly containerId: string }>> {
    return createContainer(this.#context, podSandboxId, config, sandboxConfig);
  }

  startContainer(containerId: string): Process<CriResult<undefined>> {
    return startContainer(this.#context, containerId);
  }

  stopContainer(containerId: string, timeout: number): Process<CriResult<undefined>> {
    return stopContainer(this.#context, containerId, timeout);
  }

  removeContainer(containerId: string): Process<CriResult<undefined>> {
    return removeContainer(this.#context, containerId);
  }

  *containerStatus(containerId: string): Process<CriResult<ContainerStatus>> {
    yield* this.#context.work(ms(0.5), ms(1));
    const container = this.#context.state.containers.get(containerId);
    if (container !== undefined) return ok(container.status);
    return err(
      notFound(`an error occurred when try to find container "${containerId}": not found`),
    );
  }

  /** Polled every second: it costs no virtual time. */
  *listContainers(podUid?: string): Process<CriResult<readonly ContainerStatus[]>> {
    const { state } = this.#context;
    const { containers } = podUid === undefined ? state : state.ofPod(podUid);
    return ok(statusesOf(containers.values()));
  }

  execSync(
    containerId: string,
    command: readonly string[],
    timeout: number,
  ): Process<CriResult<ExecSyncResponse>> {
    return execSync(this.#context, containerId, command, timeout);
  }

  exec(
    containerId: string,
    command: readonly string[],
    options?: StreamOptions,
  ): Process<CriResult<{ readonly url: string }>> {
    return this.#streams.prepare(containerId, command, options);
  }

  attachStreams(
    containerId: string,
    options: StreamOptions,
  ): Process<CriResult<{ readonly url: string }>> {
    return this.#streams.prepare(containerId, undefined, options);
  }

  connect(url: string, up: UpStream, down: DownStream): Process<CriResult<undefined>> {
    return this.#streams.connect(url, up, down);
  }

  stream(url: string, stdin?: string): Process<CriResult<ExecSyncResponse>> {
    return this.#streams.serve(url, stdin);
  }

  portForward(podSandboxId: string): Process<CriResult<{ readonly url: string }>> {
    return this.#forwards.prepare(podSandboxId);
  }

  forward(url: string, streams: ForwardedStreams): Process<CriResult<undefined>> {
    return this.#forwards.serve(url, streams);
  }

  /** Source: container_attach.go: the task is looked up before the streams are attached. */
  *attach(containerId: string): Process<CriResult<undefined>> {
    yield* this.#context.work(ms(0.5), ms(1));
    const container = this.#context.state.containers.get(containerId);
    if (container === undefined) {
      const message = `an error occurred when try to find container "${containerId}": not found`;
      return err(notFound(message));
    }
    const { task, status } = container;
    if (task !== undefined && task.exit === undefined && status.state === 'CONTAINER_RUNNING') {
      return ok(undefined);
    }
    const missing = `failed to load task: no running task found: task ${containerId} not found`;
    return err(unknownError(`failed to attach in container "${containerId}": ${missing}`));
  }

  /** Models container_log_reopen.go. */
  *reopenContainerLog(containerId: string): Process<CriResult<undefined>> {
    const container = this.#context.state.containers.get(containerId);
    if (container === undefined) {
      const message = `an error occurred when try to find container "${containerId}": not found`;
      return err(notFound(message));
    }
    yield* this.#context.work(ms(0.5), ms(1));
    if (container.status.state !== 'CONTAINER_RUNNING') {
      return err(unknownError('container is not running'));
    }
    container.log = this.#context.state.logs.open(container.status.logPath);
    return ok(undefined);
  }

  logDisk(): LogDisk {
    return this.#context.state.logs;
  }

  *updateContainerResources(
    containerId: string,
    resources: LinuxContainerResources,
  ): Process<CriResult<undefined>> {
    const container = this.#context.state.containers.get(containerId);
    if (container === undefined) {
      return err(notFound(`failed to find container: ${containerId}: not found`));
    }
    yield* this.#context.work(ms(4), ms(4));
    updateResources(this.#context, container, resources);
    return ok(undefined);
  }

  /** Source: update_pod_sandbox_resources.go: only NRI plugins are notified, and there are none. */
  *updatePodSandboxResources(podSandboxId: string): Process<CriResult<undefined>> {
    if (!this.#context.state.sandboxes.has(podSandboxId)) {
      return err(notFound(`failed to find sandbox: ${podSandboxId}: not found`));
    }
    yield* this.#context.work(ms(1), ms(1));
    return ok(undefined);
  }

  listPodSandboxStats(): readonly PodStats[] {
    return podStats(this.#context);
  }

  hostPathKind(path: string): HostPathKind | undefined {
    return this.#context.state.disk.kindOf(path);
  }

  makeHostPath(path: string, kind: 'directory' | 'file'): void {
    this.#context.state.disk.mount(path, { files: kind === 'file' ? { '': '' } : {} });
  }

  hostFolders(below: string): readonly string[] {
    return this.#context.state.disk.below(below);
  }

  removeHostFolder(path: string): void {
    const { state, host } = this.#context;
    const { bytes, files } = state.disk.discard(path);
    host.takeDisk(-bytes);
    host.takeInodes(-files);
  }

  writeHostFolder(path: string, content: HostFiles): void {
    this.#context.state.disk.replace(path, content);
  }

  hostFile(path: string): string | undefined {
    return this.#context.state.disk.read(path);
  }
}

/** The kubelet lists after every sync of a pod, so one pass builds the list. */
function statusesOf<S>(all: Iterable<{ readonly status: S }>): readonly S[] {
  const statuses: S[] = [];
  for (const { status } of all) statuses.push(status);
  return statuses;
}

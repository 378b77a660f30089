/**
 * The kubelet's side of the CRI: every call emits a fact before and after it.
 *
 * Models k8s.io/cri-client remote_runtime.go and remote_image.go. The polling calls (Version,
 * Status, the lists) emit no facts; what they find does.
 */

import type { Building } from '#base/building';
import { defined } from '#base/defined';
import { err } from '#base/result';
import type { DownStream, UpStream } from '#k8s.io/client-go/rest/remote-command';
import type {
  ContainerConfig,
  ContainerRuntime,
  ContainerStatus,
  CriResult,
  ExecSyncResponse,
  FilesystemUsage,
  ForwardedStreams,
  HostFiles,
  HostPathKind,
  ImageSpec,
  ImageStatus,
  LinuxContainerResources,
  LogDisk,
  LogFile,
  PodSandboxConfig,
  PodSandboxStatus,
  PodStats,
  StreamOptions,
} from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { Draft } from '#trace/fact';
import type { CriMethod, CriRequest, CriReturned } from '#trace/facts/node';
import type { Tracer } from '#trace/tracer';
import type { Cancellation } from '../util/cancellation.ts';
import { grpcCanceled } from '../util/grpc.ts';

interface CallOptions<T> {
  readonly service: 'RuntimeService' | 'ImageService';
  readonly method: CriMethod;
  readonly pod: string;
  readonly request: CriRequest;
  /** The response as the protocol shows it; nothing for an empty one. */
  readonly response?: (value: T) => unknown;
}

/** What the streaming server answers to. */
interface Url {
  readonly url: string;
}

const noLog: LogFile = { lines: [], bytes: 0 };

export class RemoteRuntime {
  readonly #tracer: Tracer;
  readonly #component: string;
  readonly #node: string;
  readonly #runtime: ContainerRuntime;
  #calls = 0;

  constructor(tracer: Tracer, component: string, node: string, runtime: ContainerRuntime) {
    this.#tracer = tracer;
    this.#component = component;
    this.#node = node;
    this.#runtime = runtime;
  }

  get relistVersion(): number {
    return this.#runtime.relistVersion;
  }

  *#call<T>(options: CallOptions<T>, process: Process<CriResult<T>>): Process<CriResult<T>> {
    const { service, method, pod, request, response } = options;
    const call = ++this.#calls;
    const component = this.#component;
    const node = this.#node;
    this.#tracer.emit({ type: 'CriCalled', component, call, node, service, method, pod, request });
    const result = yield* process;
    const returned: Building<Draft<CriReturned>> = {
      type: 'CriReturned',
      component,
      call,
      node,
      method,
      pod,
    };
    if (!result.ok) returned.error = result.error;
    else if (response !== undefined) returned.response = response(result.value);
    this.#tracer.emit(returned);
    return result;
  }

  version(): Process<CriResult<{ readonly runtimeName: string; readonly runtimeVersion: string }>> {
    return this.#runtime.runtime.version();
  }

  status(): Process<
    CriResult<{
      readonly runtimeReady: boolean;
      readonly networkReady: boolean;
      readonly message: string;
    }>
  > {
    return this.#runtime.runtime.status();
  }

  listPodSandbox(podUid?: string): Process<CriResult<readonly PodSandboxStatus[]>> {
    return this.#runtime.runtime.listPodSandbox(podUid);
  }

  listContainers(podUid?: string): Process<CriResult<readonly ContainerStatus[]>> {
    return this.#runtime.runtime.listContainers(podUid);
  }

  listImages(): Process<CriResult<readonly ImageStatus[]>> {
    return this.#runtime.images.listImages();
  }

  *runPodSandbox(
    config: PodSandboxConfig,
    runtimeHandler: string,
  ): Process<CriResult<{ readonly podSandboxId: string }>> {
    const request = runtimeHandler === '' ? { config } : { config, runtimeHandler };
    const { namespace, name } = config.metadata;
    return yield* this.#call(
      runtimeCall('RunPodSandbox', `${namespace}/${name}`, request, (value) => value),
      this.#runtime.runtime.runPodSandbox(config, runtimeHandler),
    );
  }

  *stopPodSandbox(
    pod: string,
    podSandboxId: string,
    cancel?: Cancellation,
  ): Process<CriResult<undefined>> {
    if (cancel?.cancelled === true) return err(canceled);
    return yield* this.#call(
      runtimeCall('StopPodSandbox', pod, { podSandboxId }),
      this.#runtime.runtime.stopPodSandbox(podSandboxId),
    );
  }

  removePodSandbox(pod: string, podSandboxId: string): Process<CriResult<undefined>> {
    return this.#call(
      runtimeCall('RemovePodSandbox', pod, { podSandboxId }),
      this.#runtime.runtime.removePodSandbox(podSandboxId),
    );
  }

  podSandboxStatus(pod: string, podSandboxId: string): Process<CriResult<PodSandboxStatus>> {
    return this.#call(
      runtimeCall('PodSandboxStatus', pod, { podSandboxId }, (status) => ({ status })),
      this.#runtime.runtime.podSandboxStatus(podSandboxId),
    );
  }

  *createContainer(
    pod: string,
    podSandboxId: string,
    config: ContainerConfig,
    sandboxConfig: PodSandboxConfig,
  ): Process<CriResult<{ readonly containerId: string }>> {
    const request = { podSandboxId, config: withoutContent(config), sandboxConfig };
    return yield* this.#call(
      runtimeCall('CreateContainer', pod, request, (value) => value),
      this.#runtime.runtime.createContainer(podSandboxId, config, sandboxConfig),
    );
  }

  startContainer(pod: string, containerId: string): Process<CriResult<undefined>> {
    return this.#call(
      runtimeCall('StartContainer', pod, { containerId }),
      this.#runtime.runtime.startContainer(containerId),
    );
  }

  /** `timeout` in seconds. The caller may cancel the call; the runtime stops at once. */
  *stopContainer(
    pod: string,
    containerId: string,
    timeout: number,
    cancel?: Cancellation,
  ): Process<CriResult<undefined>> {
    if (cancel?.cancelled === true) return err(canceled);
    const stop = this.#runtime.runtime.stopContainer(containerId, timeout);
    return yield* this.#call(
      runtimeCall('StopContainer', pod, { containerId, timeout }),
      cancel === undefined ? stop : cancelable(stop, cancel),
    );
  }

  removeContainer(pod: string, containerId: string): Process<CriResult<undefined>> {
    return this.#call(
      runtimeCall('RemoveContainer', pod, { containerId }),
      this.#runtime.runtime.removeContainer(containerId),
    );
  }

  containerStatus(pod: string, containerId: string): Process<CriResult<ContainerStatus>> {
    return this.#call(
      runtimeCall('ContainerStatus', pod, { containerId }, (status) => ({ status })),
      this.#runtime.runtime.containerStatus(containerId),
    );
  }

  /** `timeout` in seconds, 0 for none. */
  execSync(
    pod: string,
    containerId: string,
    cmd: readonly string[],
    timeout: number,
  ): Process<CriResult<ExecSyncResponse>> {
    return this.#call(
      runtimeCall('ExecSync', pod, { containerId, cmd, timeout }, (value) => value),
      this.#runtime.runtime.execSync(containerId, cmd, timeout),
    );
  }

  /** Exec through the runtime's streaming server, as `kubectl exec` comes in. */
  *exec(
    pod: string,
    containerId: string,
    cmd: readonly string[],
    stdin?: string,
  ): Process<CriResult<ExecSyncResponse>> {
    const streams = { stdout: true, stderr: true, ...(stdin === undefined ? {} : { stdin: true }) };
    const request = { containerId, cmd, ...streams };
    const prepared = yield* this.#call(
      runtimeCall('Exec', pod, request, (value: Url) => value),
      this.#runtime.runtime.exec(containerId, cmd),
    );
    if (!prepared.ok) return prepared;
    return yield* this.#runtime.runtime.stream(prepared.value.url, stdin);
  }

  /** Exec or, without a command, Attach: the address at which the streams are served. */
  openStreams(
    pod: string,
    containerId: string,
    cmd: readonly string[] | undefined,
    options: StreamOptions,
  ): Process<CriResult<{ readonly url: string }>> {
    const { runtime } = this.#runtime;
    const given = {
      ...(options.stdin ? { stdin: true } : {}),
      stdout: true,
      ...(options.tty ? { tty: true } : { stderr: true }),
    };
    const answer = (value: { readonly url: string }): unknown => value;
    if (cmd === undefined) {
      return this.#call(
        runtimeCall('Attach', pod, { containerId, ...given }, answer),
        runtime.attachStreams(containerId, options),
      );
    }
    return this.#call(
      runtimeCall('Exec', pod, { containerId, cmd, ...given }, answer),
      runtime.exec(containerId, cmd, options),
    );
  }

  /** Joins streams to what an address stands for. */
  connect(url: string, up: UpStream, down: DownStream): Process<CriResult<undefined>> {
    return this.#runtime.runtime.connect(url, up, down);
  }

  /** Attach: the runtime returns whether there is a process to attach to. */
  attach(pod: string, containerId: string): Process<CriResult<undefined>> {
    const request = { containerId, stdout: true, stderr: true };
    return this.#call(
      runtimeCall('Attach', pod, request),
      this.#runtime.runtime.attach(containerId),
    );
  }

  /** The address at which the runtime forwards connections to ports of a sandbox. */
  portForward(pod: string, podSandboxId: string, port: readonly number[]): Process<CriResult<Url>> {
    return this.#call(
      runtimeCall('PortForward', pod, { podSandboxId, port }, (value: Url) => value),
      this.#runtime.runtime.portForward(podSandboxId),
    );
  }

  /** The runtime's streaming server; lasts until the port-forward has ended. */
  forward({ url }: Url, streams: ForwardedStreams): Process<CriResult<undefined>> {
    return this.#runtime.runtime.forward(url, streams);
  }

  /** The log files of the node. */
  get logDisk(): LogDisk | undefined {
    return this.#runtime.runtime.logDisk();
  }

  /** What was written to the file at the path of a container's log. */
  containerLog({ logPath }: ContainerStatus): LogFile {
    return this.logDisk?.file(logPath) ?? noLog;
  }

  reopenContainerLog(pod: string, containerId: string): Process<CriResult<undefined>> {
    return this.#call(
      runtimeCall('ReopenContainerLog', pod, { containerId }),
      this.#runtime.runtime.reopenContainerLog(containerId),
    );
  }

  updateContainerResources(
    pod: string,
    containerId: string,
    linux: LinuxContainerResources,
  ): Process<CriResult<undefined>> {
    return this.#call(
      runtimeCall('UpdateContainerResources', pod, { containerId, linux }),
      this.#runtime.runtime.updateContainerResources(containerId, linux),
    );
  }

  updatePodSandboxResources(
    pod: string,
    podSandboxId: string,
    resources: LinuxContainerResources,
  ): Process<CriResult<undefined>> {
    const request = { podSandboxId, overhead: {}, resources };
    return this.#call(
      runtimeCall('UpdatePodSandboxResources', pod, request),
      this.#runtime.runtime.updatePodSandboxResources(podSandboxId, resources),
    );
  }

  imageFsInfo(): FilesystemUsage {
    return this.#runtime.images.imageFsInfo();
  }

  podStats(): readonly PodStats[] {
    return this.#runtime.runtime.listPodSandboxStats();
  }

  hostPathKind(path: string): HostPathKind | undefined {
    return this.#runtime.runtime.hostPathKind(path);
  }

  makeHostPath(path: string, kind: 'directory' | 'file'): void {
    this.#runtime.runtime.makeHostPath(path, kind);
  }

  hostFolders(below: string): readonly string[] {
    return this.#runtime.runtime.hostFolders(below);
  }

  removeHostFolder(path: string): void {
    this.#runtime.runtime.removeHostFolder(path);
  }

  writeHostFolder(path: string, content: HostFiles): void {
    this.#runtime.runtime.writeHostFolder(path, content);
  }

  /** A file on the node's disk that a container wrote. */
  hostFile(path: string): string | undefined {
    return this.#runtime.runtime.hostFile(path);
  }

  imageStatus(pod: string, image: ImageSpec): Process<CriResult<ImageStatus | undefined>> {
    return this.#call(
      imageCall('ImageStatus', pod, { image }, (value) => defined({ image: value })),
      this.#runtime.images.imageStatus(image),
    );
  }

  pullImage(
    pod: string,
    image: ImageSpec,
    sandboxConfig: PodSandboxConfig,
  ): Process<CriResult<{ readonly imageRef: string }>> {
    return this.#call(
      imageCall('PullImage', pod, { image, sandboxConfig }, (value) => value),
      this.#runtime.images.pullImage(image, sandboxConfig),
    );
  }

  removeImage(image: ImageSpec): Process<CriResult<undefined>> {
    return this.#call(
      imageCall('RemoveImage', '', { image }),
      this.#runtime.images.removeImage(image),
    );
  }
}

/** The content of mounted files stays out of the trace: it may be a token. */
function withoutContent(config: ContainerConfig): ContainerConfig {
  const mounts = config.mounts.map(({ content: _content, ...mount }) => mount);
  return { ...config, mounts };
}

function runtimeCall<T>(
  method: CriMethod,
  pod: string,
  request: CriRequest,
  response?: (value: T) => unknown,
): CallOptions<T> {
  const service = 'RuntimeService';
  if (response === undefined) return { service, method, pod, request };
  return { service, method, pod, request, response };
}

function imageCall<T>(
  method: CriMethod,
  pod: string,
  request: CriRequest,
  response?: (value: T) => unknown,
): CallOptions<T> {
  return { ...runtimeCall(method, pod, request, response), service: 'ImageService' };
}

const canceled = { code: grpcCanceled, message: 'context canceled' };

function* cancelable<T>(
  process: Process<CriResult<T>>,
  cancel: Cancellation,
): Process<CriResult<T>> {
  return (yield* cancel.race('StopContainer', process)) ?? err(canceled);
}

/** A stand-in for containerd in tests: keeps sandboxes and containers, runs nothing. */
import { ok, type Result } from '#base/result';
import { ms } from '#base/sim-time';
import type {
  ContainerConfig,
  ContainerRuntime,
  ContainerStatus,
  CriError,
  CriResult,
  ExecSyncResponse,
  ForwardedStreams,
  ImageService,
  ImageSpec,
  ImageStatus,
  LogDisk,
  PodSandboxConfig,
  PodSandboxStatus,
  RuntimeService,
} from '#k8s.io/cri-api/runtime';
import { type Process, type Simulation, sleep } from '#sim/simulation';

const image: ImageStatus = {
  id: 'sha256:1',
  repoTags: ['docker.io/library/nginx:latest'],
  repoDigests: ['docker.io/library/nginx@sha256:2'],
  size: 1000,
  pinned: false,
};

const found = { code: 5, message: 'not found' };

export class FakeRuntime implements ContainerRuntime, RuntimeService, ImageService {
  readonly calls: string[] = [];
  readonly containers = new Map<string, ContainerStatus>();
  readonly sandboxes = new Map<string, PodSandboxStatus>();
  /** Images that a pull can bring. */
  readonly pullable = new Set(['nginx:latest']);
  readonly present = new Set<string>();
  execResult: ExecSyncResponse = { stdout: '', stderr: '', exitCode: 0 };
  relistVersion = 0;
  readonly #sim: Simulation;
  #next = 1;

  constructor(sim: Simulation) {
    this.#sim = sim;
  }

  get runtime(): RuntimeService {
    return this;
  }

  get images(): ImageService {
    return this;
  }

  /** Ends the process of a container. */
  exit(name: string, exitCode: number): void {
    for (const [id, container] of this.containers) {
      if (container.metadata.name !== name || container.state !== 'CONTAINER_RUNNING') continue;
      this.#set(id, {
        state: 'CONTAINER_EXITED',
        exitCode,
        finishedAt: this.#sim.now,
        reason: exitCode === 0 ? 'Completed' : 'Error',
      });
    }
  }

  *updateContainerResources(): Process<CriResult<undefined>> {
    yield* this.#call('UpdateContainerResources', 5);
    return ok(undefined);
  }

  *updatePodSandboxResources(): Process<CriResult<undefined>> {
    yield* this.#call('UpdatePodSandboxResources', 1);
    return ok(undefined);
  }

  listPodSandboxStats() {
    return [];
  }

  imageFsInfo() {
    return { imageBytes: 0, containerBytes: 0 };
  }

  hostPathKind() {
    return undefined;
  }

  makeHostPath() {
    // The stand-in has no disk.
  }

  hostFolders() {
    return [];
  }

  removeHostFolder() {
    // The stand-in has no disk.
  }

  writeHostFolder() {
    // The stand-in has no disk.
  }

  hostFile() {
    return undefined;
  }

  *version() {
    return ok({ runtimeName: 'containerd', runtimeVersion: '2.4.2' });
  }

  *status() {
    return ok({ runtimeReady: true, networkReady: true, message: '' });
  }

  *runPodSandbox(config: PodSandboxConfig): Process<CriResult<{ podSandboxId: string }>> {
    yield* this.#call('RunPodSandbox', 100);
    const id = `sandbox-${this.#next++}`;
    const { metadata, labels, annotations, linux } = config;
    this.sandboxes.set(id, {
      id,
      metadata,
      state: 'SANDBOX_READY',
      createdAt: this.#sim.now,
      ip: `10.244.0.${this.#next}`,
      namespaceOptions: linux.namespaceOptions,
      labels,
      annotations,
    });
    this.relistVersion++;
    return ok({ podSandboxId: id });
  }

  *stopPodSandbox(id: string): Process<CriResult<undefined>> {
    yield* this.#call('StopPodSandbox', 20);
    const sandbox = this.sandboxes.get(id);
    if (sandbox !== undefined) this.sandboxes.set(id, { ...sandbox, state: 'SANDBOX_NOTREADY' });
    this.relistVersion++;
    return ok(undefined);
  }

  *removePodSandbox(id: string): Process<CriResult<undefined>> {
    yield* this.#call('RemovePodSandbox', 20);
    this.sandboxes.delete(id);
    this.relistVersion++;
    return ok(undefined);
  }

  *podSandboxStatus(id: string): Process<CriResult<PodSandboxStatus>> {
    return orNotFound(this.sandboxes.get(id));
  }

  *listPodSandbox(podUid?: string) {
    const all = [...this.sandboxes.values()];
    return ok(podUid === undefined ? all : all.filter(({ metadata }) => metadata.uid === podUid));
  }

  *createContainer(
    podSandboxId: string,
    config: ContainerConfig,
  ): Process<CriResult<{ containerId: string }>> {
    yield* this.#call(`CreateContainer ${config.metadata.name}`, 10);
    const id = `container-${this.#next++}`;
    const { metadata, labels, annotations, logPath } = config;
    this.containers.set(id, {
      id,
      podSandboxId,
      metadata,
      state: 'CONTAINER_CREATED',
      createdAt: this.#sim.now,
      startedAt: 0,
      finishedAt: 0,
      exitCode: 0,
      reason: '',
      message: '',
      image: { image: 'docker.io/library/nginx:latest', userSpecifiedImage: '' },
      imageRef: image.repoDigests[0] ?? '',
      imageId: image.id,
      labels,
      annotations,
      logPath,
    });
    this.relistVersion++;
    return ok({ containerId: id });
  }

  *startContainer(id: string): Process<CriResult<undefined>> {
    yield* this.#call('StartContainer', 50);
    this.#set(id, { state: 'CONTAINER_RUNNING', startedAt: this.#sim.now });
    return ok(undefined);
  }

  *stopContainer(id: string, timeout: number): Process<CriResult<undefined>> {
    yield* this.#call(`StopContainer ${timeout}`, 30);
    this.#set(id, {
      state: 'CONTAINER_EXITED',
      exitCode: 0,
      finishedAt: this.#sim.now,
      reason: 'Completed',
    });
    return ok(undefined);
  }

  *removeContainer(id: string): Process<CriResult<undefined>> {
    yield* this.#call('RemoveContainer', 5);
    this.containers.delete(id);
    this.relistVersion++;
    return ok(undefined);
  }

  *containerStatus(id: string): Process<CriResult<ContainerStatus>> {
    return orNotFound(this.containers.get(id));
  }

  *listContainers(podUid?: string) {
    const all = [...this.containers.values()];
    if (podUid === undefined) return ok(all);
    return ok(all.filter((one) => this.sandboxes.get(one.podSandboxId)?.metadata.uid === podUid));
  }

  *exec(_id: string, command: readonly string[]): Process<CriResult<{ readonly url: string }>> {
    return ok({ url: command.join(' ') });
  }

  *attachStreams(): Process<CriResult<{ readonly url: string }>> {
    return ok({ url: '' });
  }

  *connect(): Process<CriResult<undefined>> {
    return ok(undefined);
  }

  *portForward(id: string): Process<CriResult<{ readonly url: string }>> {
    return ok({ url: id });
  }

  *forward(_url: string, { toClient }: ForwardedStreams): Process<CriResult<undefined>> {
    toClient.close();
    return ok(undefined);
  }

  *attach(): Process<CriResult<undefined>> {
    yield* this.#call('Attach', 1);
    return ok(undefined);
  }

  *stream(url: string): Process<CriResult<ExecSyncResponse>> {
    return yield* this.execSync('', url.split(' '));
  }

  *execSync(_id: string, command: readonly string[]): Process<CriResult<ExecSyncResponse>> {
    yield* this.#call(`ExecSync ${command.join(' ')}`, 5);
    return ok(this.execResult);
  }

  *reopenContainerLog(id: string): Process<CriResult<undefined>> {
    yield* this.#call(`ReopenContainerLog ${id}`, 1);
    return ok(undefined);
  }

  logDisk(): LogDisk | undefined {
    return undefined;
  }

  *listImages() {
    return ok(this.present.size > 0 ? [image] : []);
  }

  *imageStatus({ image: name }: ImageSpec): Process<CriResult<ImageStatus | undefined>> {
    return ok(this.present.has(name) ? image : undefined);
  }

  *pullImage({ image: name }: ImageSpec): Process<CriResult<{ imageRef: string }>> {
    yield* this.#call(`PullImage ${name}`, 80);
    if (!this.pullable.has(name))
      return { ok: false, error: { ...found, message: `${name}: gone` } };
    this.present.add(name);
    return ok({ imageRef: image.id });
  }

  *removeImage(): Process<CriResult<undefined>> {
    return ok(undefined);
  }

  *#call(what: string, milliseconds: number): Process {
    this.calls.push(what);
    yield* sleep(ms(milliseconds));
  }

  #set(id: string, change: Partial<ContainerStatus>): void {
    const container = this.containers.get(id);
    if (container !== undefined) this.containers.set(id, { ...container, ...change });
    this.relistVersion++;
  }
}

const orNotFound = <T>(value: T | undefined): Result<T, CriError> =>
  value === undefined ? { ok: false, error: found } : ok(value);

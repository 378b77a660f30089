/**
 * The kubelet's gRPC connection to its runtime: the same contract, with a process at the far end
 * that may have ended.
 *
 * Models k8s.io/cri-client remote_runtime.go and remote_image.go over a unix socket. In: calls.
 * Out: the runtime's answers, or UNAVAILABLE while nobody serves the socket. Calls that act run as
 * handlers of the runtime's process and end with it.
 */
import { err } from '#base/result';
import { ms } from '#base/sim-time';
import type { Process, Simulation } from '#sim/simulation';
import type { TaskGroup } from '#sim/task';
import type {
  ContainerRuntime,
  CriError,
  CriResult,
  ImageService,
  RuntimeService,
} from './runtime.ts';

/** The runtime as an operating system process. */
export interface RuntimeProcess {
  readonly running: boolean;
  readonly group: TaskGroup;
  readonly component: ContainerRuntime | undefined;
}

const dialTime = ms(0.4);

const unavailable = (desc: string): CriError => ({ code: 14, message: desc });

const noSocket = unavailable(
  'connection error: desc = "transport: Error while dialing: dial unix ' +
    '/run/node/containerd.sock: connect: no such file or directory"',
);

const connectionLost = unavailable('error reading from server: EOF');

export class CriConnection implements ContainerRuntime {
  readonly runtime: RuntimeService;
  readonly images: ImageService;
  readonly #sim: Simulation;
  readonly #process: RuntimeProcess;

  constructor(sim: Simulation, process: RuntimeProcess) {
    this.#sim = sim;
    this.#process = process;
    this.runtime = this.#runtimeService();
    this.images = this.#imageService();
  }

  /** NaN while the runtime is down: it equals no earlier version, so a relist always runs. */
  get relistVersion(): number {
    const { running, component } = this.#process;
    return running && component !== undefined ? component.relistVersion : Number.NaN;
  }

  /** A short look: it is answered before anything else can happen. */
  *#look<T>(of: (runtime: ContainerRuntime) => Process<CriResult<T>>): Process<CriResult<T>> {
    const { running, component } = this.#process;
    if (running && component !== undefined) return yield* of(component);
    yield dialTime;
    return err(noSocket);
  }

  *#act<T>(of: (runtime: ContainerRuntime) => Process<CriResult<T>>): Process<CriResult<T>> {
    const { running, component, group } = this.#process;
    if (!running || component === undefined) {
      yield dialTime;
      return err(noSocket);
    }
    const handler = this.#sim.spawn('cri call', of(component), group);
    const answer = yield* handler.join();
    if (answer === undefined) return err(connectionLost);
    return answer;
  }

  #runtimeService(): RuntimeService {
    return {
      version: () => this.#look(({ runtime }) => runtime.version()),
      status: () => this.#look(({ runtime }) => runtime.status()),
      listPodSandbox: (podUid) => this.#look(({ runtime }) => runtime.listPodSandbox(podUid)),
      listContainers: (podUid) => this.#look(({ runtime }) => runtime.listContainers(podUid)),
      podSandboxStatus: (id) => this.#look(({ runtime }) => runtime.podSandboxStatus(id)),
      containerStatus: (id) => this.#look(({ runtime }) => runtime.containerStatus(id)),
      runPodSandbox: (...args) => this.#act(({ runtime }) => runtime.runPodSandbox(...args)),
      stopPodSandbox: (id) => this.#act(({ runtime }) => runtime.stopPodSandbox(id)),
      removePodSandbox: (id) => this.#act(({ runtime }) => runtime.removePodSandbox(id)),
      createContainer: (...args) => this.#act(({ runtime }) => runtime.createContainer(...args)),
      startContainer: (id) => this.#act(({ runtime }) => runtime.startContainer(id)),
      stopContainer: (...args) => this.#act(({ runtime }) => runtime.stopContainer(...args)),
      removeContainer: (id) => this.#act(({ runtime }) => runtime.removeContainer(id)),
      execSync: (...args) => this.#act(({ runtime }) => runtime.execSync(...args)),
      updateContainerResources: (...args) =>
        this.#act(({ runtime }) => runtime.updateContainerResources(...args)),
      updatePodSandboxResources: (...args) =>
        this.#act(({ runtime }) => runtime.updatePodSandboxResources(...args)),
      listPodSandboxStats: () => {
        const { running, component } = this.#process;
        return running ? (component?.runtime.listPodSandboxStats() ?? []) : [];
      },
      hostFile: (path) => this.#process.component?.runtime.hostFile(path),
      hostPathKind: (path) => this.#process.component?.runtime.hostPathKind(path),
      makeHostPath: (path, kind) => this.#process.component?.runtime.makeHostPath(path, kind),
      hostFolders: (below) => this.#process.component?.runtime.hostFolders(below) ?? [],
      removeHostFolder: (path) => this.#process.component?.runtime.removeHostFolder(path),
      writeHostFolder: (path, content) =>
        this.#process.component?.runtime.writeHostFolder(path, content),
      exec: (...args) => this.#look(({ runtime }) => runtime.exec(...args)),
      attach: (id) => this.#look(({ runtime }) => runtime.attach(id)),
      attachStreams: (...args) => this.#look(({ runtime }) => runtime.attachStreams(...args)),
      connect: (...args) => this.#act(({ runtime }) => runtime.connect(...args)),
      portForward: (id) => this.#look(({ runtime }) => runtime.portForward(id)),
      forward: (...args) => this.#act(({ runtime }) => runtime.forward(...args)),
      stream: (...args) => this.#act(({ runtime }) => runtime.stream(...args)),
      reopenContainerLog: (id) => this.#act(({ runtime }) => runtime.reopenContainerLog(id)),
      // Files on the node's disk, which are there whether the runtime runs or not.
      logDisk: () => this.#process.component?.runtime.logDisk(),
    };
  }

  #imageService(): ImageService {
    return {
      listImages: () => this.#look(({ images }) => images.listImages()),
      imageStatus: (image) => this.#look(({ images }) => images.imageStatus(image)),
      pullImage: (...args) => this.#act(({ images }) => images.pullImage(...args)),
      removeImage: (image) => this.#act(({ images }) => images.removeImage(image)),
      imageFsInfo: () =>
        this.#process.component?.images.imageFsInfo() ?? { imageBytes: 0, containerBytes: 0 },
    };
  }
}

/**
 * The Container Runtime Interface: the contract between the kubelet, its only caller, and the
 * runtime of the node.
 *
 * Models k8s.io/cri-api pkg/apis/runtime/v1 api.proto: the calls and fields in use here, with
 * upstream's JSON names. Times are nanoseconds since 1970 as decimal strings in the real API;
 * here they are virtual microseconds.
 */
import type { Result } from '#base/result';
import type { Duration, SimTime } from '#base/sim-time';
import type { DownStream, UpStream } from '#k8s.io/client-go/rest/remote-command';
import type { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import type { Process } from '#sim/simulation';
import type { PortForwardFrame } from '#trace/port-forward-frame';

/** A gRPC status: 5 NOT_FOUND, 2 UNKNOWN, 14 UNAVAILABLE, … */
/** What lies at a path of a node's disk. */
export type HostPathKind = 'directory' | 'file' | 'socket' | 'character device' | 'block device';

export interface CriError {
  readonly code: number;
  readonly message: string;
}

export type CriResult<T> = Result<T, CriError>;

export interface PodSandboxMetadata {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly attempt: number;
}

export interface PodSandboxConfig {
  readonly metadata: PodSandboxMetadata;
  readonly hostname: string;
  readonly logDirectory: string;
  readonly dnsConfig?: {
    readonly servers: readonly string[];
    readonly searches: readonly string[];
    readonly options: readonly string[];
  };
  readonly portMappings: readonly {
    readonly protocol: string;
    readonly containerPort: number;
    readonly hostPort: number;
    /** The only address of the node at which it is open; absent: all. */
    readonly hostIp?: string;
  }[];
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly linux: LinuxPodSandboxConfig;
}

export interface NamespaceOptions {
  readonly network: 'POD' | 'NODE';
  readonly pid: 'POD' | 'CONTAINER' | 'NODE' | 'TARGET';
  /** With TARGET: the container whose processes are seen. */
  readonly targetId?: string;
  readonly ipc: 'POD' | 'NODE';
}

export interface LinuxPodSandboxConfig {
  readonly cgroupParent: string;
  readonly namespaceOptions: NamespaceOptions;
  /** Parameters of the kernel in the namespaces of the pod, by name with dots. */
  readonly sysctls?: Readonly<Record<string, string>>;
  readonly overhead?: LinuxContainerResources;
  readonly resources?: LinuxContainerResources;
}

export interface LinuxContainerResources {
  readonly cpuPeriod?: number;
  readonly cpuQuota?: number;
  readonly cpuShares?: number;
  readonly memoryLimitInBytes?: number;
  readonly oomScoreAdj?: number;
  /** The CPUs and NUMA nodes that its processes may use: `2-3`. */
  readonly cpusetCpus?: string;
  readonly cpusetMems?: string;
}

export type PodSandboxState = 'SANDBOX_READY' | 'SANDBOX_NOTREADY';

export interface PodSandboxStatus {
  readonly id: string;
  readonly metadata: PodSandboxMetadata;
  readonly state: PodSandboxState;
  readonly createdAt: SimTime;
  readonly ip: string;
  readonly namespaceOptions: NamespaceOptions;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export interface ImageSpec {
  readonly image: string;
  readonly userSpecifiedImage: string;
}

/** What the kubelet put into a folder of the node, by path below it. */
export interface HostFiles {
  readonly files: Readonly<Record<string, string>>;
  /** Where its symbolic links lead. */
  readonly links?: Readonly<Record<string, string>>;
  /** Permission bits of the files that have their own. */
  readonly modes?: Readonly<Record<string, number>>;
}

export interface ContainerMount {
  readonly containerPath: string;
  readonly hostPath: string;
  readonly readonly: boolean;
  /** The image whose files are mounted; there is no host path then. */
  readonly image?: ImageSpec;
  /** The part of the image that is mounted; absent: all of it. */
  readonly imageSubPath?: string;
  /**
   * What the kubelet put at the host path; the path is empty when the mount is one file. Stands for
   * the disk that both sides see. Absent: an empty directory.
   */
  readonly content?: HostFiles;
  /**
   * The directory of a volume that the host path is inside of: what is written there is seen
   * through other mounts of the volume, too.
   */
  readonly within?: string;
  /** The host path is a tmpfs: what is written there is memory of the container. */
  readonly inMemory?: boolean;
  /** How many bytes that tmpfs takes; absent: as many as there are. */
  readonly capacity?: number;
  /** Permission bits of the files that the kubelet put there; absent: 0644. */
  readonly fileMode?: number;
}

/** Who a container's processes are and what they may do. */
export interface LinuxContainerSecurityContext {
  readonly runAsUser?: number;
  readonly runAsGroup?: number;
  readonly supplementalGroups?: readonly number[];
  readonly readonlyRootfs?: boolean;
  readonly privileged?: boolean;
  readonly noNewPrivs?: boolean;
  readonly capabilities?: {
    readonly addCapabilities: readonly string[];
    readonly dropCapabilities: readonly string[];
  };
  readonly seccomp?: string;
  readonly apparmor?: string;
}

export interface ContainerConfig {
  readonly metadata: { readonly name: string; readonly attempt: number };
  readonly image: ImageSpec;
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly workingDir: string;
  readonly envs: readonly { readonly key: string; readonly value: string }[];
  readonly mounts: readonly ContainerMount[];
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly logPath: string;
  /** Its first process has a terminal. */
  readonly tty?: boolean;
  /** Its standard input stays open until somebody who attached ends it. */
  readonly stdin?: boolean;
  /** The first who attaches is the last. */
  readonly stdinOnce?: boolean;
  readonly linux: {
    readonly resources: LinuxContainerResources;
    readonly namespaceOptions: NamespaceOptions;
    readonly securityContext?: LinuxContainerSecurityContext;
  };
  /** Device nodes that are given to it. */
  readonly devices?: readonly { readonly containerPath: string; readonly hostPath: string }[];
  /** Full names of devices in CDI files. */
  readonly cdiDevices?: readonly string[];
}

/** What a container uses now. */
export interface ContainerStats {
  readonly name: string;
  readonly memoryBytes: number;
  /** On the CPU since it started. */
  readonly cpuTime: Duration;
  readonly startedAt: SimTime;
  /** Its writable layer and its log. */
  readonly diskBytes: number;
  /** Files that it made. */
  readonly inodes: number;
  readonly processes: number;
}

export interface PodStats {
  readonly uid: string;
  readonly containers: readonly ContainerStats[];
  /** Bytes below host paths that are mounted, by path. */
  readonly volumes: Readonly<Record<string, number>>;
  /** How many files lie there. */
  readonly volumeFiles: number;
}

export interface FilesystemUsage {
  /** What all images take. */
  readonly imageBytes: number;
  /** What containers wrote, their logs and volumes. */
  readonly containerBytes: number;
}

export type ContainerState =
  | 'CONTAINER_CREATED'
  | 'CONTAINER_RUNNING'
  | 'CONTAINER_EXITED'
  | 'CONTAINER_UNKNOWN';

export interface ContainerStatus {
  readonly id: string;
  readonly podSandboxId: string;
  readonly metadata: { readonly name: string; readonly attempt: number };
  readonly state: ContainerState;
  readonly createdAt: SimTime;
  readonly startedAt: SimTime;
  readonly finishedAt: SimTime;
  readonly exitCode: number;
  readonly reason: string;
  readonly message: string;
  readonly image: ImageSpec;
  /** `docker.io/library/nginx@sha256:…` */
  readonly imageRef: string;
  readonly imageId: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly logPath: string;
  /** Of the first process. */
  readonly user?: {
    readonly uid: number;
    readonly gid: number;
    readonly supplementalGroups: readonly number[];
  };
  readonly resources?: LinuxContainerResources;
  /** The host path of the file that is mounted at the termination message path. */
  readonly terminationLog?: string;
}

export interface ImageStatus {
  readonly id: string;
  readonly repoTags: readonly string[];
  readonly repoDigests: readonly string[];
  /** Bytes. */
  readonly size: number;
  readonly pinned: boolean;
  /** The user that the image sets: a number, or a name. Neither: root. */
  readonly uid?: number;
  readonly username?: string;
}

export interface ExecSyncResponse {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export interface StreamOptions {
  readonly stdin: boolean;
  readonly tty: boolean;
}

export interface RuntimeService {
  version(): Process<CriResult<{ readonly runtimeName: string; readonly runtimeVersion: string }>>;
  status(): Process<
    CriResult<{
      readonly runtimeReady: boolean;
      readonly networkReady: boolean;
      readonly message: string;
    }>
  >;
  runPodSandbox(
    config: PodSandboxConfig,
    runtimeHandler: string,
  ): Process<CriResult<{ readonly podSandboxId: string }>>;
  stopPodSandbox(podSandboxId: string): Process<CriResult<undefined>>;
  removePodSandbox(podSandboxId: string): Process<CriResult<undefined>>;
  podSandboxStatus(podSandboxId: string): Process<CriResult<PodSandboxStatus>>;
  /** All, or those of one pod, as a filter by the label of its UID asks for. */
  listPodSandbox(podUid?: string): Process<CriResult<readonly PodSandboxStatus[]>>;
  createContainer(
    podSandboxId: string,
    config: ContainerConfig,
    sandboxConfig: PodSandboxConfig,
  ): Process<CriResult<{ readonly containerId: string }>>;
  startContainer(containerId: string): Process<CriResult<undefined>>;
  /** `timeout` in seconds: SIGTERM first, SIGKILL after it. */
  stopContainer(containerId: string, timeout: number): Process<CriResult<undefined>>;
  removeContainer(containerId: string): Process<CriResult<undefined>>;
  containerStatus(containerId: string): Process<CriResult<ContainerStatus>>;
  listContainers(podUid?: string): Process<CriResult<readonly ContainerStatus[]>>;
  execSync(
    containerId: string,
    command: readonly string[],
    timeout: number,
  ): Process<CriResult<ExecSyncResponse>>;
  /** Changes limits of a running container. */
  updateContainerResources(
    containerId: string,
    resources: LinuxContainerResources,
  ): Process<CriResult<undefined>>;
  /** The kubelet changed the cgroup of a pod. */
  updatePodSandboxResources(
    podSandboxId: string,
    resources: LinuxContainerResources,
  ): Process<CriResult<undefined>>;
  /** What the pods of the node use now; a short look. */
  listPodSandboxStats(): readonly PodStats[];
  /** The text of a file on the node's disk, which both sides see. */
  hostFile(path: string): string | undefined;
  /** What lies at a path of the node's disk; nothing there is `undefined`. */
  hostPathKind(path: string): HostPathKind | undefined;
  /** The kubelet makes an empty directory or file on the node's disk. */
  makeHostPath(path: string, kind: 'directory' | 'file'): void;
  /** The folders that were made or mounted below a path of the node's disk. */
  hostFolders(below: string): readonly string[];
  /** The kubelet removes the folder of a volume with all that was written there. */
  removeHostFolder(path: string): void;
  /** The kubelet writes anew what lies in a folder of a volume; who mounts the folder sees it. */
  writeHostFolder(path: string, content: HostFiles): void;
  /** Prepares a command in a container; its streams are served, once, at the returned address. */
  exec(
    containerId: string,
    command: readonly string[],
    options?: StreamOptions,
  ): Process<CriResult<{ readonly url: string }>>;
  /**
   * The streaming server with open streams: joins them to the command, or to the first process of
   * an attached container, until it ends. The result is the last piece that goes down.
   */
  connect(url: string, up: UpStream, down: DownStream): Process<CriResult<undefined>>;
  /** Prepares to join the streams of a container's first process. */
  attachStreams(
    containerId: string,
    options: StreamOptions,
  ): Process<CriResult<{ readonly url: string }>>;
  /** The runtime's streaming server: runs what the address stands for to its end. */
  stream(url: string, stdin?: string): Process<CriResult<ExecSyncResponse>>;
  /** Prepares connections to ports of a sandbox; they are served, once, at the address. */
  portForward(podSandboxId: string): Process<CriResult<{ readonly url: string }>>;
  /** The runtime's streaming server: forwards what comes in until either side closes. */
  forward(url: string, streams: ForwardedStreams): Process<CriResult<undefined>>;
  /** Whether the streams of a container can be joined: not once its process has ended. */
  attach(containerId: string): Process<CriResult<undefined>>;
  /** The running container writes from now on to a new file at the path of its log. */
  reopenContainerLog(containerId: string): Process<CriResult<undefined>>;
  /** The log files of the node; `undefined` before the runtime has started. */
  logDisk(): LogDisk | undefined;
}

/** A file of entries in the CRI log format. A compressed one shows its size only. */
export interface LogFile {
  readonly lines: readonly LogLine[];
  /** Its size. */
  readonly bytes: number;
}

/** The log files on the node's disk, which both sides see. Paths are whole. */
export interface LogDisk {
  file(path: string): LogFile | undefined;
  /** The files whose names begin with that of a log and a dot, oldest first. */
  rotatedOf(path: string): readonly string[];
  /** The folders that have a log file. */
  directories(): readonly string[];
  /** The files of a folder. */
  files(directory: string): readonly string[];
  /** Who has the file open writes on into it. */
  rename(path: string, to: string): void;
  /** Puts a smaller file with the ending `.gz` in its place. */
  compress(path: string): void;
  remove(path: string): void;
  removeDirectory(directory: string): void;
}

/** The two directions of a port-forward. */
export interface ForwardedStreams {
  readonly fromClient: WatchStream<PortForwardFrame>;
  readonly toClient: WatchStream<PortForwardFrame>;
}

export interface LogLine {
  readonly at: SimTime;
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
  /** The tag P: the line goes on in the next entry, or ended without a newline. */
  readonly partial?: true;
}

/** What a reader of the log gets of one entry. */
export const logText = ({ text, partial }: LogLine): string =>
  partial === true ? text : `${text}\n`;

export interface ImageService {
  listImages(): Process<CriResult<readonly ImageStatus[]>>;
  /** `undefined`: the image is not on the node. */
  imageStatus(image: ImageSpec): Process<CriResult<ImageStatus | undefined>>;
  pullImage(
    image: ImageSpec,
    sandboxConfig: PodSandboxConfig,
  ): Process<CriResult<{ readonly imageRef: string }>>;
  removeImage(image: ImageSpec): Process<CriResult<undefined>>;
  /** A short look. */
  imageFsInfo(): FilesystemUsage;
}

/**
 * What one node's runtime offers its kubelet. `relistVersion` changes whenever a list would give
 * another answer; it lets a relist that finds nothing cost nothing.
 */
export interface ContainerRuntime {
  readonly runtime: RuntimeService;
  readonly images: ImageService;
  readonly relistVersion: number;
}

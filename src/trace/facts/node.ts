/** What runs below the kubelet: CRI calls, containerd, runc, CNI, the image registry. */
import type { FactBase } from '../fact.ts';

/** The CRI calls that leave facts; calls that only list or look leave none. */
export type CriMethod =
  | 'RunPodSandbox'
  | 'StopPodSandbox'
  | 'RemovePodSandbox'
  | 'PodSandboxStatus'
  | 'UpdatePodSandboxResources'
  | 'CreateContainer'
  | 'StartContainer'
  | 'StopContainer'
  | 'RemoveContainer'
  | 'ContainerStatus'
  | 'ReopenContainerLog'
  | 'UpdateContainerResources'
  | 'ExecSync'
  | 'Exec'
  | 'Attach'
  | 'PortForward'
  | 'ImageStatus'
  | 'PullImage'
  | 'RemoveImage';

/** The fields of a sandbox's configuration, and of a container's, that the interface reads. */
export interface CriConfig {
  readonly metadata?: { readonly name?: string };
  readonly hostname?: string;
  readonly logDirectory?: string;
  readonly dnsConfig?: { readonly servers?: readonly string[] };
  readonly linux?: { readonly cgroupParent?: string; readonly resources?: object };
  readonly image?: { readonly image?: string };
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly envs?: readonly { readonly key: string }[];
  readonly mounts?: readonly { readonly containerPath: string }[];
}

/** What a call sends; each method uses some of these. */
export interface CriRequest {
  readonly podSandboxId?: string;
  readonly containerId?: string;
  readonly config?: CriConfig;
  readonly sandboxConfig?: CriConfig;
  readonly runtimeHandler?: string;
  readonly image?: { readonly image?: string };
  /** Seconds. */
  readonly timeout?: number;
  readonly cmd?: readonly string[];
  readonly port?: readonly number[];
  readonly stdin?: boolean;
  readonly stdout?: boolean;
  readonly stderr?: boolean;
  readonly tty?: boolean;
  readonly linux?: object;
  readonly overhead?: object;
  readonly resources?: object;
}

/** The kubelet called its runtime. Component: `NODE/kubelet`. */
export interface CriCalled extends FactBase {
  readonly type: 'CriCalled';
  readonly call: number;
  readonly node: string;
  readonly service: 'RuntimeService' | 'ImageService';
  readonly method: CriMethod;
  /** `namespace/name` of the pod this is for; empty when for none. */
  readonly pod: string;
  readonly request: CriRequest;
}

/** The runtime answered. Component: `NODE/kubelet`. */
export interface CriReturned extends FactBase {
  readonly type: 'CriReturned';
  readonly call: number;
  readonly node: string;
  readonly method: CriMethod;
  readonly pod: string;
  readonly response?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** One step inside containerd. Component: `NODE/containerd`. */
export interface RuntimeStep extends FactBase {
  readonly type: 'RuntimeStep';
  readonly step:
    | 'network-namespace-created'
    | 'network-namespace-removed'
    | 'sandbox-stored'
    | 'snapshot-prepared'
    | 'snapshot-removed'
    | 'spec-generated'
    | 'shim-started'
    | 'shim-exited'
    | 'task-created'
    | 'task-started'
    | 'task-killed'
    | 'task-exited'
    | 'image-resolved'
    | 'layer-fetched'
    | 'image-unpacked'
    | 'container-removed';
  readonly pod: string;
  readonly params: Readonly<Record<string, string | number | boolean>>;
}

/** A process of the node started. Component: `NODE/containerd`. */
export interface ProcessStarted extends FactBase {
  readonly type: 'ProcessStarted';
  readonly pod: string;
  readonly container: string;
  readonly pid: number;
  readonly argv: readonly string[];
  readonly namespaces: Readonly<Record<string, string>>;
}

export interface ProcessExited extends FactBase {
  readonly type: 'ProcessExited';
  readonly pod: string;
  readonly container: string;
  readonly pid: number;
  readonly exitCode: number;
  readonly signal: string;
}

/**
 * A container's process wrote to its output; the shim put it into the log.
 * Component: `NODE/containerd`.
 */
export interface ContainerLogged extends FactBase {
  readonly type: 'ContainerLogged';
  readonly pod: string;
  readonly container: string;
  readonly stream: 'stdout' | 'stderr';
  /** As written: several lines, or a part of one. */
  readonly text: string;
}

/**
 * A control group was over its memory limit: the kernel ended a process in it.
 * Component: `NODE/containerd`.
 */
export interface OomKilled extends FactBase {
  readonly type: 'OomKilled';
  readonly pod: string;
  readonly container: string;
  /** The group whose limit was passed. */
  readonly cgroup: string;
  readonly limitBytes: number;
}

/** containerd called a CNI plugin and it answered. Component: `NODE/cni`. */
export interface CniStep extends FactBase {
  readonly type: 'CniStep';
  readonly plugin: string;
  readonly command: 'ADD' | 'DEL' | 'CHECK' | 'STATUS';
  readonly pod: string;
  /** What the plugin did: interfaces, bridge, address, gateway, routes. */
  readonly result: Readonly<Record<string, string>>;
}

/** The registry answered for an image. Component: `registry`. */
export interface RegistryAnswered extends FactBase {
  readonly type: 'RegistryAnswered';
  readonly image: string;
  readonly what: 'manifest' | 'layer';
  readonly bytes: number;
  readonly error?: string;
}

export type NodeFact =
  | CriCalled
  | CriReturned
  | RuntimeStep
  | ProcessStarted
  | ProcessExited
  | ContainerLogged
  | OomKilled
  | CniStep
  | RegistryAnswered;

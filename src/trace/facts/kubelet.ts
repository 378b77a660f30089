/** What a kubelet does. Component: `NODE/kubelet`. */
import type { FactBase } from '../fact.ts';

interface PodFact extends FactBase {
  readonly pod: string;
  readonly uid: string;
}

/** A pod source changed what the kubelet should run. */
export interface PodConfigChanged extends PodFact {
  readonly type: 'PodConfigChanged';
  readonly source: 'api' | 'file' | 'http';
  readonly op: 'ADD' | 'UPDATE' | 'REMOVE' | 'RECONCILE' | 'DELETE';
}

/** syncLoopIteration picked something from one of its channels. */
export interface SyncLoopPicked extends FactBase {
  readonly type: 'SyncLoopPicked';
  readonly channel: 'config' | 'pleg' | 'sync' | 'probes' | 'containerManager' | 'housekeeping';
  readonly pods: readonly string[];
}

export interface PodAdmitted extends PodFact {
  readonly type: 'PodAdmitted';
  readonly admitted: boolean;
  readonly handlers: readonly string[];
  readonly reason: string;
  readonly message: string;
}

/** The pod's worker goes into a state and starts one sync of it. */
export interface PodSyncStarted extends PodFact {
  readonly type: 'PodSyncStarted';
  readonly update: 'create' | 'update' | 'sync' | 'kill';
  readonly state: 'sync' | 'terminating' | 'terminated';
}

/** One step of SyncPod (or its terminating kin), in upstream's order. */
export interface PodSyncStep extends PodFact {
  readonly type: 'PodSyncStep';
  readonly step:
    | 'status'
    | 'network-ready'
    | 'register-secrets'
    | 'cgroups'
    | 'mirror-pod'
    | 'data-dirs'
    | 'wait-for-volumes'
    | 'pull-secrets'
    | 'probes'
    | 'runtime-sync'
    | 'kill-containers'
    | 'unmount-volumes'
    | 'remove-cgroups';
  readonly params: Readonly<Record<string, string | number | boolean>>;
}

export interface PodSyncFinished extends PodFact {
  readonly type: 'PodSyncFinished';
  readonly state: 'sync' | 'terminating' | 'terminated';
  readonly error?: string;
}

/** computePodActions: what the runtime manager is going to do. */
export interface PodActionsComputed extends PodFact {
  readonly type: 'PodActionsComputed';
  readonly createSandbox: boolean;
  readonly killPod: boolean;
  readonly containersToStart: readonly string[];
  readonly containersToKill: readonly string[];
}

export interface VolumeMounted extends PodFact {
  readonly type: 'VolumeMounted';
  readonly volume: string;
  readonly plugin: string;
  readonly path: string;
  readonly mounted: boolean;
}

/** The pod lifecycle event generator saw a change in the runtime. */
export interface PodLifecycleEventSeen extends PodFact {
  readonly type: 'PodLifecycleEventSeen';
  readonly event: 'ContainerStarted' | 'ContainerDied' | 'ContainerRemoved' | 'ContainerChanged';
  readonly container: string;
}

/** The status manager holds a new status of the pod; it is sent by its own loop. */
export interface PodStatusSet extends PodFact {
  readonly type: 'PodStatusSet';
  readonly phase: string;
  readonly version: number;
  readonly conditions: Readonly<Record<string, string>>;
  /** Per container: `waiting ContainerCreating`, `running`, `terminated Completed`. */
  readonly containers: Readonly<Record<string, string>>;
}

export interface ProbeRan extends PodFact {
  readonly type: 'ProbeRan';
  readonly container: string;
  readonly probe: 'startup' | 'liveness' | 'readiness';
  readonly result: 'success' | 'failure' | 'unknown';
  readonly detail: string;
}

/** The kubelet started its modules: those of Run, or those that waited for the runtime. */
export interface KubeletModulesStarted extends FactBase {
  readonly type: 'KubeletModulesStarted';
  readonly stage: 'run' | 'runtime-dependent';
  /** In the order of their start; `seconds` is the period, 0 for those that events move. */
  readonly modules: readonly { readonly name: string; readonly seconds: number }[];
  /** Those that its configuration leaves out, with the field that does. */
  readonly leftOut?: readonly { readonly name: string; readonly because: string }[];
}

/** updateRuntimeUp found that the state of the runtime or its network has changed. */
export interface RuntimeStateChanged extends FactBase {
  readonly type: 'RuntimeStateChanged';
  /** Empty: all is well. */
  readonly errors: readonly string[];
}

/** What a volume was made from changed, and with it what containers find there. */
export interface VolumeContentUpdated extends PodFact {
  readonly type: 'VolumeContentUpdated';
  readonly volume: string;
  readonly files: readonly string[];
}

/** The managers gave a container a part of the machine: CPUs of its own, memory, devices. */
export interface ResourcesAllocated extends PodFact {
  readonly type: 'ResourcesAllocated';
  readonly container: string;
  /** Of the topology manager. */
  readonly policy: 'none' | 'best-effort' | 'restricted' | 'single-numa-node';
  /** What the hints agreed on: `0`, `0,1`; empty: anywhere. */
  readonly numaNodes: string;
  readonly preferred: boolean;
  /** `2-3`; empty: it shares. */
  readonly cpus: string;
  /** NUMA nodes that its memory comes from; empty: any. */
  readonly memoryNodes: string;
  readonly devices: Readonly<Record<string, readonly string[]>>;
}

/** A device plugin registered at the kubelet's socket and reported its devices. */
export interface DevicePluginRegistered extends FactBase {
  readonly type: 'DevicePluginRegistered';
  readonly resource: string;
  readonly devices: readonly string[];
}

/** A driver for devices that pods claim registered at the kubelet's socket. */
export interface DraPluginRegistered extends FactBase {
  readonly type: 'DraPluginRegistered';
  readonly driver: string;
}

/** NodePrepareResources: a driver has prepared the devices of a claim for its first pod. */
export interface DynamicResourcesPrepared extends PodFact {
  readonly type: 'DynamicResourcesPrepared';
  readonly claim: string;
  readonly driver: string;
  readonly devices: readonly string[];
}

/** NodeUnprepareResources, after the last pod that used the claim here. */
export interface DynamicResourcesUnprepared extends PodFact {
  readonly type: 'DynamicResourcesUnprepared';
  readonly claim: string;
  readonly driver: string;
  readonly devices: readonly string[];
}

/** The eviction manager saw pressure on a resource begin or end. */
export interface EvictionSynchronized extends FactBase {
  readonly type: 'EvictionSynchronized';
  readonly thresholds: readonly {
    readonly signal: string;
    readonly soft: boolean;
    /** As messages print them. */
    readonly available: string;
    readonly threshold: string;
    /** A soft threshold counts once its grace period is over. */
    readonly counts: boolean;
  }[];
  readonly conditions: readonly string[];
  /** In the order of eviction: first Pods over their request, then by priority, then by usage. */
  readonly ranked: readonly {
    readonly pod: string;
    readonly exceeds: boolean;
    readonly priority: number;
    readonly usage: number;
  }[];
  /** Empty: no Pod is evicted now. */
  readonly victim: string;
}

/** A log had reached its size: the container writes to a new file now. Paths of the node. */
export interface ContainerLogRotated extends FactBase {
  readonly type: 'ContainerLogRotated';
  readonly pod: string;
  readonly container: string;
  readonly log: string;
  /** The name that the file got, and its size. */
  readonly rotated: string;
  readonly bytes: number;
  /** Older files that were compressed now, and those that were too many. */
  readonly compressed: readonly string[];
  readonly removed: readonly string[];
}

export interface NodeRegistered extends FactBase {
  readonly type: 'NodeRegistered';
  readonly node: string;
}

export type KubeletFact =
  | PodConfigChanged
  | SyncLoopPicked
  | PodAdmitted
  | PodSyncStarted
  | PodSyncStep
  | PodSyncFinished
  | PodActionsComputed
  | VolumeMounted
  | PodLifecycleEventSeen
  | PodStatusSet
  | ProbeRan
  | KubeletModulesStarted
  | RuntimeStateChanged
  | VolumeContentUpdated
  | ResourcesAllocated
  | DevicePluginRegistered
  | DraPluginRegistered
  | DynamicResourcesPrepared
  | DynamicResourcesUnprepared
  | EvictionSynchronized
  | ContainerLogRotated
  | NodeRegistered;

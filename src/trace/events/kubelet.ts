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
  | NodeRegistered;

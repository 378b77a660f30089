/** One pod's way through the scheduler. Component: `kube-scheduler`. */
import type { FactBase } from '../fact.ts';

interface PodFact extends FactBase {
  /** `default/nginx-7f8fbb96d-abcde` */
  readonly pod: string;
}

export interface PodQueued extends PodFact {
  readonly type: 'PodQueued';
  readonly queue: 'activeQ' | 'backoffQ' | 'unschedulablePods';
  /** The cluster event that moved it here: `EventUnscheduledPodAdd`, … */
  readonly event: string;
  /** What a PreEnqueue plugin holds it back for. */
  readonly gate?: string;
}

export interface PodPopped extends PodFact {
  readonly type: 'PodPopped';
  readonly attempts: number;
}

/** The pod left every queue without being scheduled here (deleted, or bound by somebody). */
export interface PodDequeued extends PodFact {
  readonly type: 'PodDequeued';
}

export interface SnapshotTaken extends PodFact {
  readonly type: 'SnapshotTaken';
  readonly nodes: number;
}

export interface PluginOutcome {
  readonly plugin: string;
  readonly outcome: 'success' | 'skip' | 'unschedulable' | 'unresolvable' | 'error';
  readonly reason: string;
}

export interface PreFiltered extends PodFact {
  readonly type: 'PreFiltered';
  readonly plugins: readonly PluginOutcome[];
}

export interface NodesFiltered extends PodFact {
  readonly type: 'NodesFiltered';
  /** The plugins in the order in which each node is put to them, up to the first that says no. */
  readonly plugins: readonly string[];
  /** In the order they were looked at; a node that fails names the plugin that said no. */
  readonly nodes: readonly {
    readonly node: string;
    readonly feasible: boolean;
    readonly plugin: string;
    readonly reasons: readonly string[];
  }[];
}

/** An extender answered about a pod, or did not. */
export interface ExtenderCalled extends PodFact {
  readonly type: 'ExtenderCalled';
  /** Its `urlPrefix`. */
  readonly extender: string;
  readonly verb: 'filter' | 'prioritize' | 'preempt' | 'bind';
  /** `ignored`: it failed, and scheduling goes on without it. */
  readonly outcome: 'success' | 'error' | 'ignored';
  readonly reason: string;
  /** How many nodes it was asked about, and how many it named. */
  readonly nodes: number;
  readonly left: number;
}

export interface PostFiltered extends PodFact {
  readonly type: 'PostFiltered';
  readonly plugins: readonly PluginOutcome[];
  readonly nominatedNode: string;
}

export interface PreScored extends PodFact {
  readonly type: 'PreScored';
  readonly plugins: readonly PluginOutcome[];
}

export interface NodesScored extends PodFact {
  readonly type: 'NodesScored';
  readonly nodes: readonly {
    readonly node: string;
    readonly plugins: readonly {
      readonly plugin: string;
      readonly raw: number;
      readonly normalized: number;
      readonly weight: number;
      /** `normalized × weight`: what is summed. */
      readonly weighted: number;
    }[];
    readonly total: number;
  }[];
}

export interface HostSelected extends PodFact {
  readonly type: 'HostSelected';
  readonly node: string;
  /** 0 when nothing was scored. */
  readonly total: number;
  /** How many nodes were left by the filters; the only one is taken without scores. */
  readonly feasible?: number;
  /** How many nodes shared the highest score; the first of them in the list was taken. */
  readonly ties: number;
}

/** The scheduler's cache counts the pod on the node before the API server knows. */
export interface PodAssumed extends PodFact {
  readonly type: 'PodAssumed';
  readonly node: string;
}

/** Reserve, Permit, PreBind, Bind or PostBind ran. */
export interface ExtensionPointRan extends PodFact {
  readonly type: 'ExtensionPointRan';
  readonly point: 'Reserve' | 'Permit' | 'PreBind' | 'Bind' | 'PostBind' | 'Unreserve';
  readonly node: string;
  readonly plugins: readonly PluginOutcome[];
}

export interface PodBound extends PodFact {
  readonly type: 'PodBound';
  readonly node: string;
}

export interface SchedulingFailed extends PodFact {
  readonly type: 'SchedulingFailed';
  readonly message: string;
}

export type KubeSchedulerFact =
  | PodQueued
  | PodPopped
  | PodDequeued
  | SnapshotTaken
  | PreFiltered
  | NodesFiltered
  | ExtenderCalled
  | PostFiltered
  | PreScored
  | NodesScored
  | HostSelected
  | PodAssumed
  | ExtensionPointRan
  | PodBound
  | SchedulingFailed;

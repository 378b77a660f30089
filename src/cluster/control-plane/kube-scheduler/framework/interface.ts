/**
 * The scheduling framework: the extension points of plugins.
 *
 * Models k8s.io/kube-scheduler/framework/interface.go. A plugin has the methods of the points it
 * takes part in. Success is `undefined`; anything else is a `Status`.
 */
import type { Prng } from '#base/prng';
import type { Pod } from '#k8s.io/api/core/v1';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import type { Process, Simulation } from '#sim/simulation';
import type { Tracer } from '#trace/tracer';
import type { Snapshot } from '../backend/cache/snapshot.ts';
import type { Nominator } from '../backend/queue/nominator.ts';
import type { QueuedPodInfo } from '../backend/queue/queued-pod-info.ts';
import type { Listers } from '../listers.ts';
import type { CycleState } from './cycle-state.ts';
import type { RegisteredEvent } from './events.ts';
import type { Candidate } from './types/candidate.ts';
import type { NodeInfo } from './types/node-info.ts';
import type { PodInfo } from './types/pod-info.ts';
import type { Diagnosis, Status } from './types/status.ts';

/** The highest score of one plugin for one node, before its weight. */
export const maxNodeScore = 100;

export interface PreFilterOutcome {
  readonly status?: Status;
  /** Only these nodes can fit. Absent: all of them. */
  readonly nodeNames?: ReadonlySet<string>;
}

export interface PostFilterOutcome {
  /** Absent: the pod can be scheduled once the plugin's action is done. */
  readonly status?: Status;
  /** The node the pod is nominated for; empty clears it; absent leaves it. */
  readonly nominatedNode?: string;
  /** Present: the plugin has to wait for something, and this gives the outcome. */
  readonly goOn?: () => Process<PostFilterOutcome>;
}

export interface Plugin {
  readonly name: string;
  /** Which cluster events may help a pod that this plugin rejected. */
  readonly events?: readonly RegisteredEvent[];

  preEnqueue?(pod: Pod): Status | undefined;
  less?(a: QueuedPodInfo, b: QueuedPodInfo): boolean;
  preFilter?(state: CycleState, info: PodInfo, nodes: readonly NodeInfo[]): PreFilterOutcome;
  /** A dry run adds a pod to the node or removes one: updates the PreFilter state. */
  addPod?(state: CycleState, info: PodInfo, added: PodInfo, node: NodeInfo): void;
  removePod?(state: CycleState, info: PodInfo, removed: PodInfo, node: NodeInfo): void;
  filter?(state: CycleState, info: PodInfo, node: NodeInfo): Status | undefined;
  postFilter?(state: CycleState, info: PodInfo, diagnosis: Diagnosis): PostFilterOutcome;
  preScore?(state: CycleState, info: PodInfo, nodes: readonly NodeInfo[]): Status | undefined;
  score?(state: CycleState, info: PodInfo, node: NodeInfo): number;
  /** Brings the raw scores, in node order, into 0…100. */
  normalizeScore?(
    state: CycleState,
    scores: readonly number[],
    nodes: readonly NodeInfo[],
  ): number[];
  reserve?(state: CycleState, info: PodInfo, node: string): Status | undefined;
  unreserve?(state: CycleState, info: PodInfo, node: string): void;
  permit?(state: CycleState, info: PodInfo, node: string): Status | undefined;
  /** Whether PreBind has work for this pod; without work it is skipped. */
  preBindPreFlight?(state: CycleState, info: PodInfo, node: string): Status | undefined;
  preBind?(state: CycleState, info: PodInfo, node: string): Process<Status | undefined>;
  bind?(state: CycleState, info: PodInfo, node: string): Process<Status | undefined>;
  postBind?(state: CycleState, info: PodInfo, node: string): void;
}

/** What a preemption asks of the extenders, before it starts with what they leave. */
export interface PreemptionExtenders {
  preempt(
    info: PodInfo,
    candidates: readonly Candidate[],
    nodes: readonly NodeInfo[],
    start: (chosen: readonly Candidate[]) => PostFilterOutcome,
  ): Process<PostFilterOutcome>;
}

/** What plugins may use of the scheduler. Source: framework.Handle. */
export interface Handle {
  /** In facts: `kube-scheduler`, or the name of another scheduler. */
  readonly component: string;
  /** The profile: the `schedulerName` of its pods. */
  readonly schedulerName: string;
  readonly sim: Simulation;
  readonly tracer: Tracer;
  readonly prng: Prng;
  readonly client: RestClient;
  readonly recorder: EventRecorder;
  readonly listers: Listers;
  readonly nominator: Nominator;
  readonly snapshot: Snapshot;
  /** Runs the Filter plugins, with and without the pods nominated for the node. */
  filterWithNominatedPods(state: CycleState, info: PodInfo, node: NodeInfo): Status | undefined;
  addPod(state: CycleState, info: PodInfo, added: PodInfo, node: NodeInfo): void;
  removePod(state: CycleState, info: PodInfo, removed: PodInfo, node: NodeInfo): void;
  /** Absent: the scheduler has no extenders. */
  readonly extenders?: PreemptionExtenders | undefined;
  /** Puts a waiting pod back into the active queue. */
  activate(pod: Pod): void;
}

/** A plugin with its weight; a weight of 0 means that it does not score. */
export interface PluginEntry {
  readonly plugin: Plugin;
  readonly weight: number;
}

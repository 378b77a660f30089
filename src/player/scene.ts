/**
 * The cluster at one moment, as the interface draws it: the sum of the facts up to the cursor.
 *
 * Every value is immutable. Two scenes share whatever did not change between them, so a component
 * that selects its own slice renders only when that slice changed.
 */
import type { SimTime } from '#base/sim-time';
import type { ComponentId, FactId, ObjectRef } from '#trace/fact';
import type { FactOf } from '#trace/facts';

/** Any API object, as the trace carries it. */
export type KubeObject = FactOf<'ManifestGenerated'>['object'];

/** How far a request has come. `etcd` lies beyond the API server, `returned` at its client. */
export const requestStages = [
  'sent',
  'received',
  'authenticate',
  'flow-control',
  'authorize',
  'mutate',
  'validate',
  'store',
  'etcd',
  'answered',
  'returned',
] as const;
export type RequestStage = (typeof requestStages)[number];

/** One request from the moment it is sent until its answer is there. */
export interface RequestScene {
  readonly id: number;
  readonly client: ComponentId;
  readonly method: string;
  readonly url: string;
  readonly user: string;
  readonly ref: ObjectRef;
  readonly subresource: string;
  readonly watch: boolean;
  readonly stage: RequestStage;
  /** The stages it went through, in order; a read never reaches `etcd`. */
  readonly passed: readonly RequestStage[];
  /** The stage that refused it. */
  readonly deniedAt?: RequestStage;
  readonly code?: number;
  readonly sentAt: SimTime;
  /** Ids of the facts that report on it, for the inspector and the strip map. */
  readonly facts: readonly FactId[];
}

/** An open watch: who listens to which resource. */
export interface WatchScene {
  readonly request: number;
  readonly client: ComponentId;
  /** The address without what differs when its client opens it again. */
  readonly path: string;
  readonly resource: string;
  readonly resourceVersion: string;
}

/** One key of etcd with what is stored under it. */
export interface StoredKey {
  readonly key: string;
  readonly revision: number;
  readonly createRevision: number;
  readonly version: number;
  readonly object: KubeObject | undefined;
  /** The fact of the transaction that wrote it. */
  readonly fact: FactId;
}

export interface EtcdScene {
  readonly revision: number;
  readonly keys: ReadonlyMap<string, StoredKey>;
  /**
   * The newest report of each member about its role in Raft, by component; a single member has
   * none.
   */
  readonly members: ReadonlyMap<ComponentId, FactOf<'RaftRoleChanged'>>;
}

export interface CacheScene {
  readonly items: number;
  readonly resourceVersion: string;
}

/** A work queue of one controller. Keys stand in the order in which they will be taken. */
export interface QueueScene {
  readonly component: ComponentId;
  readonly queue: string;
  readonly waiting: readonly string[];
  readonly delayed: readonly string[];
  readonly processing: readonly string[];
}

export interface ControllerScene {
  readonly syncing: readonly string[];
  readonly decision: FactOf<'DecisionMade'> | undefined;
  /** Whether the key of the decision was compared again since: then it speaks of the past. */
  readonly comparedSince: boolean;
  readonly expectations: ReadonlyMap<string, { readonly add: number; readonly del: number }>;
}

export const schedulingPoints = [
  'Pop',
  'PreFilter',
  'Filter',
  'PreScore',
  'Score',
  'Reserve',
  'Permit',
  'WaitOnPermit',
  'PreBind',
  'Bind',
  'PostBind',
] as const;
export type SchedulingPoint = (typeof schedulingPoints)[number];

/** One pod's attempt: the results of each extension point so far. */
export interface SchedulingScene {
  readonly pod: string;
  readonly attempts: number;
  readonly point: SchedulingPoint;
  readonly preFiltered?: FactOf<'PreFiltered'>;
  readonly filtered?: FactOf<'NodesFiltered'>;
  readonly scored?: FactOf<'NodesScored'>;
  readonly selected?: FactOf<'HostSelected'>;
  readonly failed?: FactOf<'SchedulingFailed'>;
}

export interface SchedulerScene {
  readonly activeQ: readonly string[];
  readonly backoffQ: readonly string[];
  readonly unschedulablePods: readonly string[];
  /** Pods in a scheduling or binding cycle, oldest first. */
  readonly inFlight: readonly SchedulingScene[];
  /** The attempt that was last worked on; it stays when it is over, for the tables. */
  readonly last: SchedulingScene | undefined;
  /** The last attempts, each Pod once, oldest first: siblings are shown side by side. */
  readonly recent: readonly SchedulingScene[];
  /** Pod → node, from the assumption until the API server confirms it. */
  readonly assumed: ReadonlyMap<string, string>;
  readonly bound: ReadonlyMap<string, string>;
}

/** A container as its node sees it. */
export interface ContainerScene {
  readonly name: string;
  /** `waiting ContainerCreating`, `running`, `terminated Completed`: what the kubelet reports. */
  readonly state: string;
  readonly ready: boolean;
  readonly pid: number | undefined;
  /** The program that its process runs or ran last: `coredns`. */
  readonly program: string | undefined;
}

export interface CriCallScene {
  readonly call: number;
  readonly method: string;
  readonly calledAt: SimTime;
  readonly returnedAt: SimTime | undefined;
  readonly failed: boolean;
  readonly calledBy: FactId;
  readonly returnedBy: FactId | undefined;
}

export type PodPhaseWord =
  | 'Pending'
  | 'ContainerCreating'
  | 'Running'
  | 'Succeeded'
  | 'Failed'
  | 'Terminating'
  | 'Unknown'
  | (string & {});

/** A pod as the API server stores it and as its node knows it. */
export interface PodScene {
  /** `namespace/name`. */
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  /** The beginning of its name, if the API server generated the end; its owner gave it. */
  readonly generateName: string | undefined;
  readonly uid: string;
  readonly node: string | undefined;
  /** The word that `kubectl get pods` shows, from what etcd holds. */
  readonly status: PodPhaseWord;
  readonly ready: boolean;
  readonly ip: string | undefined;
  readonly stored: boolean;
  /** The step of the pod worker's present sync, `undefined` between syncs. */
  readonly syncStep: string | undefined;
  readonly workerState: 'sync' | 'terminating' | 'terminated' | undefined;
  readonly containers: readonly ContainerScene[];
  readonly criCalls: readonly CriCallScene[];
  readonly sandbox: SandboxScene | undefined;
  readonly volumes: readonly string[];
  readonly runtime: RuntimeScene;
  /** The reports of runtime and network about it, newest last. */
  readonly network: Readonly<Record<string, string>>;
}

export interface SandboxScene {
  readonly netns: string | undefined;
  readonly pausePid: number | undefined;
  readonly ready: boolean;
}

/** What the runtime has made for a Pod so far; of several containers, for the last one. */
export interface RuntimeScene {
  /** What the kubelet plans to have made; `undefined` before it compared. */
  readonly planned: FactOf<'PodActionsComputed'> | undefined;
  /** The first characters of the sandbox's id, as tools show it. */
  readonly sandboxId: string | undefined;
  /** Network plugins that have answered, in order. */
  readonly plugins: readonly string[];
  readonly shim: number | undefined;
  /** The image that was requested, and how much of it has come. */
  readonly image: ImageScene | undefined;
  readonly container: string | undefined;
  readonly containerId: string | undefined;
  /** Whether the writable layer of the container is there. */
  readonly snapshot: boolean;
  /** The command line of its process. */
  readonly command: string | undefined;
}

export interface ImageScene {
  readonly name: string;
  /**
   * The sizes of the layers that were fetched; facts do not report those of an image that was
   * there.
   */
  readonly layers: readonly number[];
  readonly ready: boolean;
}

export interface NodeScene {
  readonly name: string;
  readonly podCIDR: string;
  /**
   * Whether the machine has lost its power and not come up again, whatever the API server stores.
   */
  readonly off: boolean;
  /** Whether its network is cut: nobody hears of it, and it runs on. */
  readonly cut: boolean;
  readonly ready: boolean;
  readonly registered: boolean;
  /** Whether it is cordoned: no new Pod comes here. */
  readonly unschedulable: boolean;
  /**
   * Its taints as `kubectl taint` writes them: Kubernetes' own without their domain, and without
   * those that only repeat the node's state.
   */
  readonly taints: readonly string[];
  /** Its label `topology.kubernetes.io/zone`, or nothing. */
  readonly zone: string;
  /** Pods that are bound to it, according to etcd. */
  readonly pods: readonly string[];
  /** Pods that its kubelet has heard of; a bound Pod that is missing here is a promise. */
  readonly heard: readonly string[];
  readonly images: readonly string[];
  readonly pulling: readonly string[];
  /** The last item that the kubelet's loop took up. */
  readonly picked: FactOf<'SyncLoopPicked'> | undefined;
}

/** A way between two that a person has cut: what one sends to the other is lost. */
export interface CutLink {
  /** A machine or a program, as facts name it: `node-2`, `kube-apiserver`, `etcd/m2`. */
  readonly one: ComponentId;
  readonly other: ComponentId;
  /** The fact of the cut. */
  readonly fact: FactId;
}

/** One command in the terminal with its output so far. */
export interface CommandScene {
  readonly input: number;
  readonly line: string;
  readonly user: string;
  readonly at: SimTime;
  /** Somebody may type while it runs. */
  readonly terminal?: true;
  readonly output: readonly { readonly stream: 'stdout' | 'stderr'; readonly text: string }[];
  readonly exitCode: number | undefined;
  /** The code of the answer to its last request. */
  readonly code: number | undefined;
  readonly parsed: FactOf<'CommandParsed'> | undefined;
  /** The object that kubectl built or read last. */
  readonly object?: KubeObject;
}

export interface ComponentScene {
  readonly version: string;
  readonly up: boolean;
  readonly noted: FactOf<'Noted'> | undefined;
}

export interface Scene {
  /** The last fact that is part of it; 0 if nothing has happened yet. */
  readonly cursor: FactId;
  readonly at: SimTime;
  readonly components: ReadonlyMap<ComponentId, ComponentScene>;
  readonly requests: ReadonlyMap<number, RequestScene>;
  /** The request whose answer came in last: the one finished request that is kept. */
  readonly returned: number;
  /** Client → the fact of the last request that it sent. */
  readonly senders: ReadonlyMap<ComponentId, FactId>;
  readonly watches: ReadonlyMap<number, WatchScene>;
  readonly etcd: EtcdScene;
  /** By group resource: `deployments.apps`. */
  readonly watchCaches: ReadonlyMap<string, CacheScene>;
  /** By `component resource`. */
  readonly informers: ReadonlyMap<string, CacheScene>;
  /** By `component queue`. */
  readonly queues: ReadonlyMap<string, QueueScene>;
  readonly controllers: ReadonlyMap<ComponentId, ControllerScene>;
  readonly scheduler: SchedulerScene;
  /** By `namespace/name`. */
  readonly pods: ReadonlyMap<string, PodScene>;
  readonly nodes: ReadonlyMap<string, NodeScene>;
  readonly cutLinks: readonly CutLink[];
  readonly commands: readonly CommandScene[];
  /** What a client outside asked for last, in a line; empty once a command was typed after it. */
  readonly outside: string;
  /** Facts of the Events that were recorded, oldest first. */
  readonly events: readonly FactOf<'EventRecorded'>[];
}

export const emptyScene: Scene = {
  cursor: 0,
  at: 0,
  components: new Map(),
  requests: new Map(),
  returned: 0,
  senders: new Map(),
  watches: new Map(),
  etcd: { revision: 0, keys: new Map(), members: new Map() },
  watchCaches: new Map(),
  informers: new Map(),
  queues: new Map(),
  controllers: new Map(),
  scheduler: {
    activeQ: [],
    backoffQ: [],
    unschedulablePods: [],
    inFlight: [],
    last: undefined,
    recent: [],
    assumed: new Map(),
    bound: new Map(),
  },
  pods: new Map(),
  nodes: new Map(),
  cutLinks: [],
  commands: [],
  outside: '',
  events: [],
};

/** One request's way through the API server, stage by stage. Component: `kube-apiserver`. */
import type { SimTime } from '#base/sim-time';
import type { FactBase, ObjectRef } from '../fact.ts';
import type { RequestId } from './client-go.ts';

interface RequestFact extends FactBase {
  readonly request: RequestId;
}

export interface RequestReceived extends RequestFact {
  readonly type: 'RequestReceived';
  readonly method: string;
  readonly url: string;
  readonly auditId: string;
  /** Filters that let the request pass before its info is known, outermost first. */
  readonly passed: readonly string[];
}

export interface RequestInfoResolved extends RequestFact {
  readonly type: 'RequestInfoResolved';
  readonly verb: string;
  readonly isResourceRequest: boolean;
  readonly ref: ObjectRef;
  readonly subresource: string;
  readonly passed: readonly string[];
}

export interface Authenticated extends RequestFact {
  readonly type: 'Authenticated';
  readonly user: string;
  readonly groups: readonly string[];
  /** The authenticators in the order they were asked, the deciding one last. */
  readonly tried: readonly {
    readonly authenticator: string;
    readonly outcome: 'authenticated' | 'no opinion' | 'error';
    readonly detail: string;
  }[];
  readonly succeeded: boolean;
}

export interface AuditEventLogged extends RequestFact {
  readonly type: 'AuditEventLogged';
  readonly stage: 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete' | 'Panic';
  readonly level: 'Metadata' | 'Request' | 'RequestResponse';
  readonly auditId: string;
  readonly verb: string;
  /** Path and query. */
  readonly uri: string;
  /** Who authenticated, before any impersonation. */
  readonly user: string;
  readonly groups: readonly string[];
  readonly impersonatedUser?: string;
  readonly agent: string;
  readonly ref: ObjectRef;
  readonly subresource: string;
  readonly code: number;
  readonly reason: string;
  readonly annotations: Readonly<Record<string, string>>;
  /** When the request came in; the fact's own time is when the stage was reached. */
  readonly receivedAt: SimTime;
  readonly requestObject?: unknown;
  readonly responseObject?: unknown;
}

export interface Impersonated extends RequestFact {
  readonly type: 'Impersonated';
  readonly user: string;
  readonly groups: readonly string[];
}

export interface FlowControlled extends RequestFact {
  readonly type: 'FlowControlled';
  readonly flowSchema: string;
  readonly priorityLevel: string;
  readonly outcome: 'executing' | 'queued' | 'rejected';
  /**
   * The queue that the request waits or waited in, and how many of the level's seats are in use.
   */
  readonly queue?: number;
  readonly seatsInUse?: number;
  readonly seats?: number;
}

/** The bindings that RBAC looked at for a user, and the rule that allowed. */
export interface RbacTried {
  /** In order, as the ends of their keys in the store: `clusterrolebindings/system:basic-user`. */
  readonly bindings: readonly string[];
  /** The place of the binding whose role allowed it, and of the rule in that role. */
  readonly binding?: number;
  readonly rule?: number;
}

export interface Authorized extends RequestFact {
  readonly type: 'Authorized';
  readonly allowed: boolean;
  readonly reason: string;
  readonly tried: readonly {
    readonly authorizer: string;
    readonly decision: 'allow' | 'deny' | 'no opinion';
    readonly reason: string;
    readonly rbac?: RbacTried;
  }[];
}

/** The director found who serves the path: aggregator, kube-apiserver, apiextensions or nobody. */
export interface RequestRouted extends RequestFact {
  readonly type: 'RequestRouted';
  readonly asked: readonly string[];
  readonly servedBy: 'kube-aggregator' | 'kube-apiserver' | 'apiextensions-apiserver' | 'none';
  readonly handler: string;
}

export interface Decoded extends RequestFact {
  readonly type: 'Decoded';
  readonly contentType: string;
  readonly fieldValidation: string;
  readonly problems: readonly string[];
}

/** Defaults were written into the object: the paths and what they were set to. */
export interface Defaulted extends RequestFact {
  readonly type: 'Defaulted';
  readonly object: unknown;
}

/** One operation of a JSON patch. */
export interface AdmissionPatch {
  readonly op: 'add' | 'replace' | 'remove';
  /** A JSON pointer: `/spec/serviceAccountName`. */
  readonly path: string;
  readonly value?: unknown;
}

export interface AdmissionOutcome {
  readonly plugin: string;
  /** `changed` mutated the object, `passed` looked and agreed, `inert` does not handle this. */
  readonly outcome: 'changed' | 'passed' | 'inert' | 'off' | 'denied';
  readonly detail: string;
  /** What it changed. */
  readonly patch?: readonly AdmissionPatch[];
}

/** The mutating pass, plugin by plugin in their fixed order. */
export interface Mutated extends RequestFact {
  readonly type: 'Mutated';
  readonly plugins: readonly AdmissionOutcome[];
  readonly object?: unknown;
}

/** A mutating or validating webhook was asked. */
export interface WebhookCalled extends RequestFact {
  readonly type: 'WebhookCalled';
  readonly webhook: string;
  readonly url: string;
  readonly outcome: 'allowed' | 'denied' | 'failed';
  /** The request ends here; a failed call does not end it when its failure policy is Ignore. */
  readonly stops: boolean;
  readonly detail: string;
}

/** The registry's strategy filled and checked the object. */
export interface Validated extends RequestFact {
  readonly type: 'Validated';
  readonly errors: readonly string[];
}

/** The validating pass, plugin by plugin. */
export interface Admitted extends RequestFact {
  readonly type: 'Admitted';
  readonly plugins: readonly AdmissionOutcome[];
}

/** The storage layer encoded the object and hands it to etcd. */
export interface StorageWriteStarted extends RequestFact {
  readonly type: 'StorageWriteStarted';
  readonly key: string;
  readonly storageVersion: string;
  /** The revision that the key must still have; 0: the key must not exist. */
  readonly expectedRevision: number;
}

export interface ReadServed extends RequestFact {
  readonly type: 'ReadServed';
  readonly from: 'watch-cache' | 'etcd';
  readonly items: number;
  readonly resourceVersion: string;
}

export interface ResponseSent extends RequestFact {
  readonly type: 'ResponseSent';
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly ref: ObjectRef;
  /** The object or Status that the client gets. */
  readonly body?: unknown;
}

/** The watch cache of a resource took in one change from etcd. */
export interface WatchCacheUpdated extends FactBase {
  readonly type: 'WatchCacheUpdated';
  readonly event: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly ref: ObjectRef;
  readonly resourceVersion: string;
  /** How many watchers hear of it. */
  readonly watchers: number;
}

/** A watch event left for one watcher. */
export interface WatchEventSent extends FactBase {
  readonly type: 'WatchEventSent';
  readonly request: RequestId;
  readonly event: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly ref: ObjectRef;
  readonly resourceVersion: string;
  readonly to: string;
}

export type KubeApiserverFact =
  | RequestReceived
  | RequestInfoResolved
  | Authenticated
  | AuditEventLogged
  | Impersonated
  | FlowControlled
  | Authorized
  | RequestRouted
  | Decoded
  | Defaulted
  | Mutated
  | WebhookCalled
  | Validated
  | Admitted
  | StorageWriteStarted
  | ReadServed
  | ResponseSent
  | WatchCacheUpdated
  | WatchEventSent;

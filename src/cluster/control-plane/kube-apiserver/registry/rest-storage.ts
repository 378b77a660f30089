/**
 * The contract between the handlers of the API and the storage behind each resource.
 *
 * Models k8s.io/apiserver pkg/registry/rest rest.go (Getter, Lister, Watcher, Creater, Updater,
 * GracefulDeleter, CollectionDeleter, TableConvertor) as one interface; a resource that does not
 * have a verb leaves the method out and the handler answers 405.
 *
 * The handlers (front) decode, check options, build patches and answer; the storage (back) does
 * admission, defaults, strategy, validation, the transaction, and reads and watches.
 */
import type { Result } from '#base/result';
import type { Duration } from '#base/sim-time';
import type { ClusterConfig } from '#cluster/config/cluster-config';
import type { EtcdClient } from '#cluster/control-plane/etcd/client';
import type { Managers } from '#k8s.io/apimachinery/managedfields/managers';
import type {
  DeleteOptions,
  KubeList,
  KubeObject,
  Status,
  Table,
} from '#k8s.io/apimachinery/meta/v1';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';
import type { Process } from '#sim/simulation';
import type { RequestId } from '#trace/events/client-go';
import type { AdmissionChain } from '../admission/chain.ts';

/** Who makes a request, as the authenticators found out. Source: authentication/user Info. */
export interface UserInfo {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** What a request is about. Source: apiserver pkg/admission Attributes and endpoints/request. */
export interface RequestAttributes {
  /** 0 for what the server itself does when it starts. */
  readonly request: RequestId;
  readonly user: UserInfo;
  /** create, get, list, watch, update, patch, delete, deletecollection. */
  readonly verb: string;
  readonly resource: ResourceInfo;
  /** Empty, or `status`, `scale`, `binding`, … */
  readonly subresource: string;
  /** Empty for resources of the whole cluster and for lists over all namespaces. */
  readonly namespace: string;
  /** Empty for collections and creates. */
  readonly name: string;
  readonly dryRun: boolean;
  /** From `?fieldManager=`, otherwise the first part of the user agent. */
  readonly fieldManager: string;
  readonly userAgent: string;
  /** Adds a `Warning: 299` header to the answer. */
  readonly warn: (text: string) => void;
  /** Adds an annotation to the audit event: `pod-security.kubernetes.io/enforce-policy`, … */
  readonly annotate: (key: string, value: string) => void;
}

export type StorageResult<T> = Result<T, Status>;

export interface GetOptions {
  /** Empty: most recent; `0`: any; n: not older than n. */
  readonly resourceVersion: string;
}

/** Texts as they stand in the query, percent-decoded; empty when absent. */
export interface ListOptions {
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  /** 0: no limit. */
  readonly limit: number;
  readonly continue: string;
}

export interface WatchOptions {
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly allowWatchBookmarks: boolean;
  readonly sendInitialEvents: boolean;
  /** 0: the server chooses. */
  readonly timeoutSeconds: number;
  /** What the client gets of each object, when it did not ask for the object itself. */
  readonly form?: (object: KubeObject) => unknown;
}

/**
 * Makes the new object out of the one that is stored; called again with a fresh one after a lost
 * race. `undefined` means that no object is there (only where the resource allows create on
 * update). Its metadata.resourceVersion, if it is not empty, must match.
 */
export type UpdateTransform = (current: KubeObject | undefined) => Transformed;

/** `managers`: server-side apply has settled already who owns the fields of the new state. */
export type Transformed = Result<KubeObject, Status> & { readonly managers?: Managers };

export interface UpdateResult {
  readonly object: KubeObject;
  /** The update made the object: 201. */
  readonly created: boolean;
}

export interface RestStorage {
  /** POST to the collection, or to a subresource of attrs.name (binding, eviction). */
  create?(attrs: RequestAttributes, object: KubeObject): Process<StorageResult<KubeObject>>;
  get?(attrs: RequestAttributes, options: GetOptions): Process<StorageResult<KubeObject>>;
  list?(attrs: RequestAttributes, options: ListOptions): Process<StorageResult<KubeList>>;
  watch?(attrs: RequestAttributes, options: WatchOptions): Process<StorageResult<WatchStream>>;
  update?(
    attrs: RequestAttributes,
    transform: UpdateTransform,
  ): Process<StorageResult<UpdateResult>>;
  /** The object while it is on its way out, or a Status `Success` once it is gone. */
  delete?(
    attrs: RequestAttributes,
    options: DeleteOptions,
  ): Process<StorageResult<KubeObject | Status>>;
  /** The list of what was deleted. */
  deleteCollection?(
    attrs: RequestAttributes,
    options: DeleteOptions,
    list: ListOptions,
  ): Process<StorageResult<KubeList>>;
  /** Columns and rows for `Accept: …;as=Table`. Source: printers/internalversion. */
  convertToTable?(object: KubeObject | KubeList, attrs: RequestAttributes): Table;
}

/** Hears of every change a watch cache takes in, in order. `undefined`: added or gone. */
export type CacheHandler = (
  object: KubeObject | undefined,
  previous: KubeObject | undefined,
) => void;

/**
 * The watch cache of one resource, read in process by authenticators, authorizers, admission and
 * the flow controller as their informers would. Keys are `namespace/name`, or the name.
 */
export interface ResourceCache extends Lister<KubeObject> {
  /** The handler first hears of every object that is there already. */
  addHandler(handler: CacheHandler): void;
}

/**
 * What the back offers to the front. `storageFor` knows all stored resources and their
 * subresources status, scale, ephemeralcontainers, resize, binding, eviction, finalize, approval;
 * the front itself serves token, log, exec, attach, portforward, proxy and the access reviews.
 */
export interface StorageRegistry {
  storageFor(resource: ResourceInfo, subresource: string): RestStorage | undefined;
  cache(resource: ResourceInfo): ResourceCache;
  /** The kinds that people added; absent where there can be none. */
  readonly custom?: CustomResourceLookup;
  /** Both passes of admission, for what the handlers serve themselves. */
  readonly admission?: AdmissionChain;
}

/** What the handlers and discovery ask of custom resources. */
export interface CustomResourceLookup {
  /** Changes with every change of what is served. */
  readonly revision: number;
  find(group: string, version: string, plural: string): ResourceInfo | undefined;
  findKind(apiVersion: string, kind: string): ResourceInfo | undefined;
  /** How long a new object is held up: a while, when its definition was only just established. */
  delayOfNew(resource: ResourceInfo): Duration;
  /** Whether its definition is on its way out. */
  isTerminating(resource: ResourceInfo): boolean;
  list(): readonly ResourceInfo[];
}

/** A question to the authorizers that takes no virtual time. */
export interface AuthorizeRequest {
  readonly user: UserInfo;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** A question about a URL and not about a resource. */
  readonly path?: string;
}

export interface AuthorizeAnswer {
  readonly allowed: boolean;
  readonly reason: string;
}

/** Lets admission and strategies ask the authorizers (escalation, bind, ownerReferences). */
export type Authorize = (request: AuthorizeRequest) => AuthorizeAnswer;

/**
 * How `class Registry implements StorageRegistry` (registry/registry.ts) is made:
 * `new Registry(env, options)`. Its `run()` fills the watch caches and returns when all of them
 * are ready, leaving their processes running in the caller's group.
 */
export interface RegistryOptions {
  readonly etcd: EtcdClient;
  readonly config: ClusterConfig;
  readonly authorize: Authorize;
  /** The server as its own client (`system:apiserver`, system:masters), for IPAddress objects. */
  readonly loopback: RestClient;
  /** Whether a process listens on a port of 127.0.0.1. Absent: none does. */
  readonly listens?: ((port: number) => boolean) | undefined;
}

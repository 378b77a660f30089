/**
 * The contract between the handlers of the API and the storage behind each resource.
 *
 * Models k8s.io/apiserver pkg/registry/rest rest.go (Getter, Lister, Watcher, Creater, Updater,
 * GracefulDeleter, CollectionDeleter, TableConvertor) as one interface; a resource without a verb
 * omits the method, and the handler answers 405.
 *
 * The handlers decode, check options, build patches and reply; the storage runs admission,
 * defaults, strategy, validation and the transaction, and serves reads and watches.
 */
import type { Result } from '#base/result';
import type { Managers } from '#k8s.io/apimachinery/managedfields/managers';
import type {
  DeleteOptions,
  KubeList,
  KubeObject,
  Status,
  Table,
} from '#k8s.io/apimachinery/meta/v1';
import type { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import type { Process } from '#sim/simulation';
import type { RequestAttributes } from '../request-attributes.ts';

export type StorageResult<T> = Result<T, Status>;

export interface GetOptions {
  /** Empty: most recent; `0`: any; n: not older than n. */
  readonly resourceVersion: string;
}

/** Selectors are as in the query, percent-decoded; empty when absent. */
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
  /** The form in which the client wants each object, if not as the object itself. */
  readonly form?: (object: KubeObject) => unknown;
}

/**
 * Builds the new object from the stored one; called again with the present one when another write
 * came first. `undefined` means that there is no object (only where the resource allows create on
 * update). Its metadata.resourceVersion, if not empty, must match.
 */
export type UpdateTransform = (current: KubeObject | undefined) => Transformed;

/** `managers`: server-side apply has already determined the owners of the new state's fields. */
export type Transformed = Result<KubeObject, Status> & { readonly managers?: Managers };

export interface UpdateResult {
  readonly object: KubeObject;
  /** The update created the object: 201. */
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
  /** Returns the object while it is being deleted, or a Status `Success` once it is gone. */
  delete?(
    attrs: RequestAttributes,
    options: DeleteOptions,
  ): Process<StorageResult<KubeObject | Status>>;
  /** Returns the list of deleted objects. */
  deleteCollection?(
    attrs: RequestAttributes,
    options: DeleteOptions,
    list: ListOptions,
  ): Process<StorageResult<KubeList>>;
  /** Columns and rows for `Accept: …;as=Table`. Source: printers/internalversion. */
  convertToTable?(object: KubeObject | KubeList, attrs: RequestAttributes): Table;
}

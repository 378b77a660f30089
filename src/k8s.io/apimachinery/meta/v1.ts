/**
 * The metadata every Kubernetes object carries, and the bodies that belong to no group.
 *
 * Models k8s.io/apimachinery/pkg/apis/meta/v1 types.go as JSON-shaped, immutable values.
 * `ObjectMeta` is metadata as it is *stored*: name, uid and resourceVersion are there. What a
 * client sends before that is `New<T>`; the metadata of a template is `TemplateMeta`.
 */

/** A decimal number with a suffix, e.g. `250m` or `64Mi`; see apimachinery/quantity. */
export type Quantity = string;

/** A count, or a percentage such as `25%`; see apimachinery/int-or-string. */
export type IntOrString = number | string;

/** RFC 3339 in UTC with whole seconds, e.g. `2026-01-01T00:00:00Z`. */
export type Time = string;

/** RFC 3339 in UTC with microseconds, e.g. `2026-01-01T00:00:00.000000Z`. */
export type MicroTime = string;

export interface ObjectMeta {
  readonly name: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly uid: string;
  /** The etcd revision of the last write. Not part of what is stored: set when it is read. */
  readonly resourceVersion: string;
  readonly generation?: number;
  readonly creationTimestamp: Time;
  readonly deletionTimestamp?: Time;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly OwnerReference[];
  readonly finalizers?: readonly string[];
  readonly managedFields?: readonly ManagedFieldsEntry[];
}

/** Metadata of a kind that lives in a namespace. */
export interface NamespacedObjectMeta extends ObjectMeta {
  readonly namespace: string;
}

/** Metadata of a template, or of an object that the server has not stored yet. */
export type TemplateMeta = Partial<ObjectMeta>;

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

export interface ManagedFieldsEntry {
  readonly manager?: string;
  readonly operation?: 'Apply' | 'Update';
  readonly apiVersion?: string;
  readonly time?: Time;
  readonly fieldsType?: string;
  readonly fieldsV1?: FieldsV1;
  readonly subresource?: string;
}

/** A trie of owned fields: keys `f:{name}`, `k:{json}`, `v:{json}`, `i:{index}` and `.`. */
export interface FieldsV1 {
  readonly [key: string]: FieldsV1;
}

/** What every object has in common. Concrete kinds narrow `kind`, `spec` and `status`. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly spec?: unknown;
  readonly status?: unknown;
}

/** An object of kind T as a client sends it in a create: not named by the server yet. */
export type New<T extends KubeObject> = Omit<T, 'metadata'> & { readonly metadata: TemplateMeta };

export interface ListMeta {
  readonly resourceVersion?: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/** The answer to a list request. Its kind is the kind of the items with `List` appended. */
export interface KubeList<T extends KubeObject = KubeObject> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ListMeta;
  readonly items: readonly T[];
}

export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly LabelSelectorRequirement[];
}

export interface LabelSelectorRequirement {
  readonly key: string;
  readonly operator: LabelSelectorOperator;
  readonly values?: readonly string[];
}

export interface FieldSelectorRequirement {
  readonly key: string;
  readonly operator: LabelSelectorOperator;
  readonly values?: readonly string[];
}

export type LabelSelectorOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';

export type ConditionStatus = 'True' | 'False' | 'Unknown';

export interface Condition {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly observedGeneration?: number;
  readonly lastTransitionTime: Time;
  readonly reason: string;
  readonly message: string;
}

/** Why a request failed; upstream's empty reason is `undefined` here. */
export type StatusReason =
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'AlreadyExists'
  | 'Conflict'
  | 'Gone'
  | 'Invalid'
  | 'ServerTimeout'
  | 'Timeout'
  | 'TooManyRequests'
  | 'BadRequest'
  | 'MethodNotAllowed'
  | 'NotAcceptable'
  | 'RequestEntityTooLarge'
  | 'UnsupportedMediaType'
  | 'InternalError'
  | 'Expired'
  | 'ServiceUnavailable'
  | 'StoreReadError';

export interface Status {
  readonly apiVersion: 'v1';
  readonly kind: 'Status';
  readonly metadata: ListMeta;
  readonly status: 'Success' | 'Failure';
  readonly message?: string;
  readonly reason?: StatusReason;
  readonly details?: StatusDetails;
  /** The HTTP status code. */
  readonly code?: number;
}

export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  /** The resource (plural) in most errors, the kind in `Invalid`. */
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  readonly retryAfterSeconds?: number;
}

export interface StatusCause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

export type DeletionPropagation = 'Orphan' | 'Background' | 'Foreground';

export interface DeleteOptions {
  readonly apiVersion?: string;
  readonly kind?: 'DeleteOptions';
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: Preconditions;
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: DeletionPropagation;
  readonly dryRun?: readonly string[];
}

export interface Preconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/** One event of a watch. A BOOKMARK carries only metadata, an ERROR carries a Status. */
export type WatchEvent<T extends KubeObject = KubeObject> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  | { readonly type: 'BOOKMARK'; readonly object: BookmarkObject }
  | { readonly type: 'ERROR'; readonly object: Status };

export interface BookmarkObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly resourceVersion: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** The server-side printed form of a list or object (`Accept: …;as=Table`). */
export interface Table {
  readonly apiVersion: 'meta.k8s.io/v1';
  readonly kind: 'Table';
  readonly metadata: ListMeta;
  readonly columnDefinitions: readonly TableColumnDefinition[];
  readonly rows: readonly TableRow[];
}

export interface TableColumnDefinition {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0 is shown always; larger numbers only with `-o wide`. */
  readonly priority: number;
}

export interface TableRow {
  readonly cells: readonly TableCell[];
  readonly object?: PartialObjectMetadata;
}

export type TableCell = string | number | boolean | null;

export interface PartialObjectMetadata {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
}

/**
 * The contract of the store: the calls that the API server may make to etcd. Its only caller is
 * kube-apiserver's storage layer.
 *
 * Models the parts of etcd's v3 API that Kubernetes uses: range, one-key transactions that compare
 * a mod revision, watch by prefix, leases, compaction. Values are immutable JSON-shaped objects
 * without their resourceVersion: the reader sets it from the mod revision.
 */
import type { Channel } from '#sim/signal';
import type { Process } from '#sim/simulation';

/** One key in its state at some revision. */
export interface KeyValue {
  readonly key: string;
  readonly value: unknown;
  readonly createRevision: number;
  readonly modRevision: number;
  /** Number of writes since the key was created; the first is 1. */
  readonly version: number;
  /** The lease that the key is attached to; 0: none. */
  readonly lease: number;
}

export interface RangeRequest {
  readonly key: string;
  /** All keys that begin with `key`. */
  readonly prefix?: boolean;
  /** Only keys greater than or equal to this one, for continued lists. */
  readonly from?: string;
  /** The revision to read at; 0: the present one. */
  readonly revision?: number;
  readonly limit?: number;
}

export interface RangeResponse {
  readonly kvs: readonly KeyValue[];
  /** The number of all keys that match, whatever the limit. */
  readonly count: number;
  /** The store's revision when it answered. */
  readonly revision: number;
  /** Set when the requested revision was compacted; `kvs` is empty then. */
  readonly compactRevision?: number;
}

/** Compare-and-put or compare-and-delete of one key. */
export interface TxnRequest {
  readonly op: 'put' | 'delete';
  readonly key: string;
  /** The mod revision that the key must have; 0: it must not exist. */
  readonly expectedRevision: number;
  readonly value?: unknown;
  readonly lease?: number;
}

export interface TxnResponse {
  readonly succeeded: boolean;
  readonly revision: number;
  /** After success the value that was written or deleted, otherwise the present value. */
  readonly kv: KeyValue | undefined;
}

export interface EtcdWatchEvent {
  readonly type: 'PUT' | 'DELETE';
  /** For a delete: the key and the revision of the deletion. */
  readonly kv: KeyValue;
  /** What the key held before; `undefined` for a new key. */
  readonly prevKv: KeyValue | undefined;
}

/** All events up to this revision have been delivered. */
export interface EtcdWatchProgress {
  readonly type: 'PROGRESS';
  readonly revision: number;
}

export interface EtcdWatch {
  readonly events: Channel<EtcdWatchEvent | EtcdWatchProgress>;
  /** Asks for one progress notification, which comes in order with the events. */
  requestProgress(): void;
  cancel(): void;
}

/** The watch requested revisions that compaction removed. */
export interface Compacted {
  readonly compactRevision: number;
}

/**
 * An error of etcd: the calls below throw it, with the message that a client sees. Source:
 * go.etcd.io/etcd api/v3rpc/rpctypes error.go.
 */
export class EtcdError extends Error {
  override readonly name = 'EtcdError';
}

/** One server of `--etcd-servers`, which can be called separately. */
export interface EtcdServer {
  /** False while its port is closed. Absent: always open. */
  readonly serving?: boolean;
  range(request: RangeRequest): Process<RangeResponse>;
}

/** Every call may throw an EtcdError. */
export interface EtcdClient {
  /** False while the store does not answer; calls wait until it does. Absent: always available. */
  readonly available?: boolean;
  /** Each server separately. Absent: there is only one. */
  readonly members?: readonly EtcdServer[];
  range(request: RangeRequest): Process<RangeResponse>;
  txn(request: TxnRequest): Process<TxnResponse>;
  /** Events of all keys below `prefix`, from `startRevision` on. */
  watch(prefix: string, startRevision: number): Process<EtcdWatch | Compacted>;
  /** Grants a lease; its keys are deleted when it ends. Returns the lease id. */
  grantLease(ttlSeconds: number): Process<number>;
  compact(revision: number): Process<void>;
}

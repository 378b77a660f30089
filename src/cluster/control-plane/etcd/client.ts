/**
 * The contract of the store: what the API server may ask of etcd. Its only caller is
 * kube-apiserver's storage layer.
 *
 * Models the parts of etcd's v3 API that Kubernetes uses: range, one-key transactions that compare
 * a mod revision, watch by prefix, leases, compaction. Values are immutable JSON-shaped objects,
 * without their resourceVersion: that is the mod revision and is set by who reads.
 */
import type { Channel } from '#sim/signal';
import type { Process } from '#sim/simulation';

/** One key as it is at some revision. */
export interface KeyValue {
  readonly key: string;
  readonly value: unknown;
  readonly createRevision: number;
  readonly modRevision: number;
  /** Writes since the key was created, beginning with 1. */
  readonly version: number;
  /** The lease the key hangs on; 0: none. */
  readonly lease: number;
}

export interface RangeRequest {
  readonly key: string;
  /** All keys that begin with `key`. */
  readonly prefix?: boolean;
  /** Only keys greater or equal to this one, for continued lists. */
  readonly from?: string;
  /** An older revision; 0: now. */
  readonly revision?: number;
  readonly limit?: number;
}

export interface RangeResponse {
  readonly kvs: readonly KeyValue[];
  /** All that match, whatever the limit. */
  readonly count: number;
  /** The store's revision when it answered. */
  readonly revision: number;
  /** Set when the revision asked for was compacted away; there are no kvs then. */
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
  /** After success what was written or deleted, otherwise what stands there. */
  readonly kv: KeyValue | undefined;
}

export interface EtcdWatchEvent {
  readonly type: 'PUT' | 'DELETE';
  /** For a delete: the key and the revision of the deletion. */
  readonly kv: KeyValue;
  /** What the key held before; `undefined` for a new key. */
  readonly prevKv: KeyValue | undefined;
}

/** All events up to this revision were delivered before. */
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

/** The watch asked for revisions that compaction removed. */
export interface Compacted {
  readonly compactRevision: number;
}

/**
 * What etcd answers when it cannot: thrown by the calls below, with the words that a client sees.
 * Source: go.etcd.io/etcd api/v3rpc/rpctypes error.go.
 */
export class EtcdError extends Error {
  override readonly name = 'EtcdError';
}

/** One server of `--etcd-servers`, asked alone. */
export interface EtcdServer {
  /** False while its port is closed. Absent: always open. */
  readonly serving?: boolean;
  range(request: RangeRequest): Process<RangeResponse>;
}

/** Every call may throw an EtcdError. */
export interface EtcdClient {
  /** False while the store does not answer; calls wait until it does. Absent: always there. */
  readonly available?: boolean;
  /** Each server alone. Absent: there is one. */
  readonly members?: readonly EtcdServer[];
  range(request: RangeRequest): Process<RangeResponse>;
  txn(request: TxnRequest): Process<TxnResponse>;
  /** Events of all keys below `prefix`, from `startRevision` on. */
  watch(prefix: string, startRevision: number): Process<EtcdWatch | Compacted>;
  /** Grants a lease; its keys go when it ends. Returns the lease id. */
  grantLease(ttlSeconds: number): Process<number>;
  compact(revision: number): Process<void>;
}

/** What the store does. Component: `etcd`. */
import type { FactBase } from '../fact.ts';

/** A transaction committed: one key changed at one revision. */
export interface TxnCommitted extends FactBase {
  readonly type: 'TxnCommitted';
  readonly revision: number;
  readonly op: 'put' | 'delete';
  readonly key: string;
  /** How often the key was written since it was created; 0 for a delete. */
  readonly version: number;
  readonly createRevision: number;
  readonly lease: number;
  /** The stored object; absent for a delete. */
  readonly value?: unknown;
}

/** The compare part did not hold; nothing was written. */
export interface TxnRefused extends FactBase {
  readonly type: 'TxnRefused';
  readonly key: string;
  readonly expectedRevision: number;
  readonly actualRevision: number;
}

export interface RangeRead extends FactBase {
  readonly type: 'RangeRead';
  readonly key: string;
  readonly count: number;
  readonly revision: number;
}

export interface LeaseGranted extends FactBase {
  readonly type: 'LeaseGranted';
  readonly lease: number;
  readonly ttlSeconds: number;
}

export interface LeaseExpired extends FactBase {
  readonly type: 'LeaseExpired';
  readonly lease: number;
  readonly keys: readonly string[];
}

/**
 * A member of a cluster of several changed its role, or learned of another leader.
 * Component: `etcd/m2`.
 */
export interface RaftRoleChanged extends FactBase {
  readonly type: 'RaftRoleChanged';
  readonly role: 'follower' | 'pre-candidate' | 'candidate' | 'leader';
  readonly term: number;
  /** The member's name; empty: none is known. */
  readonly leader: string;
}

/** The leader knows an entry of its log to be on a majority's disks. Component: `etcd/m1`. */
export interface EntryCommitted extends FactBase {
  readonly type: 'EntryCommitted';
  readonly index: number;
  readonly term: number;
  /** The members that have it so far. */
  readonly holders: readonly string[];
}

export type EtcdFact =
  | TxnCommitted
  | TxnRefused
  | RangeRead
  | LeaseGranted
  | LeaseExpired
  | RaftRoleChanged
  | EntryCommitted;

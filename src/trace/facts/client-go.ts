/** Requests as their sender sees them, and the machinery of informers and work queues. */
import type { FactBase, ObjectRef } from '../fact.ts';

/** Numbers one request of a run; the same on both sides of the wire. */
export type RequestId = number;

/** A request left its client. Component: the client. */
export interface RequestSent extends FactBase {
  readonly type: 'RequestSent';
  readonly request: RequestId;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** As sent; a bearer token is masked. */
  readonly headers: Readonly<Record<string, string>>;
  readonly userAgent: string;
  /** The person or account the credentials name. */
  readonly user: string;
  readonly ref: ObjectRef;
  readonly body?: unknown;
}

/** The answer reached the client. For a watch: its stream is open. */
export interface ResponseReceived extends FactBase {
  readonly type: 'ResponseReceived';
  readonly request: RequestId;
  readonly code: number;
}

/**
 * A piece left through an upgraded connection: what is typed goes up, what a program prints comes
 * down. Component: who sent it on; `request` is that of its own connection.
 */
export interface StreamPieceSent extends FactBase {
  readonly type: 'StreamPieceSent';
  readonly request: RequestId;
  readonly channel: 'stdin' | 'close' | 'resize' | 'stdout' | 'stderr' | 'error';
  /** The text, the size, the exit code or the error. */
  readonly text: string;
}

/** Nothing answered. */
export interface ConnectionFailed extends FactBase {
  readonly type: 'ConnectionFailed';
  readonly request: RequestId;
  readonly message: string;
}

/** An informer's reflector got a watch event, and its cache holds the object now. */
export interface WatchEventReceived extends FactBase {
  readonly type: 'WatchEventReceived';
  readonly request: RequestId;
  readonly event: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly ref: ObjectRef;
  readonly resourceVersion: string;
}

/** An informer finished its first list: the cache holds everything up to this version. */
export interface InformerSynced extends FactBase {
  readonly type: 'InformerSynced';
  readonly resource: string;
  readonly items: number;
  readonly resourceVersion: string;
}

/** A key entered a work queue (or was already in it and merged: `merged`). */
export interface KeyAdded extends FactBase {
  readonly type: 'KeyAdded';
  readonly queue: string;
  readonly key: string;
  /** Microseconds the key waits first: rate limit or an explicit delay. 0: at once. */
  readonly delay: number;
  readonly merged: boolean;
}

/** A worker took a key to process. */
export interface KeyTaken extends FactBase {
  readonly type: 'KeyTaken';
  readonly queue: string;
  readonly key: string;
}

/** A worker is done with a key; `again` when the key was added meanwhile and is queued again. */
export interface KeyDone extends FactBase {
  readonly type: 'KeyDone';
  readonly queue: string;
  readonly key: string;
  readonly again: boolean;
}

/** This process holds a lease and leads, or lost it. */
export interface LeaderElected extends FactBase {
  readonly type: 'LeaderElected';
  readonly lease: string;
  readonly identity: string;
  readonly leading: boolean;
}

/** An Event object was composed and handed to the broadcaster. */
export interface EventRecorded extends FactBase {
  readonly type: 'EventRecorded';
  readonly regarding: ObjectRef;
  readonly eventType: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

export type ClientGoFact =
  | RequestSent
  | ResponseReceived
  | StreamPieceSent
  | ConnectionFailed
  | WatchEventReceived
  | InformerSynced
  | KeyAdded
  | KeyTaken
  | KeyDone
  | LeaderElected
  | EventRecorded;

/** What the controllers decide. Component: `kube-controller-manager/NAME-controller`. */
import type { FactBase, ObjectRef } from '../fact.ts';

export interface SyncStarted extends FactBase {
  readonly type: 'SyncStarted';
  readonly key: string;
}

export interface SyncFinished extends FactBase {
  readonly type: 'SyncFinished';
  readonly key: string;
  readonly error?: string;
}

/** A controller compared what is wanted with what is there, and says what it will do. */
export interface DecisionMade extends FactBase {
  readonly type: 'DecisionMade';
  readonly key: string;
  /** A message id of the interface's catalogue, such as `deployment.needs-new-replica-set`. */
  readonly decision: string;
  readonly params: Readonly<Record<string, string | number | boolean>>;
}

/** A controller expects to see this many creations and deletions before it acts again. */
export interface ExpectationsSet extends FactBase {
  readonly type: 'ExpectationsSet';
  readonly key: string;
  readonly add: number;
  readonly del: number;
}

/** The garbage collector's graph gained or lost a node. */
export interface GraphNodeChanged extends FactBase {
  readonly type: 'GraphNodeChanged';
  readonly ref: ObjectRef;
  readonly change: 'added' | 'removed';
  readonly owners: readonly string[];
}

export type ControllerFact =
  | SyncStarted
  | SyncFinished
  | DecisionMade
  | ExpectationsSet
  | GraphNodeChanged;

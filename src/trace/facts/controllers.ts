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

/**
 * What controllers decide; the first part of the id is the controller. Each decision has a caption
 * of its own: a new one gets a message `caption.decision.ID` in the interface's catalogues.
 */
export type DecisionId =
  | 'deployment.create-replica-set'
  | 'deployment.scale-replica-set'
  | 'deployment.clean-up-replica-set'
  | 'deployment.hash-collision'
  | 'replicaset.create-pods'
  | 'replicaset.delete-pods'
  | 'daemonset.create-pods'
  | 'daemonset.delete-pods'
  | 'statefulset.create-pod'
  | 'statefulset.delete-pod'
  | 'statefulset.update-pod'
  | 'job.create-pods'
  | 'job.delete-pods'
  | 'job.back-off'
  | 'cronjob.create-job'
  | 'controller.adopt'
  | 'controller.release'
  | 'garbage-collector.delete'
  | 'garbage-collector.orphan'
  | 'garbage-collector.foreground'
  | 'node-lifecycle.unknown'
  | 'node-lifecycle.zone-state'
  | 'taint-eviction.schedule'
  | 'pod-gc.terminated'
  | 'pod-gc.unscheduled'
  | 'pod-gc.out-of-service'
  | 'pod-gc.orphaned';

/** A controller compared the desired state with the actual one and decided what to do. */
export interface DecisionMade extends FactBase {
  readonly type: 'DecisionMade';
  readonly key: string;
  readonly decision: DecisionId;
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

/** What every fact of a run has in common. */
import type { SimTime } from '#base/sim-time';

/** Facts are numbered from 1 in the order in which they happened. */
export type FactId = number;

/**
 * The part of the cluster a fact belongs to. A slash separates a process from its part:
 * `kube-apiserver`, `kube-controller-manager/deployment-controller`, `node-1/kubelet`,
 * `person/curl`.
 */
export type ComponentId = string;

/** Names one API object, as `kubectl get` would. */
export interface ObjectRef {
  /** Plural resource name with its group: `pods`, `deployments.apps`. */
  readonly resource: string;
  /** Empty for objects of the whole cluster. */
  readonly namespace: string;
  readonly name: string;
}

export interface FactBase {
  readonly id: FactId;
  /** Microseconds of virtual time. */
  readonly at: SimTime;
  /** The fact this one follows from; 0 only for a person's input and a component's own timer. */
  readonly cause: FactId;
  readonly component: ComponentId;
}

/** A fact as its component hands it to the tracer. */
export type Draft<F extends FactBase> = F extends FactBase ? Omit<F, 'id' | 'at' | 'cause'> : never;

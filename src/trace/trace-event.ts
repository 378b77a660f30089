/**
 * The trace: one union of past-tense facts. All that the interface shows, and every answer to
 * "why did this happen?", is read from these.
 */
import type { ClientGoFact } from './events/client-go.ts';
import type { ControllerFact } from './events/controllers.ts';
import type { EtcdFact } from './events/etcd.ts';
import type { KubeApiserverFact } from './events/kube-apiserver.ts';
import type { KubeSchedulerFact } from './events/kube-scheduler.ts';
import type { KubectlFactUnion } from './events/kubectl.ts';
import type { KubeletFact } from './events/kubelet.ts';
import type { NetworkFact } from './events/network.ts';
import type { NodeFact } from './events/node.ts';
import type { RunFact } from './events/run.ts';
import type { Draft } from './fact.ts';

export type Fact =
  | RunFact
  | KubectlFactUnion
  | ClientGoFact
  | KubeApiserverFact
  | EtcdFact
  | ControllerFact
  | KubeSchedulerFact
  | KubeletFact
  | NetworkFact
  | NodeFact;

export type FactType = Fact['type'];
export type FactOf<T extends FactType> = Extract<Fact, { readonly type: T }>;

/** A fact before the tracer gives it its number, time and cause. */
export type FactDraft = Draft<Fact>;

/** Facts that may stand at the beginning of a chain of causes. */
export const rootFactTypes: ReadonlySet<FactType> = new Set<FactType>([
  'CommandEntered',
  'HostActionTaken',
  'TimerFired',
  'ComponentStarted',
]);

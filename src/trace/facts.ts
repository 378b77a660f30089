/**
 * The trace: one union of past-tense facts. All that the interface shows, and every answer to
 * "why did this happen?", is read from these.
 */

import type { Draft } from './fact.ts';
import type { ClientGoFact } from './facts/client-go.ts';
import type { ControllerFact } from './facts/controllers.ts';
import type { EtcdFact } from './facts/etcd.ts';
import type { KubeApiserverFact } from './facts/kube-apiserver.ts';
import type { KubeSchedulerFact } from './facts/kube-scheduler.ts';
import type { KubectlFactUnion } from './facts/kubectl.ts';
import type { KubeletFact } from './facts/kubelet.ts';
import type { NetworkFact } from './facts/network.ts';
import type { NodeFact } from './facts/node.ts';
import type { RunFact } from './facts/run.ts';

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
  'OutsideActionTaken',
  'TerminalTyped',
  'TimerFired',
  'ComponentStarted',
]);

/** The record of every kind of fact, and what other code looks up in it. */

import type { Fact, FactOf, FactType } from '#trace/facts';
import { objectKey } from '#trace/object-key';
import type { Caption } from './caption.ts';
import { clientGoFacts } from './client-go.ts';
import { controllerFacts } from './controllers.ts';
import { etcdFacts } from './etcd.ts';
import type { FactKind } from './fact-kind.ts';
import { kubeApiserverFacts } from './kube-apiserver.ts';
import { kubeSchedulerFacts } from './kube-scheduler.ts';
import { kubectlFacts } from './kubectl.ts';
import { kubeletFacts } from './kubelet.ts';
import { keyOf, podOf, refOf } from './names.ts';
import { networkFacts } from './network.ts';
import { nodeFacts } from './node.ts';
import { runFacts } from './run.ts';

/** A kind of fact that has no record does not compile. */
export const factKinds: { readonly [T in FactType]: FactKind<FactOf<T>> } = {
  ...runFacts,
  ...kubectlFacts,
  ...clientGoFacts,
  ...kubeApiserverFacts,
  ...etcdFacts,
  ...controllerFacts,
  ...kubeSchedulerFacts,
  ...kubeletFacts,
  ...networkFacts,
  ...nodeFacts,
};

/** The record of a fact's kind, for this fact. */
export const kindOf = (fact: Fact): FactKind<Fact> => factKinds[fact.type] as FactKind<Fact>;

/** The caption of a fact, without what only its run knows. */
export const captionOf = (fact: Fact): Caption => kindOf(fact).caption(fact);

/** The verb of a step id. */
export const stepVerb = ({ type }: Fact): string =>
  factKinds[type].verb ?? type.replace(/(?!^)[A-Z]/g, '-$&').toLowerCase();

/** The subject of a step in its id: an object, a Pod with a detail, or a key. */
export function stepSubject(fact: Fact): string {
  const ref = refOf(fact);
  const parts = [
    ref === undefined ? '' : objectKey(ref),
    podOf(fact) ?? '',
    (keyOf(fact) ?? '').replace(/^\/registry\//, ''),
    ...(kindOf(fact).subject?.(fact) ?? []),
  ];
  return parts.filter((part) => part !== '').join('/');
}

/** Where in its room a fact happens; `undefined` if it is at no station. */
export const stationOf = (fact: Fact): string | undefined => kindOf(fact).station?.(fact);

/** What a person does to a machine, and what the control plane concludes about a node. */
export const happensToNodes = (fact: Fact): boolean => kindOf(fact).happensToNodes?.(fact) ?? false;

/** The details of every kind of fact, for code that needs more than the record. */
import type { Fact, FactOf, FactType } from '#trace/facts';
import { clientGoDetails } from './client-go.ts';
import { controllerDetails } from './controllers.ts';
import { etcdDetails } from './etcd.ts';
import type { FactDetails } from './fact-details.ts';
import { kubeApiserverDetails } from './kube-apiserver.ts';
import { kubeSchedulerDetails } from './kube-scheduler.ts';
import { kubectlDetails } from './kubectl.ts';
import { kubeletDetails } from './kubelet.ts';
import { networkDetails } from './network.ts';
import { nodeDetails } from './node.ts';
import { runDetails } from './run.ts';

/** A kind of fact that has no details does not compile. */
export const factDetails: { readonly [T in FactType]: FactDetails<FactOf<T>> } = {
  ...runDetails,
  ...kubectlDetails,
  ...clientGoDetails,
  ...kubeApiserverDetails,
  ...etcdDetails,
  ...controllerDetails,
  ...kubeSchedulerDetails,
  ...kubeletDetails,
  ...networkDetails,
  ...nodeDetails,
};

/** The details of a fact's kind, for this fact. */
export const detailsOf = (fact: Fact): FactDetails<Fact> =>
  factDetails[fact.type] as FactDetails<Fact>;

/** More about the network of the nodes. */

import type { FactOf } from '#trace/facts';
import type { NetworkFact } from '#trace/facts/network';
import { elsewhere, type FactDetails, severityOfError } from './fact-details.ts';

export const networkDetails: { readonly [T in NetworkFact['type']]: FactDetails<FactOf<T>> } = {
  ProxyRulesSynced: { source: { place: ['pkg/proxy/iptables/proxier.go', 'syncProxyRules'] } },
  PolicyRulesSynced: { source: elsewhere },
  NetfilterChanged: { source: { place: ['pkg/proxy/iptables/proxier.go', 'syncProxyRules'] } },
  PacketHop: { source: elsewhere },
  ConnectionAnswered: { source: elsewhere, severity: severityOfError },
  OverlayJoined: { source: elsewhere },
  LoadBalancerSet: { source: elsewhere },
  ProxyConfigured: { source: elsewhere },
  RequestProxied: { source: elsewhere },
  DnsAnswered: { source: elsewhere },
};

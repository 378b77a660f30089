/**
 * flannel on one node: its packet filter rules. Pods keep their addresses inside the cluster and
 * are masqueraded outside of it.
 *
 * Models flanneld's rules (pkg/trafficmngr/iptables); its routes, ARP and FDB entries are the
 * kernel's `subnetRoutes`.
 */
import type { Match, Netfilter, Rule } from '#cluster/node/os/netfilter';

const postroutingChain = 'FLANNEL-POSTRTG';
const forwardChain = 'FLANNEL-FWD';
/** kube-proxy's mark: kube-proxy masquerades these packets itself. */
const proxyMark = 0x4000;
const multicast = '224.0.0.0/4';

const masq: Match = { match: 'comment', text: 'flanneld masq' };
const forward: Match = { match: 'comment', text: 'flanneld forward' };

export function setUpFlannel(netfilter: Netfilter, clusterCIDR: string, subnet: string): void {
  const inside = { cidr: clusterCIDR };
  const outside = { cidr: clusterCIDR, not: true } as const;
  const here = { cidr: subnet };
  const returns: Rule['target'] = { verdict: 'RETURN' };
  const masquerade: Rule['target'] = { masquerade: true, randomFully: true };
  const matches = [masq];
  const rules: readonly Rule[] = [
    { matches: [{ match: 'mark', mark: proxyMark }, masq], target: returns },
    { source: here, destination: inside, matches, target: returns },
    { source: inside, destination: here, matches, target: returns },
    { source: outside, destination: here, matches, target: returns },
    {
      source: inside,
      destination: { cidr: multicast, not: true },
      matches,
      target: masquerade,
    },
    { source: outside, destination: inside, matches, target: masquerade },
  ];
  netfilter.restore('nat', new Map([[postroutingChain, rules]]));
  netfilter.ensureRule('nat', 'POSTROUTING', { matches, target: { jump: postroutingChain } }, true);
  const accept: Rule['target'] = { verdict: 'ACCEPT' };
  const accepts: readonly Rule[] = [
    { source: inside, matches: [forward], target: accept },
    { destination: inside, matches: [forward], target: accept },
  ];
  netfilter.restore('filter', new Map([[forwardChain, accepts]]));
  const toForward: Rule = { matches: [forward], target: { jump: forwardChain } };
  netfilter.ensureRule('filter', 'FORWARD', toForward, true);
}

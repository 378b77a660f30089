/**
 * The few packet filter rules that the kubelet still owns.
 *
 * Models kubernetes/pkg/kubelet/kubelet_network_linux.go syncIPTablesRules: a hint for other
 * programs that iptables is in use, chains that reveal a flush, and a guard for the loopback
 * addresses.
 */
import type { Netfilter, Rule } from '#cluster/node/os/netfilter';

const hintChain = 'KUBE-IPTABLES-HINT';
const canaryChain = 'KUBE-KUBELET-CANARY';
const firewallChain = 'KUBE-FIREWALL';
const loopback = '127.0.0.0/8';

/** Packets to loopback addresses must come from one, or be replies. */
const blockMartians: Rule = {
  source: { cidr: loopback, not: true },
  destination: { cidr: loopback },
  matches: [
    { match: 'comment', text: 'block incoming localnet connections' },
    { match: 'conntrack', not: true, states: ['RELATED', 'ESTABLISHED', 'DNAT'] },
  ],
  target: { verdict: 'DROP' },
};

export function ensureUtilityChains(netfilter: Netfilter): void {
  netfilter.ensureChain('mangle', hintChain);
  for (const table of ['mangle', 'nat', 'filter'] as const) {
    netfilter.ensureChain(table, canaryChain);
  }
  netfilter.ensureChain('filter', firewallChain);
  netfilter.ensureRule('filter', firewallChain, blockMartians, true);
  for (const chain of ['OUTPUT', 'INPUT']) {
    const jump: Rule = { matches: [], target: { jump: firewallChain } };
    netfilter.ensureRule('filter', chain, jump, true);
  }
}

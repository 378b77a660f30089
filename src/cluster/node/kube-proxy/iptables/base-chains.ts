/**
 * The chains that all services share, and how the kernel's own chains lead to them.
 * Models iptablesJumpChains and the head and tail of syncProxyRules in
 * kubernetes/pkg/proxy/iptables/proxier.go.
 */
import type { Match, Netfilter, Rule, TableName } from '#cluster/node/os/netfilter';
import { isServiceChainName } from './chain-names.ts';

export const servicesChain = 'KUBE-SERVICES';
export const externalServicesChain = 'KUBE-EXTERNAL-SERVICES';
export const nodePortsChain = 'KUBE-NODEPORTS';
export const postroutingChain = 'KUBE-POSTROUTING';
export const markMasqChain = 'KUBE-MARK-MASQ';
export const forwardChain = 'KUBE-FORWARD';
export const proxyFirewallChain = 'KUBE-PROXY-FIREWALL';
const canaryChain = 'KUBE-PROXY-CANARY';

/** Bit 14 of a packet's mark: masquerade it with this node's address. */
const masqueradeMark = 0x4000;

export const comment = (text: string): Match => ({ match: 'comment', text });

interface Jump {
  readonly table: TableName;
  readonly to: string;
  readonly from: string;
  readonly comment: string;
  /** Only for the first packet of a connection. */
  readonly onlyNew?: true;
}

const portals = 'kubernetes service portals';
const external = 'kubernetes externally-visible service portals';
const firewall = 'kubernetes load balancer firewall';

const jumps: readonly Jump[] = [
  { table: 'filter', to: externalServicesChain, from: 'INPUT', comment: external, onlyNew: true },
  { table: 'filter', to: externalServicesChain, from: 'FORWARD', comment: external, onlyNew: true },
  {
    table: 'filter',
    to: nodePortsChain,
    from: 'INPUT',
    comment: 'kubernetes health check service ports',
  },
  { table: 'filter', to: servicesChain, from: 'FORWARD', comment: portals, onlyNew: true },
  { table: 'filter', to: servicesChain, from: 'OUTPUT', comment: portals, onlyNew: true },
  {
    table: 'filter',
    to: forwardChain,
    from: 'FORWARD',
    comment: 'kubernetes forwarding rules',
  },
  { table: 'filter', to: proxyFirewallChain, from: 'INPUT', comment: firewall, onlyNew: true },
  { table: 'filter', to: proxyFirewallChain, from: 'OUTPUT', comment: firewall, onlyNew: true },
  { table: 'filter', to: proxyFirewallChain, from: 'FORWARD', comment: firewall, onlyNew: true },
  { table: 'nat', to: servicesChain, from: 'OUTPUT', comment: portals },
  { table: 'nat', to: servicesChain, from: 'PREROUTING', comment: portals },
  {
    table: 'nat',
    to: postroutingChain,
    from: 'POSTROUTING',
    comment: 'kubernetes postrouting rules',
  },
];

/** Before the first sync: creates every chain, with a jump in front of the existing rules. */
export function ensureJumps(netfilter: Netfilter): void {
  for (const table of ['mangle', 'nat', 'filter'] as const) {
    netfilter.ensureChain(table, canaryChain);
  }
  for (const jump of jumps) {
    netfilter.ensureChain(jump.table, jump.to);
    netfilter.ensureRule(jump.table, jump.from, ruleOf(jump));
  }
}

function ruleOf({ to, comment: text, onlyNew }: Jump): Rule {
  const onlyFirst: readonly Match[] =
    onlyNew === true ? [{ match: 'conntrack', states: ['NEW'] }] : [];
  return { matches: [...onlyFirst, comment(text)], target: { jump: to } };
}

/** The chains that every service shares, by table. */
const sharedChains = {
  nat: [servicesChain, nodePortsChain, postroutingChain, markMasqChain, canaryChain],
  filter: [
    ...[servicesChain, externalServicesChain, forwardChain, nodePortsChain],
    ...[proxyFirewallChain, canaryChain],
  ],
  mangle: [canaryChain],
} as const;

/** Takes away every chain of this mode. Source: CleanupLeftovers of pkg/proxy/iptables. */
export function cleanupChains(netfilter: Netfilter): void {
  for (const jump of jumps) netfilter.deleteRule(jump.table, jump.from, ruleOf(jump));
  for (const table of ['nat', 'filter', 'mangle'] as const) {
    const shared = new Set<string>(sharedChains[table]);
    const gone = netfilter
      .chainNames(table)
      .filter((name) => shared.has(name) || (table === 'nat' && isServiceChainName(name)));
    netfilter.restore(table, new Map(), gone);
  }
}

/** Marks a packet for masquerading, so that the reply comes back through this node. */
export const markMasqRules: readonly Rule[] = [
  { matches: [], target: { mark: masqueradeMark, mask: masqueradeMark } },
];

/** Clears the mark, so that a packet is not masqueraded twice. */
export const postroutingRules: readonly Rule[] = [
  {
    matches: [{ match: 'mark', not: true, mark: masqueradeMark }],
    target: { verdict: 'RETURN' },
  },
  { matches: [], target: { mark: masqueradeMark, mask: 0 } },
  {
    matches: [comment('kubernetes service traffic requiring SNAT')],
    target: { masquerade: true, randomFully: true },
  },
];

export const forwardRules: readonly Rule[] = [
  { matches: [{ match: 'conntrack', states: ['INVALID'] }], target: { verdict: 'DROP' } },
  {
    matches: [comment('kubernetes forwarding rules'), { match: 'mark', mark: masqueradeMark }],
    target: { verdict: 'ACCEPT' },
  },
  {
    matches: [
      comment('kubernetes forwarding conntrack rule'),
      { match: 'conntrack', states: ['RELATED', 'ESTABLISHED'] },
    ],
    target: { verdict: 'ACCEPT' },
  },
];

/** A packet to this node that matched no service address may be for a node port. */
export const nodePortsRule: Rule = {
  matches: [
    comment('kubernetes service nodeports; NOTE: this must be the last rule in this chain'),
    { match: 'addrtype', dstType: 'LOCAL' },
  ],
  target: { jump: nodePortsChain },
};

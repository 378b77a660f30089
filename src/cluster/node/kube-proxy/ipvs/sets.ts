/**
 * The IP sets of ipvs mode and the rules of iptables that ask them: whatever number of services
 * there is, the number of rules stays the same.
 *
 * Models ipsetInfo, ipsetWithIptablesChain and writeIptablesRules of
 * kubernetes/pkg/proxy/ipvs/proxier.go.
 */
import type {
  IpSet,
  Match,
  Netfilter,
  Rule,
  SetFlags,
  TableName,
  Target,
} from '#cluster/node/os/netfilter';
import {
  comment,
  markMasqChain,
  markMasqRules,
  postroutingRules,
} from '../iptables/base-chains.ts';

export const loopBackSet = 'KUBE-LOOP-BACK';
export const clusterIPSet = 'KUBE-CLUSTER-IP';
export const loadBalancerSet = 'KUBE-LOAD-BALANCER';
export const loadBalancerLocalSet = 'KUBE-LOAD-BALANCER-LOCAL';
export const healthCheckSet = 'KUBE-HEALTH-CHECK-NODE-PORT';
export const boundSet = 'KUBE-IPVS-IPS';
export const nodePortSet = { tcp: 'KUBE-NODE-PORT-TCP', udp: 'KUBE-NODE-PORT-UDP' } as const;
export const nodePortLocalSet = {
  tcp: 'KUBE-NODE-PORT-LOCAL-TCP',
  udp: 'KUBE-NODE-PORT-LOCAL-UDP',
} as const;

/** Every set, with its type and what its rules say about it. */
export const setInfos: ReadonlyMap<string, Pick<IpSet, 'type'> & { readonly comment: string }> =
  new Map([
    [
      loopBackSet,
      {
        type: 'hash:ip,port,ip',
        comment: 'Kubernetes endpoints dst ip:port, source ip for solving hairpin purpose',
      },
    ],
    [
      clusterIPSet,
      {
        type: 'hash:ip,port',
        comment: 'Kubernetes service cluster ip + port for masquerade purpose',
      },
    ],
    [loadBalancerSet, { type: 'hash:ip,port', comment: 'Kubernetes service lb portal' }],
    [
      loadBalancerLocalSet,
      {
        type: 'hash:ip,port',
        comment: 'Kubernetes service load balancer ip + port with externalTrafficPolicy=local',
      },
    ],
    [
      nodePortSet.tcp,
      { type: 'bitmap:port', comment: 'Kubernetes nodeport TCP port for masquerade purpose' },
    ],
    [
      nodePortLocalSet.tcp,
      {
        type: 'bitmap:port',
        comment: 'Kubernetes nodeport TCP port with externalTrafficPolicy=local',
      },
    ],
    [
      nodePortSet.udp,
      { type: 'bitmap:port', comment: 'Kubernetes nodeport UDP port for masquerade purpose' },
    ],
    [
      nodePortLocalSet.udp,
      {
        type: 'bitmap:port',
        comment: 'Kubernetes nodeport UDP port with externalTrafficPolicy=local',
      },
    ],
    [healthCheckSet, { type: 'bitmap:port', comment: 'Kubernetes health check node port' }],
    [boundSet, { type: 'hash:ip', comment: 'Addresses on the ipvs interface' }],
  ]);

const servicesChain = 'KUBE-SERVICES';
const nodePortChain = 'KUBE-NODE-PORT';
const loadBalancerChain = 'KUBE-LOAD-BALANCER';
const postroutingChain = 'KUBE-POSTROUTING';
const forwardChain = 'KUBE-FORWARD';
const firewallChain = 'KUBE-PROXY-FIREWALL';
const filterChain = 'KUBE-IPVS-FILTER';
const outFilterChain = 'KUBE-IPVS-OUT-FILTER';
const masqueradeMark = 0x4000;

const portals = 'kubernetes service portals';
const firewallRules = 'kube-proxy firewall rules';
const accessFilter = 'kubernetes ipvs access filter';

/** Source: iptablesJumpChain. */
const jumps: readonly (readonly [table: TableName, from: string, to: string, text: string])[] = [
  ['nat', 'OUTPUT', servicesChain, portals],
  ['nat', 'PREROUTING', servicesChain, portals],
  ['nat', 'POSTROUTING', postroutingChain, 'kubernetes postrouting rules'],
  ['filter', 'FORWARD', forwardChain, 'kubernetes forwarding rules'],
  ['filter', 'INPUT', nodePortChain, 'kubernetes health check rules'],
  ['filter', 'INPUT', firewallChain, firewallRules],
  ['filter', 'FORWARD', firewallChain, firewallRules],
  ['filter', 'INPUT', filterChain, accessFilter],
  ['filter', 'OUTPUT', outFilterChain, accessFilter],
];

/** Before the first sync. Source: createAndLinkKubeChain. */
export function linkChains(netfilter: Netfilter): void {
  for (const [table, from, to, text] of jumps) {
    netfilter.ensureChain(table, to);
    const rule: Rule = { matches: [comment(text)], target: { jump: to } };
    netfilter.ensureRule(table, from, rule);
  }
}

/** Takes away the chains and sets of this mode. Source: CleanupLeftovers of pkg/proxy/ipvs. */
export function cleanupChainsAndSets(netfilter: Netfilter): void {
  for (const [table, from, to, text] of jumps) {
    netfilter.deleteRule(table, from, { matches: [comment(text)], target: { jump: to } });
  }
  for (const table of ['nat', 'filter'] as const) {
    const own = new Set(cleanupNames[table]);
    const gone = netfilter.chainNames(table).filter((name) => own.has(name));
    netfilter.restore(table, new Map(), gone);
  }
  for (const set of setInfos.keys()) netfilter.destroyIpSet(set);
}

/** Source: iptablesCleanupChains. */
const cleanupNames: Readonly<Record<'nat' | 'filter', readonly string[]>> = {
  nat: [servicesChain, postroutingChain, nodePortChain, loadBalancerChain, markMasqChain],
  filter: [forwardChain, nodePortChain, firewallChain, filterChain, outFilterChain],
};

const returns: Target = { verdict: 'RETURN' };
const accept: Target = { verdict: 'ACCEPT' };
const masquerade: Target = { jump: markMasqChain };

const inSet = (set: string, flags: SetFlags): Match => ({ match: 'set', set, flags });

/** `isEmpty`: a rule for an empty set is left out. */
export function ipvsRules(
  clusterCIDR: string,
  isEmpty: (set: string) => boolean,
): Readonly<Record<'nat' | 'filter', ReadonlyMap<string, readonly Rule[]>>> {
  const ask = (set: string, flags: SetFlags, target: Target, rest: Partial<Rule> = {}): Rule[] => {
    if (isEmpty(set)) return [];
    const text = comment(setInfos.get(set)?.comment ?? '');
    return [{ ...rest, matches: [text, inSet(set, flags)], target }];
  };
  const plain = (set: string): Rule[] =>
    isEmpty(set) ? [] : [{ matches: [inSet(set, 'dst,dst')], target: accept }];
  const services: readonly Rule[] = [
    { source: { cidr: '127.0.0.0/8' }, matches: [], target: returns },
    ...ask(loadBalancerSet, 'dst,dst', { jump: loadBalancerChain }),
    ...ask(clusterIPSet, 'dst,dst', masquerade, { source: { cidr: clusterCIDR, not: true } }),
    { matches: [{ match: 'addrtype', dstType: 'LOCAL' }], target: { jump: nodePortChain } },
    ...plain(clusterIPSet),
    ...plain(loadBalancerSet),
  ];
  const nodePorts = (['tcp', 'udp'] as const).flatMap((protocol) => [
    ...ask(nodePortLocalSet[protocol], 'dst', returns, { protocol }),
    ...ask(nodePortSet[protocol], 'dst', masquerade, { protocol }),
  ]);
  return {
    nat: new Map<string, readonly Rule[]>([
      [servicesChain, services],
      [nodePortChain, nodePorts],
      [
        loadBalancerChain,
        [
          ...ask(loadBalancerLocalSet, 'dst,dst', returns),
          { matches: [], target: { jump: markMasqChain } },
        ],
      ],
      [
        postroutingChain,
        [...ask(loopBackSet, 'dst,dst,src', { masquerade: true }), ...postroutingRules],
      ],
      [markMasqChain, markMasqRules],
    ]),
    filter: filterRules,
  };
}

const healthCheckComment = comment(setInfos.get(healthCheckSet)?.comment ?? '');

const filterRules: ReadonlyMap<string, readonly Rule[]> = new Map<string, readonly Rule[]>([
  [
    forwardChain,
    [
      {
        matches: [comment('kubernetes forwarding rules'), { match: 'mark', mark: masqueradeMark }],
        target: accept,
      },
      {
        matches: [
          comment('kubernetes forwarding conntrack rule'),
          { match: 'conntrack', states: ['RELATED', 'ESTABLISHED'] },
        ],
        target: accept,
      },
    ],
  ],
  [
    nodePortChain,
    [{ matches: [healthCheckComment, inSet(healthCheckSet, 'dst')], target: accept }],
  ],
  [firewallChain, []],
  [outFilterChain, []],
  // Ports of the host are not to be reached by the addresses of services.
  [
    filterChain,
    [
      { matches: [inSet(loadBalancerSet, 'dst,dst')], target: returns },
      { matches: [inSet(clusterIPSet, 'dst,dst')], target: returns },
      { matches: [inSet(healthCheckSet, 'dst')], target: returns },
      {
        matches: [{ match: 'conntrack', states: ['NEW'] }, inSet(boundSet, 'dst')],
        target: { verdict: 'REJECT' },
      },
    ],
  ],
]);

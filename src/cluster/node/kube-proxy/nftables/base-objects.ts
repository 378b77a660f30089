/**
 * What the table `kube-proxy` has before it has services: base chains, the chains that they jump
 * to, sets and maps.
 *
 * Models setupNFTables of kubernetes/pkg/proxy/nftables/proxier.go, with the default
 * `--nodeport-addresses=primary` of this mode.
 */
import type {
  NftBaseChain,
  NftChain,
  NftExpression,
  NftField,
  NftHook,
  NftRule,
  NftSet,
} from '#cluster/node/os/nftables';

export const tableName = 'kube-proxy';
export const tableComment = 'rules for kube-proxy';

export const clusterIPs = 'cluster-ips';
export const nodePortIPs = 'nodeport-ips';
export const serviceIPs = 'service-ips';
export const serviceNodePorts = 'service-nodeports';
export const noEndpointServices = 'no-endpoint-services';
export const noEndpointNodePorts = 'no-endpoint-nodeports';
export const firewallIPs = 'firewall-ips';
export const hairpinConnections = 'hairpin-connections';
export const rejectChain = 'reject-chain';

/** Bit 14 of a packet's mark: masquerade it with this node's address. */
const masqueradeMark = 0x4000;
export const markForMasquerade: NftExpression = { orMark: masqueradeMark };

const servicesChain = 'services';
const masqueradingChain = 'masquerading';
const clusterIPsCheck = 'cluster-ips-check';
const serviceEndpointsCheck = 'service-endpoints-check';
const nodePortEndpointsCheck = 'nodeport-endpoints-check';
const firewallCheck = 'firewall-check';

const dnat = -100;
const snat = 100;
const isNew: NftExpression = { ct: 'state new' };

const rule = (...expressions: readonly NftExpression[]): NftRule => ({ expressions });
const commented = (comment: string, ...expressions: readonly NftExpression[]): NftRule => ({
  expressions,
  comment,
});

function base(
  type: NftBaseChain['type'],
  hook: NftHook,
  priority: number,
  jumps: readonly string[],
  ...conditions: readonly NftExpression[]
): NftChain {
  const rules = jumps.map((to) => rule(...conditions, { verdict: `jump ${to}` }));
  return { base: { type, hook, priority }, rules };
}

const address: readonly NftField[] = ['ip daddr', 'meta l4proto', 'th dport'];
const port: readonly NftField[] = ['meta l4proto', 'th dport'];

export const baseSets: ReadonlyMap<string, NftSet> = new Map([
  [
    hairpinConnections,
    {
      type: 'ipv4_addr . ipv4_addr . inet_proto . inet_service',
      comment: 'service hairpin connections',
    },
  ],
  [clusterIPs, { type: 'ipv4_addr', comment: 'Active ClusterIPs' }],
  [nodePortIPs, { type: 'ipv4_addr', comment: 'IPs that accept NodePort traffic' }],
  [
    noEndpointServices,
    {
      type: 'ipv4_addr . inet_proto . inet_service : verdict',
      comment: 'vmap to drop or reject packets to services with no endpoints',
    },
  ],
  [
    noEndpointNodePorts,
    {
      type: 'inet_proto . inet_service : verdict',
      comment: 'vmap to drop or reject packets to service nodeports with no endpoints',
    },
  ],
  [
    firewallIPs,
    {
      type: 'ipv4_addr . inet_proto . inet_service : verdict',
      comment: 'destinations that are subject to LoadBalancerSourceRanges',
    },
  ],
  [
    serviceIPs,
    {
      type: 'ipv4_addr . inet_proto . inet_service : verdict',
      comment: 'ClusterIP, ExternalIP and LoadBalancer IP traffic',
    },
  ],
  [serviceNodePorts, { type: 'inet_proto . inet_service : verdict', comment: 'NodePort traffic' }],
]);

/** In the order in which kube-proxy makes them. `serviceCIDRs`: none are known at first. */
export function baseChains(
  clusterCIDR: string,
  serviceCIDRs: readonly string[],
): ReadonlyMap<string, NftChain> {
  const filter = 'filter' as const;
  const chains: [string, NftChain][] = [
    ['filter-prerouting-pre-dnat', base(filter, 'prerouting', dnat - 10, [firewallCheck], isNew)],
    ['filter-output-pre-dnat', base(filter, 'output', dnat - 10, [firewallCheck], isNew)],
    [
      'filter-input',
      base(filter, 'input', 0, [nodePortEndpointsCheck, serviceEndpointsCheck], isNew),
    ],
    ['filter-forward', base(filter, 'forward', 0, [serviceEndpointsCheck, clusterIPsCheck], isNew)],
    ['filter-output', base(filter, 'output', 0, [serviceEndpointsCheck, clusterIPsCheck], isNew)],
    ['nat-prerouting', base('nat', 'prerouting', dnat, [servicesChain])],
    ['nat-output', base('nat', 'output', dnat, [servicesChain])],
    ['nat-postrouting', base('nat', 'postrouting', snat, [masqueradingChain])],
    [nodePortEndpointsCheck, { rules: [toNodePort({ fields: port, vmap: noEndpointNodePorts })] }],
    [serviceEndpointsCheck, { rules: [rule({ fields: address, vmap: noEndpointServices })] }],
    [firewallCheck, { rules: [rule({ fields: address, vmap: firewallIPs })] }],
    [servicesChain, { rules: serviceDispatch(clusterCIDR) }],
    [masqueradingChain, { rules: masquerading }],
    [clusterIPsCheck, { rules: clusterIPChecks(serviceCIDRs) }],
    [
      rejectChain,
      {
        comment: 'helper for @no-endpoint-services / @no-endpoint-nodeports',
        rules: [rule({ verdict: 'reject' })],
      },
    ],
  ];
  return new Map(chains);
}

const toNodePort = (...expressions: readonly NftExpression[]): NftRule =>
  rule({ fields: ['ip daddr'], set: nodePortIPs }, ...expressions);

const toClusterIP: NftExpression = { fields: ['ip daddr'], set: clusterIPs };

const serviceDispatch = (clusterCIDR: string): readonly NftRule[] => [
  commented(
    'masquerade clusterIP traffic from outside cluster',
    toClusterIP,
    { address: 'ip saddr', in: [clusterCIDR], not: true },
    markForMasquerade,
  ),
  rule({ fields: address, vmap: serviceIPs }),
  toNodePort({ fields: port, vmap: serviceNodePorts }),
];

/** Clears the mark, so that a packet is not masqueraded twice. */
const masquerading: readonly NftRule[] = [
  rule({ hasMark: masqueradeMark }, { xorMark: masqueradeMark }, { masquerade: true }),
  rule(
    { ct: 'status dnat' },
    { fields: ['ip saddr', 'ip daddr', 'meta l4proto', 'th dport'], set: hairpinConnections },
    { masquerade: true },
  ),
];

const clusterIPChecks = (serviceCIDRs: readonly string[]): readonly NftRule[] => [
  commented('Reject traffic to invalid ports of ClusterIPs', toClusterIP, { verdict: 'reject' }),
  ...(serviceCIDRs.length === 0
    ? []
    : [
        commented(
          'Drop traffic to unallocated ClusterIPs',
          { address: 'ip daddr', in: serviceCIDRs },
          { verdict: 'drop' },
        ),
      ]),
];

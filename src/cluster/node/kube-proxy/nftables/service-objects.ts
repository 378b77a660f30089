/**
 * What one service port adds to the table: elements of sets and maps, and chains of its own.
 * Models the body of syncProxyRules in kubernetes/pkg/proxy/nftables/proxier.go.
 */
import { rangeHolds } from '#base/ipv4';
import type { NftChain, NftElement, NftRule, NftSet, NftVerdict } from '#cluster/node/os/nftables';
import type { EndpointInfo } from '../endpoint-slices.ts';
import { chainHash } from '../iptables/chain-names.ts';
import { isExternallyAccessible, type ServicePortInfo } from '../service-port.ts';
import type { EndpointCategories } from '../topology.ts';
import {
  clusterIPs,
  firewallIPs,
  hairpinConnections,
  markForMasquerade,
  noEndpointNodePorts,
  noEndpointServices,
  rejectChain,
  serviceIPs,
  serviceNodePorts,
} from './base-objects.ts';

export interface ServiceObjects {
  readonly endpoints: number;
  readonly chains: ReadonlyMap<string, NftChain>;
  readonly sets: ReadonlyMap<string, NftSet>;
  /** Each with its set or map. */
  readonly elements: readonly (readonly [set: string, element: NftElement])[];
}

export interface ObjectContext {
  readonly clusterCIDR: string;
  readonly nodeIP: string;
}

/** Of a set with the clients of an endpoint. */
const affinityPrefix = 'affinity-';
const hashLength = 8;
const longestName = 240;

/** `ULMVA6XW-ns1/svc1/tcp/p80`. Source: hashAndTruncate. */
function hashed(name: string): string {
  const full = `${chainHash(name).slice(0, hashLength)}-${name}`;
  return full.length > longestName ? `${full.slice(0, longestName - 3)}...` : full;
}

const portName = ({ service, protocol, portName: port }: ServicePortInfo): string =>
  `${service}/${protocol}/${port}`;

const endpointName = (info: ServicePortInfo, { address }: EndpointInfo): string =>
  hashed(`${portName(info)}__${address.replace(':', '/')}`);

const rule = (...expressions: NftRule['expressions']): NftRule => ({ expressions });

export const serviceObjects = (
  info: ServicePortInfo,
  endpoints: EndpointCategories,
  context: ObjectContext,
): ServiceObjects => new ObjectWriter(info, endpoints, context).write();

class ObjectWriter {
  readonly #info: ServicePortInfo;
  readonly #endpoints: EndpointCategories;
  readonly #context: ObjectContext;
  readonly #chains = new Map<string, NftChain>();
  readonly #sets = new Map<string, NftSet>();
  readonly #elements: (readonly [string, NftElement])[] = [];
  readonly #base: string;
  readonly #hasInternal: boolean;
  readonly #hasExternal: boolean;

  constructor(info: ServicePortInfo, endpoints: EndpointCategories, context: ObjectContext) {
    this.#info = info;
    this.#endpoints = endpoints;
    this.#context = context;
    this.#base = hashed(portName(info));
    const { hasAny, local } = endpoints;
    this.#hasInternal = hasAny && (!info.internalPolicyLocal || local.length > 0);
    this.#hasExternal = hasAny && (!info.externalPolicyLocal || local.length > 0);
  }

  write(): ServiceObjects {
    const { protocol } = this.#info;
    const { cluster, local, reachable, hasAny } = this.#endpoints;
    for (const { ip, address, isLocal } of reachable) {
      const port = address.slice(address.indexOf(':') + 1);
      if (isLocal) this.#add(hairpinConnections, `${ip} . ${ip} . ${protocol} . ${port}`);
    }
    this.#captureInternal();
    this.#captureExternal();
    if (hasAny && isExternallyAccessible(this.#info)) {
      this.#chains.set(this.#external, { rules: this.#externalRules() });
    }
    this.#firewall();
    if (cluster.length > 0) this.#balance(this.#cluster, cluster);
    if (local.length > 0) this.#balance(this.#local, local);
    if (this.#info.stickySeconds > 0) for (const one of reachable) this.#stickyEndpoint(one);
    return {
      endpoints: reachable.length,
      chains: this.#chains,
      sets: this.#sets,
      elements: this.#elements,
    };
  }

  get #cluster(): string {
    return `service-${this.#base}`;
  }

  get #local(): string {
    return `local-${this.#base}`;
  }

  get #external(): string {
    return `external-${this.#base}`;
  }

  #add(set: string, key: string, verdict?: NftVerdict, comment?: string): void {
    const element = {
      key,
      ...(verdict !== undefined && { verdict }),
      ...(comment !== undefined && { comment }),
    };
    this.#elements.push([set, element]);
  }

  /**
   * No endpoint anywhere: reject at once. None on this node: drop, because other nodes may have
   * one.
   */
  get #refusal(): NftVerdict {
    return this.#endpoints.hasAny ? 'drop' : `goto ${rejectChain}`;
  }

  #captureInternal(): void {
    const { clusterIP, name, internalPolicyLocal } = this.#info;
    this.#add(clusterIPs, clusterIP);
    const to = this.#addressKey(clusterIP);
    const chain = internalPolicyLocal ? this.#local : this.#cluster;
    if (this.#hasInternal) this.#add(serviceIPs, to, `goto ${chain}`);
    else this.#add(noEndpointServices, to, this.#refusal, name);
  }

  #captureExternal(): void {
    const { externalIPs, loadBalancerVIPs, nodePort, name, protocol } = this.#info;
    const { hasAny } = this.#endpoints;
    for (const ip of [...externalIPs, ...loadBalancerVIPs]) {
      const to = this.#addressKey(ip);
      if (hasAny) this.#add(serviceIPs, to, `goto ${this.#external}`);
      if (!this.#hasExternal) this.#add(noEndpointServices, to, this.#refusal, name);
    }
    if (nodePort === 0) return;
    const to = `${protocol} . ${nodePort}`;
    if (hasAny) this.#add(serviceNodePorts, to, `goto ${this.#external}`);
    if (!this.#hasExternal) this.#add(noEndpointNodePorts, to, this.#refusal, name);
  }

  #addressKey(ip: string): string {
    return `${ip} . ${this.#info.protocol} . ${this.#info.port}`;
  }

  #externalRules(): readonly NftRule[] {
    const { externalPolicyLocal } = this.#info;
    const policy = externalPolicyLocal ? this.#local : this.#cluster;
    const onward = this.#hasExternal ? [rule({ verdict: `goto ${policy}` })] : [];
    if (!externalPolicyLocal) {
      return [{ expressions: [markForMasquerade], comment: 'masquerade' }, ...onward];
    }
    const toCluster = { verdict: `goto ${this.#cluster}` } as const;
    const fromPod = { address: 'ip saddr', in: [this.#context.clusterCIDR] } as const;
    const fromHere = { fib: 'saddr' } as const;
    return [
      { expressions: [fromPod, toCluster], comment: 'short-circuit pod traffic' },
      { expressions: [fromHere, markForMasquerade], comment: 'masquerade local traffic' },
      { expressions: [fromHere, toCluster], comment: 'short-circuit local traffic' },
      ...onward,
    ];
  }

  /** Only the given source ranges may use the load balancer's addresses. */
  #firewall(): void {
    const { loadBalancerVIPs: vips, loadBalancerSourceRanges: ranges } = this.#info;
    if (vips.length === 0 || ranges.length === 0) return;
    const chain = `firewall-${this.#base}`;
    for (const ip of vips) this.#add(firewallIPs, this.#addressKey(ip), `goto ${chain}`);
    const allowsNode = ranges.some((range) => rangeHolds(range, this.#context.nodeIP));
    const sources = allowsNode ? [...ranges, ...vips] : ranges;
    const outside = { address: 'ip saddr', in: sources, not: true } as const;
    this.#chains.set(chain, { rules: [rule(outside, { verdict: 'drop' })] });
  }

  /** Picks a random endpoint, or the one that the client had before. */
  #balance(chain: string, endpoints: readonly EndpointInfo[]): void {
    const { protocol, stickySeconds } = this.#info;
    if (stickySeconds === 0) {
      const dnatToAny = endpoints.map(({ address }) => address);
      this.#chains.set(chain, { rules: [rule({ l4proto: protocol }, { dnatToAny })] });
      return;
    }
    const names = endpoints.map((endpoint) => endpointName(this.#info, endpoint));
    const anyVerdict = names.map((name): NftVerdict => `goto endpoint-${name}`);
    this.#chains.set(chain, {
      rules: [
        ...names.map((name) =>
          rule(
            { fields: ['ip saddr'], set: `${affinityPrefix}${name}` },
            { verdict: `goto endpoint-${name}` },
          ),
        ),
        rule({ anyVerdict }),
      ],
    });
  }

  #stickyEndpoint(endpoint: EndpointInfo): void {
    const { protocol, stickySeconds } = this.#info;
    const name = endpointName(this.#info, endpoint);
    const remember = `${affinityPrefix}${name}`;
    this.#sets.set(remember, { type: 'ipv4_addr', timeoutSeconds: stickySeconds });
    this.#chains.set(`endpoint-${name}`, {
      rules: [rule({ remember }), rule({ l4proto: protocol }, { dnat: endpoint.address })],
    });
  }
}

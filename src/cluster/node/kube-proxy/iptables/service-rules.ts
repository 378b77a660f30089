/**
 * The rules of one service port: how packets reach its chains, and what the chains do.
 * Models the body of syncProxyRules in kubernetes/pkg/proxy/iptables/proxier.go.
 */
import { rangeHolds } from '#base/ipv4';
import type { Match, Rule, Target } from '#cluster/node/os/netfilter';
import type { EndpointInfo } from '../endpoint-slices.ts';
import { isExternallyAccessible, type ServicePortInfo } from '../service-port.ts';
import type { EndpointCategories } from '../topology.ts';
import { comment, markMasqChain } from './base-chains.ts';
import { endpointChainName, serviceChainNames } from './chain-names.ts';

/** What a service port adds to each shared chain, and the chains of its own. */
export interface ServiceRules {
  readonly info: ServicePortInfo;
  readonly isLarge: boolean;
  readonly endpoints: number;
  /** nat KUBE-SERVICES */
  readonly services: readonly Rule[];
  /** nat KUBE-NODEPORTS */
  readonly nodePorts: readonly Rule[];
  /** filter KUBE-SERVICES, KUBE-EXTERNAL-SERVICES, KUBE-PROXY-FIREWALL and KUBE-NODEPORTS */
  readonly refusals: readonly Rule[];
  readonly externalRefusals: readonly Rule[];
  readonly firewall: readonly Rule[];
  readonly healthChecks: readonly Rule[];
  /** nat: KUBE-SVC-, KUBE-SVL-, KUBE-EXT-, KUBE-FW- and KUBE-SEP- chains. */
  readonly chains: ReadonlyMap<string, readonly Rule[]>;
}

export interface RuleContext {
  /** The pod range: connections to a cluster address from outside it are masqueraded. */
  readonly clusterCIDR: string;
  readonly nodeIP: string;
  /** A thousand endpoints or more: rules have no comments. */
  readonly isLarge: boolean;
  /** Endpoint chains that did not change, kept because most endpoints stay the same. */
  readonly known: ReadonlyMap<string, readonly Rule[]>;
}

export function serviceRules(
  info: ServicePortInfo,
  endpoints: EndpointCategories,
  context: RuleContext,
): ServiceRules {
  return new ServiceRuleWriter(info, endpoints, context).write();
}

class ServiceRuleWriter {
  readonly #info: ServicePortInfo;
  readonly #endpoints: EndpointCategories;
  readonly #context: RuleContext;
  readonly #names: ReturnType<typeof serviceChainNames>;
  readonly #chains = new Map<string, readonly Rule[]>();
  readonly #hasInternal: boolean;
  readonly #hasExternal: boolean;

  constructor(info: ServicePortInfo, endpoints: EndpointCategories, context: RuleContext) {
    this.#info = info;
    this.#endpoints = endpoints;
    this.#context = context;
    this.#names = serviceChainNames(info);
    const { hasAny, local } = endpoints;
    this.#hasInternal = hasAny && (!info.internalPolicyLocal || local.length > 0);
    this.#hasExternal = hasAny && (!info.externalPolicyLocal || local.length > 0);
  }

  write(): ServiceRules {
    const info = this.#info;
    const { cluster, local, reachable, hasAny } = this.#endpoints;
    const { healthCheckNodePort, name } = info;
    const isExternal = isExternallyAccessible(info);
    if (isExternal && hasAny) this.#chains.set(this.#names.external, this.#externalRules());
    if (this.#usesFirewall) this.#chains.set(this.#names.firewall, this.#firewallRules());
    if (cluster.length > 0) this.#balance(this.#names.cluster, cluster);
    if (local.length > 0) this.#balance(this.#names.local, local);
    for (const endpoint of reachable) this.#addEndpoint(endpoint);
    return {
      info,
      isLarge: this.#context.isLarge,
      endpoints: reachable.length,
      services: this.#captures(),
      nodePorts:
        info.nodePort !== 0 && hasAny
          ? [this.#toPort(info.nodePort, name, { jump: this.#names.external })]
          : [],
      refusals: this.#hasInternal ? [] : [this.#refusal(hasAny, info.clusterIP)],
      externalRefusals: isExternal && !this.#hasExternal ? this.#externalRefusals() : [],
      firewall: this.#usesFirewall ? this.#firewallDrops() : [],
      healthChecks:
        healthCheckNodePort === 0
          ? []
          : [
              {
                protocol: 'tcp',
                matches: [
                  comment(`${name} health check node port`),
                  { match: 'tcp', dport: healthCheckNodePort },
                ],
                target: { verdict: 'ACCEPT' },
              },
            ],
      chains: this.#chains,
    };
  }

  get #usesFirewall(): boolean {
    const { loadBalancerVIPs, loadBalancerSourceRanges } = this.#info;
    const { hasAny } = this.#endpoints;
    return hasAny && loadBalancerVIPs.length > 0 && loadBalancerSourceRanges.length > 0;
  }

  get #internalChain(): string {
    return this.#info.internalPolicyLocal ? this.#names.local : this.#names.cluster;
  }

  /** The rules that send packets for the service's addresses into its chains. */
  #captures(): readonly Rule[] {
    const { name, port, clusterIP, externalIPs, loadBalancerVIPs } = this.#info;
    const { external, firewall } = this.#names;
    const rules: Rule[] = [];
    const capture = (ip: string, what: string, chain: string): void => {
      rules.push({
        destination: { cidr: ip },
        ...this.#toPort(port, `${name} ${what}`, { jump: chain }),
      });
    };
    if (this.#hasInternal) capture(clusterIP, 'cluster IP', this.#internalChain);
    if (!this.#endpoints.hasAny) return rules;
    for (const ip of externalIPs) capture(ip, 'external IP', external);
    const balanced = this.#usesFirewall ? firewall : external;
    for (const ip of loadBalancerVIPs) capture(ip, 'loadbalancer IP', balanced);
    return rules;
  }

  #toPort(dport: number, text: string, target: Target): Rule {
    const { protocol } = this.#info;
    const matches: readonly Match[] = [comment(text), { match: protocol, dport }];
    return { protocol, matches, target };
  }

  /**
   * No endpoint anywhere: reject at once. None on this node: drop, because other nodes may have
   * one.
   */
  #refusal(hasAny: boolean, ip: string): Rule {
    const { name, port } = this.#info;
    const text = hasAny ? `${name} has no local endpoints` : `${name} has no endpoints`;
    const verdict = hasAny ? 'DROP' : 'REJECT';
    return { destination: { cidr: ip }, ...this.#toPort(port, text, { verdict }) };
  }

  #externalRefusals(): readonly Rule[] {
    const { externalIPs, loadBalancerVIPs, nodePort } = this.#info;
    const { hasAny } = this.#endpoints;
    const rules = [...externalIPs, ...loadBalancerVIPs].map((ip) => this.#refusal(hasAny, ip));
    if (nodePort === 0) return rules;
    const { protocol, matches, target } = this.#refusal(hasAny, '');
    const [text] = matches;
    const toNodePort: readonly Match[] = [
      ...(text === undefined ? [] : [text]),
      { match: 'addrtype', dstType: 'LOCAL' },
      { match: this.#info.protocol, dport: nodePort },
    ];
    const rule: Rule = { matches: toNodePort };
    if (protocol === undefined || target === undefined) return [...rules, rule];
    return [...rules, { ...rule, protocol, target }];
  }

  #externalRules(): readonly Rule[] {
    const { name, externalPolicyLocal } = this.#info;
    const { cluster, local } = this.#names;
    const destinations = `${name} external destinations`;
    const toPolicy: readonly Rule[] = this.#hasExternal
      ? [{ matches: [], target: { jump: externalPolicyLocal ? local : cluster } }]
      : [];
    if (!externalPolicyLocal) {
      const text = `masquerade traffic for ${destinations}`;
      return [{ matches: [comment(text)], target: { jump: markMasqChain } }, ...toPolicy];
    }
    // Traffic from this node or its pods may use every endpoint; outside traffic only local ones.
    const fromNode: Match = { match: 'addrtype', srcType: 'LOCAL' };
    const masquerade = comment(`masquerade LOCAL traffic for ${destinations}`);
    const route = comment(`route LOCAL traffic for ${destinations}`);
    return [
      {
        source: { cidr: this.#context.clusterCIDR },
        matches: [comment(`pod traffic for ${destinations}`)],
        target: { jump: cluster },
      },
      { matches: [masquerade, fromNode], target: { jump: markMasqChain } },
      { matches: [route, fromNode], target: { jump: cluster } },
      ...toPolicy,
    ];
  }

  /** Only the given source ranges may use the load balancer's addresses. */
  #firewallRules(): readonly Rule[] {
    const { name, loadBalancerSourceRanges, loadBalancerVIPs } = this.#info;
    const from = (cidr: string): Rule => ({
      source: { cidr },
      matches: [comment(`${name} loadbalancer IP`)],
      target: { jump: this.#names.external },
    });
    const { nodeIP } = this.#context;
    const allowsNode = loadBalancerSourceRanges.some((range) => rangeHolds(range, nodeIP));
    const rest = comment(`other traffic to ${name} will be dropped by KUBE-PROXY-FIREWALL`);
    return [
      ...loadBalancerSourceRanges.map(from),
      ...(allowsNode ? loadBalancerVIPs.map(from) : []),
      { matches: [rest] },
    ];
  }

  #firewallDrops(): readonly Rule[] {
    const { name, port, loadBalancerVIPs } = this.#info;
    const text = `${name} traffic not accepted by ${this.#names.firewall}`;
    return loadBalancerVIPs.map((ip) => ({
      destination: { cidr: ip },
      ...this.#toPort(port, text, { verdict: 'DROP' }),
    }));
  }

  /** Picks a random endpoint, or the one that the client had before. */
  #balance(chain: string, endpoints: readonly EndpointInfo[]): void {
    const { name, port, clusterIP, stickySeconds } = this.#info;
    const rules: Rule[] = [];
    if (chain === this.#internalChain && this.#hasInternal) {
      rules.push({
        source: { cidr: this.#context.clusterCIDR, not: true },
        destination: { cidr: clusterIP },
        ...this.#toPort(port, `${name} cluster IP`, { jump: markMasqChain }),
      });
    }
    const names = endpoints.map(({ address }) => endpointChainName(this.#info, address));
    const to = (index: number, match: readonly Match[]): void => {
      const jump = names[index] ?? '';
      const text = this.#comment(`${name} -> ${endpoints[index]?.address}`);
      rules.push({ matches: [...text, ...match], target: { jump } });
    };
    if (stickySeconds > 0) {
      names.forEach((recent, index) => {
        to(index, [{ match: 'recent', name: recent, rcheckSeconds: stickySeconds }]);
      });
    }
    const last = endpoints.length - 1;
    endpoints.forEach((_, index) => {
      // The last endpoint takes all remaining packets.
      const probability = Number((1 / (endpoints.length - index)).toFixed(10));
      to(index, index === last ? [] : [{ match: 'statistic', probability }]);
    });
    this.#chains.set(chain, rules);
  }

  #addEndpoint({ ip, address }: EndpointInfo): void {
    const { name, protocol, stickySeconds } = this.#info;
    const chain = endpointChainName(this.#info, address);
    const known = this.#context.known.get(chain);
    if (known !== undefined) {
      this.#chains.set(chain, known);
      return;
    }
    const text = this.#comment(name);
    const remember: readonly Match[] =
      stickySeconds > 0 ? [{ match: 'recent', name: chain, set: true }] : [];
    this.#chains.set(chain, [
      // A pod that connects to itself through the service: without another source address it would
      // answer itself directly.
      { source: { cidr: ip }, matches: text, target: { jump: markMasqChain } },
      {
        protocol,
        matches: [...text, ...remember, { match: protocol }],
        target: { dnat: address },
      },
    ]);
  }

  #comment(text: string): readonly Match[] {
    return this.#context.isLarge ? [] : [comment(text)];
  }
}

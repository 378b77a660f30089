/**
 * Keeps the packet filter of a node in step with services and endpoints.
 *
 * Models kubernetes/pkg/proxy/iptables/proxier.go: changes are collected; a sync handles the
 * services that changed and rewrites the shared chains. In: services, endpoint slices, the node.
 * Out: chains by `iptables-restore`; a `ProxyRulesSynced` fact for each sync.
 */
import type { Rule } from '#cluster/node/os/netfilter';
import type { Service } from '#k8s.io/api/core/v1';
import type { Process } from '#sim/simulation';
import { BaseProxier } from '../base-proxier.ts';
import { servicePorts } from '../service-port.ts';
import {
  ensureJumps,
  externalServicesChain,
  forwardChain,
  forwardRules,
  markMasqChain,
  markMasqRules,
  nodePortsChain,
  nodePortsRule,
  postroutingChain,
  postroutingRules,
  proxyFirewallChain,
  servicesChain,
} from './base-chains.ts';
import { type RuleContext, type ServiceRules, serviceRules } from './service-rules.ts';

const largeClusterEndpoints = 1000;
/** Chains that belong to one service or endpoint. */
const ownChains = /^KUBE-(SVC|SVL|EXT|FW|SEP)-/;
const noChains: ReadonlyMap<string, readonly Rule[]> = new Map();

export class Proxier extends BaseProxier {
  /** The rules in the kernel, by service (`default/web`). */
  readonly #rules = new Map<string, readonly ServiceRules[]>();
  #endpoints = 0;
  /** Large clusters get rules without comments. */
  #isLarge = false;

  /** Source: Proxier.syncProxyRules. */
  override *syncProxyRules(): Process {
    if (this.isInitialized && this.changed.size === 0) return;
    const { netfilter } = this.options;
    const changed = this.takeChanges();
    const deleted = new Set<string>();
    if (!this.isInitialized) {
      ensureJumps(netfilter);
      // Chains of an earlier process. Those still needed are written again below.
      for (const chain of netfilter.chainNames('nat')) {
        if (ownChains.test(chain)) deleted.add(chain);
      }
    }
    const chains = new Map<string, readonly Rule[]>();
    for (const key of changed) this.#recompute(key, chains, deleted);
    if (this.#endpoints >= largeClusterEndpoints !== this.#isLarge) {
      this.#isLarge = !this.#isLarge;
      for (const key of this.services.keys()) this.#recompute(key, chains, deleted);
    }
    for (const chain of chains.keys()) deleted.delete(chain);
    this.#addSharedChains(chains);
    yield* this.restoring();
    netfilter.restore('filter', this.#filterChains());
    netfilter.restore('nat', chains, [...deleted]);
    this.emitSynced(changed, this.#rules.size, this.#endpoints);
  }

  /** Writes the rules of a service again and deletes its chains that are no longer needed. */
  #recompute(key: string, chains: Map<string, readonly Rule[]>, deleted: Set<string>): void {
    for (const { chains: before, endpoints } of this.#rules.get(key) ?? []) {
      this.#endpoints -= endpoints;
      for (const chain of before.keys()) deleted.add(chain);
    }
    const service = this.services.get(key);
    const before = this.#rules.get(key) ?? [];
    const rules = service === undefined ? [] : this.#rulesOf(service, before);
    for (const { chains: own, endpoints } of rules) {
      this.#endpoints += endpoints;
      for (const [chain, lines] of own) chains.set(chain, lines);
    }
    if (rules.length === 0) this.#rules.delete(key);
    else this.#rules.set(key, rules);
  }

  #rulesOf(service: Service, before: readonly ServiceRules[]): readonly ServiceRules[] {
    const { clusterCIDR, nodeIP } = this.options;
    const isLarge = this.#isLarge;
    return servicePorts(service).map((info) => {
      const same = before.find((one) => one.info.name === info.name);
      const keeps = same?.isLarge === isLarge && same.info.stickySeconds === info.stickySeconds;
      const known = keeps ? same.chains : noChains;
      const context: RuleContext = { clusterCIDR, nodeIP, isLarge, known };
      return serviceRules(info, this.endpointsOf(info), context);
    });
  }

  #addSharedChains(chains: Map<string, readonly Rule[]>): void {
    chains.set(servicesChain, [...this.#gather(({ services }) => services), nodePortsRule]);
    chains.set(
      nodePortsChain,
      this.#gather(({ nodePorts }) => nodePorts),
    );
    chains.set(postroutingChain, postroutingRules);
    chains.set(markMasqChain, markMasqRules);
  }

  #filterChains(): ReadonlyMap<string, readonly Rule[]> {
    return new Map([
      [servicesChain, this.#gather(({ refusals }) => refusals)],
      [externalServicesChain, this.#gather(({ externalRefusals }) => externalRefusals)],
      [forwardChain, forwardRules],
      [nodePortsChain, this.#gather(({ healthChecks }) => healthChecks)],
      [proxyFirewallChain, this.#gather(({ firewall }) => firewall)],
    ]);
  }

  #gather(of: (rules: ServiceRules) => readonly Rule[]): readonly Rule[] {
    const gathered: Rule[] = [];
    for (const ports of this.#rules.values()) for (const port of ports) gathered.push(...of(port));
    return gathered;
  }
}

/**
 * Keeps the virtual servers of a node's IPVS in step with services and endpoints.
 *
 * Models kubernetes/pkg/proxy/ipvs/proxier.go: each address and port of a service is a virtual
 * server, its address is bound to `kube-ipvs0`, its endpoints are real servers. iptables only
 * masquerades and guards, with IP sets. In: services, endpoint slices, the node. Out: virtual
 * servers, sets and rules; a `ProxyRulesSynced` fact for each sync.
 */
import type { VirtualServer } from '#cluster/node/os/ipvs';
import type { Process } from '#sim/simulation';
import { BaseProxier } from '../base-proxier.ts';
import type { EndpointInfo } from '../endpoint-slices.ts';
import { type ServicePortInfo, servicePorts } from '../service-port.ts';
import type { EndpointCategories } from '../topology.ts';
import {
  boundSet,
  clusterIPSet,
  healthCheckSet,
  ipvsRules,
  linkChains,
  loadBalancerLocalSet,
  loadBalancerSet,
  loopBackSet,
  nodePortLocalSet,
  nodePortSet,
  setInfos,
} from './sets.ts';

/** What one service port needs. */
interface PortObjects {
  readonly servers: readonly VirtualServer[];
  readonly bound: readonly string[];
  readonly members: readonly (readonly [set: string, member: string])[];
  readonly endpoints: number;
}

export class IpvsProxier extends BaseProxier {
  /** What is in the kernel, by service (`default/web`). */
  readonly #objects = new Map<string, readonly PortObjects[]>();

  /** Source: Proxier.syncProxyRules. */
  override *syncProxyRules(): Process {
    if (this.isInitialized && this.changed.size === 0) return;
    const changed = this.takeChanges();
    if (!this.isInitialized) linkChains(this.options.netfilter);
    for (const key of changed) this.#recompute(key);
    yield* this.restoring();
    const all = [...this.#objects.values()].flat();
    this.#setServers(all);
    this.#setRules(all);
    const endpoints = all.reduce((sum, { endpoints: count }) => sum + count, 0);
    this.emitSynced(changed, this.#objects.size, endpoints);
  }

  #recompute(key: string): void {
    const service = this.services.get(key);
    const ports = service === undefined ? [] : servicePorts(service);
    if (ports.length === 0) this.#objects.delete(key);
    else
      this.#objects.set(
        key,
        ports.map((info) => this.#objectsOf(info)),
      );
  }

  #objectsOf(info: ServicePortInfo): PortObjects {
    const { protocol, clusterIP, port, loadBalancerVIPs, nodePort } = info;
    const endpoints = this.endpointsOf(info);
    const server = (ip: string, at: number, onlyLocal: boolean): VirtualServer => ({
      protocol,
      address: `${ip}:${at}`,
      persistentSeconds: info.stickySeconds,
      realServers: realServers(endpoints, onlyLocal).map(({ address }) => address),
    });
    const { externalPolicyLocal, internalPolicyLocal } = info;
    return {
      servers: [
        server(clusterIP, port, internalPolicyLocal),
        ...loadBalancerVIPs.map((ip) => server(ip, port, externalPolicyLocal)),
        ...(nodePort === 0 ? [] : [server(this.options.nodeIP, nodePort, externalPolicyLocal)]),
      ],
      bound: [clusterIP, ...loadBalancerVIPs],
      members: membersOf(info, endpoints),
      endpoints: endpoints.reachable.length,
    };
  }

  /** Source: syncService, syncEndpoint and cleanLegacyService. */
  #setServers(all: readonly PortObjects[]): void {
    const { ipvs } = this.options;
    const wanted = new Map(all.flatMap(({ servers }) => servers.map((one) => [textOf(one), one])));
    const known = new Map(ipvs.virtualServers.map((one) => [textOf(one), one]));
    for (const [text, server] of wanted) {
      if (JSON.stringify(known.get(text)) !== JSON.stringify(server)) {
        ipvs.setVirtualServer(server);
      }
    }
    ipvs.bindAddresses([...new Set(all.flatMap(({ bound }) => bound))]);
    for (const [text, server] of known) if (!wanted.has(text)) ipvs.deleteVirtualServer(server);
  }

  #setRules(all: readonly PortObjects[]): void {
    const { netfilter, clusterCIDR, ipvs } = this.options;
    const members = new Map<string, Set<string>>(
      [...setInfos.keys()].map((set) => [set, new Set()]),
    );
    for (const [set, member] of all.flatMap((one) => one.members)) members.get(set)?.add(member);
    members.set(boundSet, new Set(ipvs.boundAddresses));
    for (const [set, { type, comment }] of setInfos) {
      const sorted = [...(members.get(set) ?? [])].sort();
      netfilter.setIpSet(set, { type, comment, members: sorted });
    }
    const rules = ipvsRules(clusterCIDR, (set) => members.get(set)?.size === 0);
    netfilter.restore('nat', rules.nat);
    netfilter.restore('filter', rules.filter);
  }
}

const textOf = ({ protocol, address }: VirtualServer): string => `${protocol} ${address}`;

/** With a local policy and no endpoint here, those elsewhere serve the node's own pods. */
function realServers(
  { cluster, local }: EndpointCategories,
  onlyLocal: boolean,
): readonly EndpointInfo[] {
  return onlyLocal && local.length > 0 ? local : cluster;
}

function membersOf(
  info: ServicePortInfo,
  { reachable }: EndpointCategories,
): PortObjects['members'] {
  const { protocol, clusterIP, port, loadBalancerVIPs, nodePort, healthCheckNodePort } = info;
  const isLocal = info.externalPolicyLocal;
  const members: (readonly [string, string])[] = [
    [clusterIPSet, `${clusterIP},${protocol}:${port}`],
  ];
  for (const { ip, address, isLocal: isHere } of reachable) {
    const at = address.slice(ip.length + 1);
    if (isHere) members.push([loopBackSet, `${ip},${protocol}:${at},${ip}`]);
  }
  for (const ip of loadBalancerVIPs) {
    const member = `${ip},${protocol}:${port}`;
    members.push([loadBalancerSet, member]);
    if (isLocal) members.push([loadBalancerLocalSet, member]);
  }
  if (nodePort !== 0 && protocol !== 'sctp') {
    members.push([nodePortSet[protocol], String(nodePort)]);
    if (isLocal) members.push([nodePortLocalSet[protocol], String(nodePort)]);
  }
  if (healthCheckNodePort !== 0) members.push([healthCheckSet, String(healthCheckNodePort)]);
  return members;
}

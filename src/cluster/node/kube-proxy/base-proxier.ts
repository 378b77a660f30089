/**
 * What a proxier of every mode has: the services and endpoints that it was told of, and which of
 * them changed since the last sync. Models kubernetes/pkg/proxy ServiceChangeTracker and
 * EndpointsChangeTracker.
 */
import type { Prng } from '#base/prng';
import { type Duration, ms } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { VirtualServers } from '#cluster/node/os/ipvs';
import type { Netfilter } from '#cluster/node/os/netfilter';
import type { Nftables } from '#cluster/node/os/nftables';
import type { NetworkNamespace } from '#cluster/node/os/sockets';
import type { Service } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import { type Process, sleep } from '#sim/simulation';
import { EndpointSliceCache } from './endpoint-slices.ts';
import { type ServiceHealth, ServiceHealthServer } from './healthcheck/service-health.ts';
import { type ServicePortInfo, servicePorts } from './service-port.ts';
import { categorizeEndpoints, type EndpointCategories } from './topology.ts';

export interface ProxierOptions {
  readonly component: string;
  readonly nodeName: string;
  readonly nodeIP: string;
  readonly clusterCIDR: string;
  readonly netfilter: Netfilter;
  readonly nftables: Nftables;
  readonly ipvs: VirtualServers;
  /** The node's own network, for health checks of services; absent: they are not served. */
  readonly host?: NetworkNamespace;
  readonly prng: Prng;
}

/** The time of iptables-restore or nft: a process starts and changes tables in the kernel. */
const restoreTime: Duration = ms(14);
const restoreJitter: Duration = ms(10);

export abstract class BaseProxier {
  protected readonly options: ProxierOptions;
  protected readonly services = new Map<string, Service>();
  /** Services to look at in the next sync. */
  protected readonly changed = new Set<string>();
  protected isInitialized = false;
  protected readonly env: Environment;
  readonly #slices: EndpointSliceCache;
  readonly #health: ServiceHealthServer | undefined;
  #zone: string | undefined;

  constructor(env: Environment, options: ProxierOptions) {
    this.env = env;
    this.options = options;
    this.#slices = new EndpointSliceCache(options.nodeName);
    const { host } = options;
    this.#health = host && new ServiceHealthServer(env.sim, host);
  }

  setService(service: Service): void {
    const key = `${service.metadata.namespace}/${service.metadata.name}`;
    this.services.set(key, service);
    this.changed.add(key);
  }

  deleteService(service: Service): void {
    const key = `${service.metadata.namespace}/${service.metadata.name}`;
    this.services.delete(key);
    this.changed.add(key);
  }

  setSlice(slice: EndpointSlice): void {
    const service = this.#slices.update(slice);
    if (service !== undefined) this.changed.add(service);
  }

  deleteSlice(slice: EndpointSlice): void {
    const service = this.#slices.delete(slice);
    if (service !== undefined) this.changed.add(service);
  }

  /** The zone of the node: hints of endpoints are read against it. */
  setZone(zone: string | undefined): void {
    if (zone === this.#zone) return;
    this.#zone = zone;
    for (const service of this.services.keys()) this.changed.add(service);
  }

  /** The address ranges of services. Only nftables has rules for them. */
  setServiceCIDRs(_cidrs: readonly string[]): void {}

  /** Whether a sync would do anything. */
  get hasChanges(): boolean {
    return this.changed.size > 0;
  }

  /** Source: Proxier.syncProxyRules. */
  abstract syncProxyRules(): Process;

  protected endpointsOf(info: ServicePortInfo): EndpointCategories {
    const topology = { node: this.options.nodeName, zone: this.#zone };
    return categorizeEndpoints(this.#slices.endpointsOf(info), info, topology);
  }

  /** What changed since the last sync, sorted; from now on, nothing has. */
  protected takeChanges(): readonly string[] {
    const changed = [...this.changed].sort();
    this.changed.clear();
    return changed;
  }

  protected *restoring(): Process {
    yield* sleep(restoreTime + this.options.prng.nextInt(restoreJitter));
  }

  protected emitSynced(changed: readonly string[], services: number, endpoints: number): void {
    const full = !this.isInitialized;
    this.isInitialized = true;
    const { component } = this.options;
    this.env.tracer.emit({
      ...{ type: 'ProxyRulesSynced', component, full, services, endpoints, changed },
    });
    this.#health?.sync(this.#healthChecks());
  }

  /** Source: ServicePortMap.HealthCheckNodePorts and EndpointsMap.LocalReadyEndpoints. */
  #healthChecks(): readonly ServiceHealth[] {
    return [...this.services.values()].flatMap((service) => {
      const ports = servicePorts(service);
      const port = ports[0]?.healthCheckNodePort ?? 0;
      if (port === 0) return [];
      const ready = ports
        .flatMap((info) => this.#slices.endpointsOf(info))
        .filter(({ isLocal, isReady }) => isLocal && isReady);
      const { namespace, name } = service.metadata;
      return [{ namespace, name, port, endpoints: new Set(ready.map(({ ip }) => ip)).size }];
    });
  }
}

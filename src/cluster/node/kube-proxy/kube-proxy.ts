/**
 * kube-proxy of one node: makes the kernel send packets for services to their endpoints.
 *
 * Models kubernetes/cmd/kube-proxy. In: Services, EndpointSlices, ServiceCIDRs and its own Node by
 * watches. Out: the rules of one of three modes; not a single packet passes through it.
 */
import { hour, second } from '#base/sim-time';
import type { NodeConfig } from '#cluster/config/cluster-config';
import type { Environment } from '#cluster/environment';
import type { VirtualServers } from '#cluster/node/os/ipvs';
import type { Netfilter } from '#cluster/node/os/netfilter';
import type { Nftables } from '#cluster/node/os/nftables';
import type { NetworkNamespace } from '#cluster/node/os/sockets';
import type { Node, Service } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import type { ServiceCIDR } from '#k8s.io/api/networking/v1';
import { endpointSlices, nodes, serviceCIDRs, services } from '#k8s.io/client-go/rest/resource';
import { RestClient, type RestConfig } from '#k8s.io/client-go/rest/rest-client';
import { SharedInformerFactory } from '#k8s.io/client-go/tools/cache/informer-factory';
import { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import type { Process } from '#sim/simulation';
import type { BaseProxier } from './base-proxier.ts';
import { BoundedFrequencyRunner } from './bounded-frequency-runner.ts';
import { platformCleanup } from './cleanup.ts';
import { ProxyHealthServer } from './healthcheck/proxy-health.ts';
import { Proxier } from './iptables/proxier.ts';
import { IpvsProxier } from './ipvs/proxier.ts';
import { NftProxier } from './nftables/proxier.ts';

export interface KubeProxyOptions {
  readonly node: NodeConfig;
  readonly rest: RestConfig;
  readonly clusterCIDR: string;
  readonly netfilter: Netfilter;
  readonly nftables: Nftables;
  readonly ipvs: VirtualServers;
  /** The node's own network namespace. */
  readonly host: NetworkNamespace;
  /** Flag --proxy-mode. */
  readonly mode?: ProxyMode;
}

type ProxyMode = 'iptables' | 'nftables' | 'ipvs';

const proxiers = { iptables: Proxier, nftables: NftProxier, ipvs: IpvsProxier } as const;

const minSyncPeriod = second;
/** Source: pkg/proxy/util FullSyncPeriod. */
const fullSyncPeriod = hour;
const ipvsDeprecated =
  'The ipvs proxier is now deprecated and may be removed in a future release.' +
  " Please use 'nftables' instead.";
const zoneLabel = 'topology.kubernetes.io/zone';

export class KubeProxy {
  readonly #env: Environment;
  readonly #component: string;
  readonly #nodeName: string;
  readonly #mode: ProxyMode;
  readonly #kernel: Pick<KubeProxyOptions, 'netfilter' | 'nftables' | 'ipvs'>;
  readonly #informers: SharedInformerFactory;
  readonly #recorder: EventRecorder;
  readonly #proxier: BaseProxier;
  readonly #runner: BoundedFrequencyRunner;
  readonly #health: ProxyHealthServer;
  readonly #host: NetworkNamespace;

  constructor(
    env: Environment,
    { node, rest, clusterCIDR, mode = 'iptables', ...kernel }: KubeProxyOptions,
  ) {
    this.#env = env;
    this.#component = `${node.name}/kube-proxy`;
    this.#nodeName = node.name;
    this.#mode = mode;
    this.#kernel = kernel;
    const { sim, tracer } = env;
    this.#health = new ProxyHealthServer(sim);
    this.#host = kernel.host;
    const prng = env.prng.fork(this.#component);
    const client = new RestClient(sim, tracer, rest);
    this.#informers = new SharedInformerFactory(sim, tracer, client, prng);
    this.#recorder = new EventRecorder(env, client, {
      component: 'kube-proxy',
      host: node.name,
      api: 'events.k8s.io',
    });
    this.#proxier = new proxiers[mode](env, {
      ...kernel,
      component: this.#component,
      nodeName: node.name,
      nodeIP: node.address,
      clusterCIDR,
      prng,
    });
    this.#runner = new BoundedFrequencyRunner(sim, {
      minInterval: minSyncPeriod,
      maxInterval: fullSyncPeriod,
      work: () => this.#syncProxyRules(),
    });
    this.#handleServices();
    this.#handleSlices();
    this.#handleNode();
    this.#handleServiceCIDRs();
  }

  *run(): Process {
    const { sim, tracer } = this.#env;
    tracer.emitRoot({
      type: 'ComponentStarted',
      component: this.#component,
      version: 'v1.36.3',
      flags: [`--hostname-override=${this.#nodeName}`, `--proxy-mode=${this.#mode}`],
    });
    platformCleanup(this.#mode, this.#kernel);
    sim.spawn('event recorder', this.#recorder.run());
    sim.spawn('healthz', this.#health.serve(this.#host));
    sim.aside(() => this.#recordStart());
    this.#informers.start();
    yield* this.#informers.waitForCacheSync();
    this.#sync();
    yield* this.#runner.loop();
  }

  /** Source: Proxier.Sync. */
  #sync(): void {
    this.#health.queuedUpdate();
    this.#runner.run();
  }

  *#syncProxyRules(): Process {
    yield* this.#proxier.syncProxyRules();
    this.#health.updated();
  }

  #recordStart(): void {
    const regarding = { kind: 'Node', name: this.#nodeName, uid: this.#nodeName, namespace: '' };
    const action = { action: 'StartKubeProxy' };
    if (this.#mode === 'ipvs') {
      this.#recorder.event(regarding, 'Warning', 'IPVSDeprecation', ipvsDeprecated, action);
    }
    this.#recorder.event(regarding, 'Normal', 'Starting', '', action);
  }

  /** Headless services and services of other proxies have no address to capture. */
  #handleServices(): void {
    const informer = this.#informers.forResource<Service>(services, {
      fieldSelector: 'spec.clusterIP!=None',
      labelSelector: '!service.kubernetes.io/service-proxy-name',
    });
    const set = (service: Service): void => {
      this.#proxier.setService(service);
      if (informer.synced) this.#sync();
    };
    informer.addEventHandler({
      onAdd: set,
      onUpdate: (_, service) => set(service),
      onDelete: (service) => {
        this.#proxier.deleteService(service);
        this.#sync();
      },
    });
  }

  #handleSlices(): void {
    const informer = this.#informers.forResource<EndpointSlice>(endpointSlices, {
      labelSelector: '!service.kubernetes.io/headless',
    });
    const set = (slice: EndpointSlice): void => {
      this.#proxier.setSlice(slice);
      if (informer.synced) this.#sync();
    };
    informer.addEventHandler({
      onAdd: set,
      onUpdate: (_, slice) => set(slice),
      onDelete: (slice) => {
        this.#proxier.deleteSlice(slice);
        this.#sync();
      },
    });
  }

  /** The ranges in which services get their addresses. */
  #handleServiceCIDRs(): void {
    const informer = this.#informers.forResource<ServiceCIDR>(serviceCIDRs);
    const set = (): void => {
      const ranges = informer.lister.list().flatMap(({ spec }) => spec.cidrs ?? []);
      this.#proxier.setServiceCIDRs(ranges.filter((range) => !range.includes(':')).sort());
      if (this.#proxier.hasChanges && informer.synced) this.#sync();
    };
    informer.addEventHandler({ onAdd: set, onUpdate: set, onDelete: set });
  }

  #handleNode(): void {
    const informer = this.#informers.forResource<Node>(nodes, {
      fieldSelector: `metadata.name=${this.#nodeName}`,
    });
    const set = (node: Node): void => {
      const { metadata } = node;
      this.#health.syncNode(node);
      this.#proxier.setZone(metadata.labels?.[zoneLabel]);
      if (this.#proxier.hasChanges && informer.synced) this.#sync();
    };
    informer.addEventHandler({ onAdd: set, onUpdate: (_, node) => set(node) });
  }
}

/**
 * kube-proxy of one node: makes the kernel send packets for services to their endpoints.
 *
 * Models kubernetes/cmd/kube-proxy in iptables mode. In: Services, EndpointSlices and its own Node
 * by watches. Out: packet filter rules; not a single packet passes through it.
 */
import { hour, second } from '#base/sim-time';
import type { NodeConfig } from '#cluster/config/cluster-config';
import type { Environment } from '#cluster/environment';
import type { Netfilter } from '#cluster/node/os/netfilter';
import type { Node, Service } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import { endpointSlices, nodes, serviceCIDRs, services } from '#k8s.io/client-go/rest/resource';
import { RestClient, type RestConfig } from '#k8s.io/client-go/rest/rest-client';
import { SharedInformerFactory } from '#k8s.io/client-go/tools/cache/informer-factory';
import { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import { type Process, sleep } from '#sim/simulation';
import { BoundedFrequencyRunner } from './bounded-frequency-runner.ts';
import { Proxier } from './iptables/proxier.ts';

export interface KubeProxyOptions {
  readonly node: NodeConfig;
  readonly rest: RestConfig;
  readonly clusterCIDR: string;
  readonly netfilter: Netfilter;
  /** Flag --proxy-mode. */
  readonly mode?: 'iptables' | 'nftables' | 'ipvs';
}

const minSyncPeriod = second;
/** Source: pkg/proxy/util FullSyncPeriod. */
const fullSyncPeriod = hour;
/** Time for a stopping process to send its last events. */
const beforeExit = second;
const ipvsDeprecated =
  'The ipvs proxier is now deprecated and may be removed in a future release.' +
  " Please use 'nftables' instead.";
const zoneLabel = 'topology.kubernetes.io/zone';

export class KubeProxy {
  readonly #env: Environment;
  readonly #component: string;
  readonly #nodeName: string;
  readonly #mode: 'iptables' | 'nftables' | 'ipvs';
  readonly #informers: SharedInformerFactory;
  readonly #recorder: EventRecorder;
  readonly #proxier: Proxier;
  readonly #runner: BoundedFrequencyRunner;

  constructor(
    env: Environment,
    { node, rest, clusterCIDR, netfilter, mode = 'iptables' }: KubeProxyOptions,
  ) {
    this.#env = env;
    this.#component = `${node.name}/kube-proxy`;
    this.#nodeName = node.name;
    this.#mode = mode;
    const { sim, tracer } = env;
    const prng = env.prng.fork(this.#component);
    const client = new RestClient(sim, tracer, rest);
    this.#informers = new SharedInformerFactory(sim, tracer, client, prng);
    this.#recorder = new EventRecorder(env, client, {
      component: 'kube-proxy',
      host: node.name,
      api: 'events.k8s.io',
    });
    this.#proxier = new Proxier(env, {
      component: this.#component,
      nodeName: node.name,
      nodeIP: node.address,
      clusterCIDR,
      netfilter,
      prng,
    });
    this.#runner = new BoundedFrequencyRunner(sim, {
      minInterval: minSyncPeriod,
      maxInterval: fullSyncPeriod,
      work: () => this.#proxier.syncProxyRules(),
    });
    this.#handleServices();
    this.#handleSlices();
    this.#handleNode();
    // Watched for the service address ranges; rules do not depend on them.
    this.#informers.forResource(serviceCIDRs);
  }

  *run(): Process {
    const { sim, tracer } = this.#env;
    tracer.emitRoot({
      type: 'ComponentStarted',
      component: this.#component,
      version: 'v1.36.3',
      flags: [`--hostname-override=${this.#nodeName}`, `--proxy-mode=${this.#mode}`],
    });
    sim.spawn('event recorder', this.#recorder.run());
    sim.aside(() => this.#recordStart());
    if (this.#mode !== 'iptables') return yield* this.#refuse(this.#mode);
    this.#informers.start();
    yield* this.#informers.waitForCacheSync();
    this.#runner.run();
    yield* this.#runner.loop();
  }

  #recordStart(): void {
    const regarding = { kind: 'Node', name: this.#nodeName, uid: this.#nodeName, namespace: '' };
    this.#recorder.event(regarding, 'Normal', 'Starting', '', { action: 'StartKubeProxy' });
  }

  /** Rules of this mode are not modelled. It reports that instead of making other rules. */
  *#refuse(mode: 'nftables' | 'ipvs'): Process {
    const { sim, tracer } = this.#env;
    if (mode === 'ipvs') {
      const regarding = { kind: 'Node', name: this.#nodeName, uid: this.#nodeName, namespace: '' };
      const action = 'StartKubeProxy';
      this.#recorder.event(regarding, 'Warning', 'IPVSDeprecation', ipvsDeprecated, { action });
    }
    yield* sleep(beforeExit);
    const reason = `--proxy-mode=${mode} is not simulated: only iptables is`;
    tracer.emit({ type: 'ComponentStopped', component: this.#component, reason });
    sim.currentTask?.group?.cancelAll();
  }

  /** Headless services and services of other proxies have no address to capture. */
  #handleServices(): void {
    const informer = this.#informers.forResource<Service>(services, {
      fieldSelector: 'spec.clusterIP!=None',
      labelSelector: '!service.kubernetes.io/service-proxy-name',
    });
    const set = (service: Service): void => {
      this.#proxier.setService(service);
      if (informer.synced) this.#runner.run();
    };
    informer.addEventHandler({
      onAdd: set,
      onUpdate: (_, service) => set(service),
      onDelete: (service) => {
        this.#proxier.deleteService(service);
        this.#runner.run();
      },
    });
  }

  #handleSlices(): void {
    const informer = this.#informers.forResource<EndpointSlice>(endpointSlices, {
      labelSelector: '!service.kubernetes.io/headless',
    });
    const set = (slice: EndpointSlice): void => {
      this.#proxier.setSlice(slice);
      if (informer.synced) this.#runner.run();
    };
    informer.addEventHandler({
      onAdd: set,
      onUpdate: (_, slice) => set(slice),
      onDelete: (slice) => {
        this.#proxier.deleteSlice(slice);
        this.#runner.run();
      },
    });
  }

  #handleNode(): void {
    const informer = this.#informers.forResource<Node>(nodes, {
      fieldSelector: `metadata.name=${this.#nodeName}`,
    });
    const set = ({ metadata }: Node): void => {
      this.#proxier.setZone(metadata.labels?.[zoneLabel]);
      if (this.#proxier.hasChanges && informer.synced) this.#runner.run();
    };
    informer.addEventHandler({ onAdd: set, onUpdate: (_, node) => set(node) });
  }
}

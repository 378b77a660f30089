/**
 * The ingress controller: turns Ingresses, Services and EndpointSlices into the configuration of
 * an nginx beside it, and writes into each Ingress where it can be reached.
 *
 * Models ingress-nginx internal/ingress/controller (store, syncIngress) and
 * internal/ingress/status. In: watches with its service account's rights. Out: the configuration
 * of `proxy.ts`, Events of Ingresses and of its own pod, the status of Ingresses; a ProxyConfigured
 * fact for each change.
 */
import { ms, type SimTime, second, seconds } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { NetworkNamespace, SocketAddress } from '#cluster/node/os/sockets';
import type { ObjectReference, Pod, Service } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import type { Ingress, IngressClass, IngressLoadBalancerIngress } from '#k8s.io/api/networking/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import {
  endpointSlices,
  ingressClasses,
  ingresses,
  pods,
  services,
} from '#k8s.io/client-go/rest/resource';
import { RestClient, type RestConfig } from '#k8s.io/client-go/rest/rest-client';
import { SharedInformerFactory } from '#k8s.io/client-go/tools/cache/informer-factory';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import { Channel } from '#sim/signal';
import { type Process, sleep } from '#sim/simulation';
import { NginxProxy, type ProxyConfiguration } from './proxy.ts';
import { serversOf, type VirtualServer } from './routes.ts';

const component = 'nginx-ingress-controller';
const controllerClass = 'k8s.io/ingress-nginx';
const classAnnotation = 'kubernetes.io/ingress.class';
const serviceLabel = 'kubernetes.io/service-name';
const healthPort = 10254;
/** `--sync-rate-limit=0.3`: so many syncs a second. */
const betweenSyncs = Math.round(second / 0.3);
/** Source: status.go UpdateInterval. */
const betweenStatus = seconds(60);
const reloadTime = ms(120);
const firstSync = seconds(1);
/** `--post-shutdown-grace-period` */
const beforeExit = seconds(10);

export interface IngressControllerOptions {
  readonly network: NetworkNamespace;
  /** Credentials of its service account. */
  readonly rest: RestConfig;
  /** Its own pod, which Events name. */
  readonly pod: { readonly namespace: string; readonly name: string };
  /** `--publish-service`: `namespace/name` of the Service in front of it. */
  readonly publishService: string;
  /** `--ingress-class`: what the old annotation may say. */
  readonly ingressClass: string;
  readonly out: (text: string) => void;
  /** nginx's access log. */
  readonly access: (text: string) => void;
}

export class IngressController {
  readonly #env: Environment;
  readonly #options: IngressControllerOptions;
  readonly #client: RestClient;
  readonly #recorder: EventRecorder;
  readonly #informers: SharedInformerFactory;
  readonly #ingresses: SharedInformer<Ingress>;
  readonly #classes: SharedInformer<IngressClass>;
  readonly #services: SharedInformer<Service>;
  readonly #slices: SharedInformer<EndpointSlice>;
  readonly #proxy: NginxProxy;
  readonly #changed: Channel<string>;
  #synced = false;

  constructor(env: Environment, options: IngressControllerOptions) {
    const { sim, tracer } = env;
    this.#env = env;
    this.#options = options;
    this.#client = new RestClient(sim, tracer, options.rest);
    const reporter = { component, api: 'core' } as const;
    this.#recorder = new EventRecorder(env, this.#client, reporter);
    const prng = env.prng.fork(`${component}/${options.pod.name}`);
    this.#informers = new SharedInformerFactory(sim, tracer, this.#client, prng);
    this.#ingresses = this.#informers.forResource<Ingress>(ingresses);
    this.#classes = this.#informers.forResource<IngressClass>(ingressClasses);
    this.#services = this.#informers.forResource<Service>(services);
    this.#slices = this.#informers.forResource<EndpointSlice>(endpointSlices);
    this.#changed = new Channel(sim);
    const { network, access: out } = options;
    this.#proxy = new NginxProxy(env, { component, network, out, prng: prng.fork('nginx') });
    this.#handleIngresses();
    this.#handleOthers();
  }

  /** Runs until its process ends. */
  *run(): Process<never> {
    const { sim } = this.#env;
    sim.spawn('events', this.#recorder.run());
    this.#informers.start();
    yield* sim.asideProcess(this.#informers.waitForCacheSync());
    this.#options.out('"Starting NGINX process"\n');
    sim.spawn('nginx', this.#proxy.serve(80));
    sim.spawn('health', this.#answerHealth());
    sim.spawn('status', this.#keepStatus());
    this.#changed.send('initial-sync');
    return yield* this.#syncLoop();
  }

  /** The last of its kind takes its address out of the Ingresses. Source: status.go Shutdown. */
  *shutDown(): Process {
    const { out, pod } = this.#options;
    out('"Shutting down controller queues"\n');
    const own = yield* this.#client.get<Pod>(pods, pod);
    const labelSelector = Object.entries(own.ok ? (own.value.metadata.labels ?? {}) : {})
      .map(([name, value]) => `${name}=${value}`)
      .filter((label) => !label.startsWith('pod-template-'))
      .join(',');
    const fellows = yield* this.#client.list<Pod>(pods, {
      namespace: pod.namespace,
      query: { labelSelector },
    });
    if (fellows.ok && fellows.value.items.length <= 1) {
      out('"removing value from ingress status"\n');
      yield* this.#updateStatus([]);
    }
    out('"Handled quit, delaying controller exit for 10 seconds"\n');
    yield* sleep(beforeExit);
  }

  /** Source: store.go ingEventHandler. */
  #handleIngresses(): void {
    const scheduled = (ingress: Ingress): void => {
      this.#recorder.event(ingress, 'Normal', 'Sync', 'Scheduled for sync');
      this.#changed.send(keyOf(ingress));
    };
    this.#ingresses.addEventHandler({
      onAdd: (ingress) => {
        if (this.#isOurs(ingress)) scheduled(ingress);
      },
      onUpdate: (old, ingress) => {
        const [was, is] = [this.#isOurs(old), this.#isOurs(ingress)];
        if (is && !deepEqual(old, ingress)) scheduled(ingress);
        else if (was && !is) this.#changed.send(keyOf(ingress));
      },
      onDelete: (ingress) => {
        if (this.#isOurs(ingress)) this.#changed.send(keyOf(ingress));
      },
    });
  }

  #handleOthers(): void {
    const changed = (object: { readonly metadata: { readonly name: string } }): void =>
      this.#changed.send(object.metadata.name);
    this.#slices.addEventHandler({
      onAdd: changed,
      onUpdate: (old, slice) => {
        if (!deepEqual(old.endpoints, slice.endpoints)) changed(slice);
      },
      onDelete: changed,
    });
    this.#services.addEventHandler({
      onUpdate: (old, service) => {
        if (!deepEqual(old.spec, service.spec)) changed(service);
      },
    });
    this.#classes.addEventHandler({ onAdd: changed, onDelete: changed });
  }

  /** By the class it names, or by the annotation of old. Source: store.go GetIngressClass. */
  #isOurs({ metadata, spec }: Ingress): boolean {
    const old = metadata.annotations?.[classAnnotation];
    if (old !== undefined) return old === this.#options.ingressClass;
    const found = this.#classes.lister.get(spec.ingressClassName ?? '');
    return found?.spec.controller === controllerClass;
  }

  /** All that has changed meanwhile is one sync. */
  *#syncLoop(): Process<never> {
    let next: SimTime = 0;
    for (;;) {
      yield* this.#changed.receive();
      const { sim } = this.#env;
      if (sim.now < next) yield* sleep(next - sim.now);
      while (this.#changed.length > 0) this.#changed.tryReceive();
      next = sim.now + betweenSyncs;
      yield* this.#sync();
    }
  }

  /**
   * Servers and locations are nginx's configuration file, so it reloads; endpoints are handed to it
   * while it runs. Source: syncIngress.
   */
  *#sync(): Process {
    const { out, pod } = this.#options;
    const mine = this.#ingresses.lister.list().filter((ingress) => this.#isOurs(ingress));
    const servers = serversOf(mine);
    const backends = this.#backendsOf(servers);
    const before = this.#proxy.configuration;
    const reloads = !this.#synced || !deepEqual(before.servers, servers);
    if (reloads) {
      out('"Configuration changes detected, backend reload required"\n');
      yield* sleep(reloadTime);
      out('"Backend successfully reloaded"\n');
      const message = 'NGINX reload triggered due to a change in configuration';
      this.#recorder.event(referenceTo(pod), 'Normal', 'RELOAD', message);
    }
    if (!this.#synced) {
      out('"Initial sync, sleeping for 1 second"\n');
      yield* sleep(firstSync);
    }
    const isSame = !reloads && areSame(before.backends, backends);
    this.#synced = true;
    if (isSame) return;
    this.#proxy.configuration = { servers, backends };
    this.#env.tracer.emit({
      type: 'ProxyConfigured',
      component,
      reloads,
      hosts: servers.map(({ host }) => host),
      backends: [...backends].map(
        ([name, all]) => `${name}: ${all.map(({ ip, port }) => `${ip}:${port}`).join(' ')}`,
      ),
    });
  }

  #backendsOf(servers: readonly VirtualServer[]): ProxyConfiguration['backends'] {
    const backends = new Map<string, readonly SocketAddress[]>();
    for (const { service, port, upstream } of servers.flatMap(({ locations }) => locations)) {
      if (backends.has(upstream)) continue;
      const endpoints = this.#endpointsOf(service, port);
      backends.set(upstream, endpoints);
      if (endpoints.length > 0) continue;
      this.#options.out(`Service "${service}" does not have any active Endpoint.\n`);
    }
    return backends;
  }

  /** The ready ones, whichever node they are on. Source: endpointslices.go. */
  #endpointsOf(key: string, port: string): readonly SocketAddress[] {
    const service = this.#services.lister.get(key);
    const wanted = service?.spec.ports?.find(
      (one) => String(one.port) === port || one.name === port,
    );
    if (wanted === undefined) return [];
    const found = this.#slices.lister.list().filter(({ metadata }) => {
      const name = metadata.labels?.[serviceLabel];
      return `${metadata.namespace}/${name}` === key;
    });
    return found.flatMap(({ ports, endpoints }) => {
      const own = (ports ?? []).find(({ name = '' }) => name === (wanted.name ?? ''))?.port;
      if (own === undefined) return [];
      return (endpoints ?? [])
        .filter(({ conditions }) => conditions?.ready !== false)
        .flatMap(({ addresses }) => addresses.map((ip) => ({ ip, port: own })));
    });
  }

  *#keepStatus(): Process {
    const { tracer } = this.#env;
    for (;;) {
      const addresses = yield* this.#runningAddresses();
      if (addresses !== undefined) yield* this.#updateStatus(addresses);
      yield* sleep(betweenStatus);
      tracer.timer(component, 'status');
    }
  }

  /** Source: statusAddressFromService. */
  *#runningAddresses(): Process<readonly IngressLoadBalancerIngress[] | undefined> {
    const [namespace = '', name = ''] = this.#options.publishService.split('/');
    const found = yield* this.#client.get<Service>(services, { namespace, name });
    if (!found.ok) return undefined;
    const { spec, status } = found.value;
    const { externalIPs = [], clusterIP = '' } = spec;
    if (spec.type === 'ExternalName') return [{ hostname: spec.externalName ?? '' }];
    if (spec.type === 'LoadBalancer') {
      const given = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname = '' }) =>
        ip === undefined ? { hostname } : { ip },
      );
      const others = externalIPs.filter((ip) => !given.some((one) => 'ip' in one && one.ip === ip));
      return [...given, ...others.map((ip) => ({ ip }))];
    }
    const shown = spec.type === 'NodePort' && externalIPs.length > 0 ? externalIPs : [clusterIP];
    return shown.map((ip) => ({ ip }));
  }

  /** Source: updateStatus, runUpdate. */
  *#updateStatus(addresses: readonly IngressLoadBalancerIngress[]): Process {
    const mine = this.#ingresses.lister.list().filter((ingress) => this.#isOurs(ingress));
    for (const ingress of this.#env.sim.each(mine)) {
      if (deepEqual(shownIn(ingress), addresses)) continue;
      const { namespace, name } = ingress.metadata;
      const now = yield* this.#client.get<Ingress>(ingresses, { namespace, name });
      if (!now.ok) continue;
      this.#options.out(`"updating Ingress status" namespace="${namespace}" ingress="${name}"\n`);
      const status = { loadBalancer: addresses.length === 0 ? {} : { ingress: addresses } };
      const target = { namespace, name, subresource: 'status' };
      const updated = { ...now.value, status };
      const written = yield* this.#client.update<Ingress>(ingresses, updated, target);
      if (!written.ok) this.#options.out(`error updating ingress rule: ${written.error.message}\n`);
    }
  }

  *#answerHealth(): Process {
    const listening = this.#options.network.listen(healthPort);
    if (!listening.ok) return;
    try {
      for (;;) {
        const connection = yield* listening.value.accept();
        yield* connection.receive(second);
        connection.send('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
        connection.close();
      }
    } finally {
      listening.value.close();
    }
  }
}

const keyOf = ({ metadata }: Ingress): string => `${metadata.namespace}/${metadata.name}`;

const shownIn = ({ status }: Ingress): readonly IngressLoadBalancerIngress[] =>
  status?.loadBalancer?.ingress ?? [];

const referenceTo = (pod: IngressControllerOptions['pod']): ObjectReference => ({
  apiVersion: 'v1',
  kind: 'Pod',
  ...pod,
});

const areSame = (
  a: ReadonlyMap<string, readonly SocketAddress[]>,
  b: ReadonlyMap<string, readonly SocketAddress[]>,
): boolean => deepEqual([...a], [...b]);

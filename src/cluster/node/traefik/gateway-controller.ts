/**
 * The Gateway API's controller in Traefik: turns Gateways, HTTPRoutes, Services and EndpointSlices
 * into the routers of the proxy beside it, and tells each object what became of it.
 *
 * Models traefik pkg/provider/kubernetes/gateway (kubernetes.go, httproute.go, status.go). In:
 * watches with its service account's rights. Out: the routers of `proxy.ts`, the status of
 * GatewayClasses, Gateways and HTTPRoutes; a ProxyConfigured fact for each change.
 */
import { rfc3339, seconds } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { NetworkNamespace, SocketAddress } from '#cluster/node/os/sockets';
import type { Namespace, Secret, Service } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import type {
  Gateway,
  GatewayClass,
  HTTPRoute,
  ReferenceGrant,
  RouteParentStatus,
} from '#k8s.io/api/gateway/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import {
  gatewayClasses,
  gatewayGroup,
  gateways,
  httpRoutes,
  referenceGrants,
} from '#k8s.io/client-go/rest/gateway-resources';
import {
  endpointSlices,
  namespaces,
  type Resource,
  secrets,
  services,
} from '#k8s.io/client-go/rest/resource';
import { RestClient, type RestConfig } from '#k8s.io/client-go/rest/rest-client';
import { SharedInformerFactory } from '#k8s.io/client-go/tools/cache/informer-factory';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { Channel } from '#sim/signal';
import { type Process, sleep } from '#sim/simulation';
import type { Secrets } from './certificates.ts';
import type { Finding } from './finding.ts';
import {
  allowsRoute,
  commonHosts,
  type EntryPoints,
  type GatewayListener,
  isMeant,
  listenersOf,
} from './listeners.ts';
import { type Configuration, TraefikProxy } from './proxy.ts';
import { type Backends, type Router, resolved, routersOf, unsupportedMatch } from './routers.ts';
import {
  classStatus,
  controllerName,
  gatewayStatus,
  parentStatus,
  type Stamp,
  saysTheSame,
  stampAt,
  withParents,
} from './statuses.ts';

const component = 'traefik';
const serviceLabel = 'kubernetes.io/service-name';
/** Default of `--providers.providersThrottleDuration`. */
const betweenConfigurations = seconds(2);

export interface GatewayControllerOptions {
  readonly network: NetworkNamespace;
  /** Credentials of its service account. */
  readonly rest: RestConfig;
  /** The name of its own pod. */
  readonly pod: string;
  /** `--entryPoints.NAME.address=:PORT`, `--entryPoints.NAME.http.tls=true`. */
  readonly entryPoints: EntryPoints;
  /** `namespace/name` of the Service whose addresses Gateways get. */
  readonly statusService: string;
  readonly out: (text: string) => void;
  readonly access: (text: string) => void;
}

/** What a ReferenceGrant may allow to refer to. */
interface Target {
  readonly group?: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** A Gateway of ours, with its listeners. */
interface Served {
  readonly gateway: Gateway;
  readonly listeners: readonly GatewayListener[];
}

export class GatewayController {
  readonly #env: Environment;
  readonly #options: GatewayControllerOptions;
  readonly #client: RestClient;
  readonly #informers: SharedInformerFactory;
  readonly #namespaces: SharedInformer<Namespace>;
  readonly #classes: SharedInformer<GatewayClass>;
  readonly #gateways: SharedInformer<Gateway>;
  readonly #routes: SharedInformer<HTTPRoute>;
  readonly #grants: SharedInformer<ReferenceGrant>;
  readonly #services: SharedInformer<Service>;
  readonly #slices: SharedInformer<EndpointSlice>;
  readonly #proxy: TraefikProxy;
  readonly #changed: Channel<string>;
  readonly #secretObjects: SharedInformer<Secret>;
  readonly #loaded: Channel<Configuration>;

  constructor(env: Environment, options: GatewayControllerOptions) {
    const { sim, tracer } = env;
    const { network, entryPoints, access, pod: hostname } = options;
    this.#env = env;
    this.#options = options;
    this.#client = new RestClient(sim, tracer, options.rest);
    const prng = env.prng.fork(`${component}/${hostname}`);
    this.#informers = new SharedInformerFactory(sim, tracer, this.#client, prng);
    this.#changed = new Channel(sim);
    this.#loaded = new Channel(sim);
    this.#namespaces = this.#watched<Namespace>(namespaces);
    this.#classes = this.#watched<GatewayClass>(gatewayClasses);
    this.#gateways = this.#watched<Gateway>(gateways);
    this.#routes = this.#watched<HTTPRoute>(httpRoutes);
    this.#grants = this.#watched<ReferenceGrant>(referenceGrants);
    this.#services = this.#watched<Service>(services);
    this.#slices = this.#watched<EndpointSlice>(endpointSlices);
    // Helm keeps its releases in Secrets of its own.
    this.#secretObjects = this.#watched<Secret>(secrets, 'owner!=helm');
    const proxy = { component, network, entryPoints, hostname, access, prng: prng.fork('proxy') };
    this.#proxy = new TraefikProxy(env, proxy);
  }

  /** Source: client.go WatchAll. All that has changed meanwhile is one event. */
  #watched<T extends KubeObject>(resource: Resource, labelSelector = ''): SharedInformer<T> {
    const selector = labelSelector === '' ? {} : { labelSelector };
    const informer = this.#informers.forResource<T>(resource, selector);
    const changed = ({ metadata }: T): void => this.#changed.send(metadata.name);
    informer.addEventHandler({
      onAdd: changed,
      onUpdate: (old, object) => {
        if (old.metadata.resourceVersion !== object.metadata.resourceVersion) changed(object);
      },
      onDelete: changed,
    });
    return informer;
  }

  /** Runs until its process ends. */
  *run(): Process<never> {
    const { sim } = this.#env;
    this.#log('Label selector is: ""');
    this.#log('Creating in-cluster Provider client endpoint=');
    for (const port of this.#options.entryPoints.keys()) {
      sim.spawn(`entry point ${port}`, this.#proxy.serve(port));
    }
    sim.spawn('configuration', this.#configure());
    this.#informers.start();
    yield* sim.asideProcess(this.#informers.waitForCacheSync());
    for (;;) {
      yield* this.#changed.receive();
      while (this.#changed.length > 0) this.#changed.tryReceive();
      yield* this.#load();
    }
  }

  #log(message: string): void {
    const now = rfc3339(this.#env.sim.now);
    this.#options.out(`${now} INF ${message} providerName=kubernetesgateway\n`);
  }

  /** Takes the newest configuration, and then none for a while. Source: ConfigurationWatcher. */
  *#configure(): Process<never> {
    for (;;) {
      const first = yield* this.#loaded.receive();
      let newest = first ?? { routers: [], certificates: [] };
      for (let next = this.#loaded.tryReceive(); next; next = this.#loaded.tryReceive()) {
        newest = next;
      }
      if (deepEqual(this.#proxy.configuration, newest)) continue;
      this.#proxy.configure(newest);
      const { routers } = newest;
      const shares = routers.flatMap((router) => router.shares);
      const backends = shares.map(({ name, servers = [] }) =>
        [`${name}:`, ...servers.map(({ ip, port }) => `${ip}:${port}`)].join(' '),
      );
      const hosts = routers.flatMap((router) => (router.hosts.length > 0 ? router.hosts : ['_']));
      this.#env.tracer.emit({
        type: 'ProxyConfigured',
        component,
        rule: 'HTTPRoute',
        reloads: false,
        hosts: [...new Set(hosts)],
        backends: [...new Set(backends)],
      });
      yield* sleep(betweenConfigurations);
    }
  }

  /** Source: loadConfigurationFromGateways, statusReport.Flush. */
  *#load(): Process {
    const stamp = stampAt(rfc3339(this.#env.sim.now));
    const classes = this.#classes.lister
      .list()
      .filter(({ spec }) => spec.controllerName === controllerName);
    const names = new Set(classes.map(({ metadata }) => metadata.name));
    const served = inOrder(this.#gateways.lister.list())
      .filter(({ spec }) => names.has(spec.gatewayClassName))
      .map((gateway): Served => {
        const listeners = listenersOf(gateway, this.#options.entryPoints, this.#secrets);
        return { gateway, listeners };
      });
    const routers: Router[] = [];
    const told = inOrder(this.#routes.lister.list()).map((route) => ({
      route,
      parents: this.#attach(route, served, routers, stamp),
    }));
    const certificates = served.flatMap(({ listeners }) =>
      listeners.flatMap((listener) => listener.certificates ?? []),
    );
    this.#loaded.send({ routers, certificates });
    for (const one of this.#env.sim.each(classes)) {
      yield* this.#write(gatewayClasses, one, classStatus(one, stamp));
    }
    const addresses = this.#addresses();
    for (const { gateway, listeners } of this.#env.sim.each(served)) {
      const status = gatewayStatus(gateway, listeners, addresses, stamp);
      yield* this.#write(gateways, gateway, status);
    }
    for (const { route, parents } of this.#env.sim.each(told)) {
      if (parents.length === 0) continue;
      yield* this.#write(httpRoutes, route, withParents(route, parents));
    }
  }

  /** Adds the routers of a route. Returns what it is told about each of our Gateways. */
  #attach(
    route: HTTPRoute,
    all: readonly Served[],
    routers: Router[],
    stamp: Stamp,
  ): readonly RouteParentStatus[] {
    const { namespace } = route.metadata;
    return (route.spec.parentRefs ?? []).flatMap((ref) => {
      const { group = gatewayGroup, kind = 'Gateway' } = ref;
      if (group !== gatewayGroup || kind !== 'Gateway') return [];
      const served = all.find(
        ({ gateway: { metadata } }) =>
          metadata.name === ref.name && metadata.namespace === (ref.namespace ?? namespace),
      );
      if (served === undefined) return [];
      const meant = served.listeners.filter((listener) => isMeant(listener, ref));
      const findings = this.#attachTo(route, served.gateway, meant, routers);
      return [parentStatus(route, ref, findings, stamp)];
    });
  }

  #attachTo(
    route: HTTPRoute,
    gateway: Gateway,
    listeners: readonly GatewayListener[],
    routers: Router[],
  ): readonly Finding[] {
    const unsupported = unsupportedMatch(route);
    if (unsupported !== undefined) return [notAccepted('UnsupportedValue', unsupported), resolved];
    const namespace = this.#namespaces.lister.get(route.metadata.namespace);
    let reason = 'NoMatchingParent';
    let refs = resolved;
    let isAccepted = false;
    for (const listener of listeners) {
      const isAllowed = allowsRoute(listener, gateway.metadata.namespace, namespace);
      const hosts = commonHosts(listener.listener.hostname, route.spec.hostnames ?? []);
      if (!isAllowed) reason = 'NotAllowedByListeners';
      else if (hosts === undefined) reason = 'NoMatchingListenerHostname';
      const { entryPoint, certificates } = listener;
      const attachment = {
        ...{ gateway: gateway.metadata, entryPoint, hosts: hosts ?? [] },
        tls: certificates !== undefined,
      };
      const made = routersOf(route, attachment, this.#backends);
      refs = made.resolved;
      if (!isAllowed || hosts === undefined) continue;
      listener.attachedRoutes++;
      if (listener.problems.length > 0) continue;
      isAccepted = true;
      routers.push(...made.routers);
    }
    return [isAccepted ? accepted : notAccepted(reason, ''), refs];
  }

  readonly #backends: Backends = {
    isGranted: (from, { group = '', kind = 'Service', name }, namespace) =>
      this.#isGranted({ kind: 'HTTPRoute', namespace: from }, { group, kind, namespace, name }),
    servers: (namespace, { name, port = 0 }) => this.#servers(namespace, name, port),
  };

  readonly #secrets: Secrets = {
    secret: (namespace, name) => this.#secretObjects.lister.get(`${namespace}/${name}`),
    isGranted: (from, secret) =>
      this.#isGranted({ kind: 'Gateway', namespace: from }, { ...secret, kind: 'Secret' }),
  };

  /** Source: isReferenceGranted. */
  #isGranted(from: { readonly kind: string; readonly namespace: string }, to: Target): boolean {
    const { group = '' } = to;
    return this.#grants.lister
      .list()
      .filter(({ metadata }) => metadata.namespace === to.namespace)
      .some(
        ({ spec }) =>
          spec.from.some(
            (one) =>
              one.group === gatewayGroup &&
              one.kind === from.kind &&
              one.namespace === from.namespace,
          ) &&
          spec.to.some(
            (one) =>
              one.group === group &&
              one.kind === to.kind &&
              (one.name === undefined || one.name === to.name),
          ),
      );
  }

  /** Source: getBackendAddresses. */
  #servers(namespace: string, name: string, port: number): ReturnType<Backends['servers']> {
    const service = this.#services.lister.get(`${namespace}/${name}`);
    if (service === undefined) {
      return { error: `getting service: service "${name}" not found` };
    }
    if (service.spec.type === 'ExternalName') {
      return { error: 'type ExternalName is not supported for Kubernetes Service reference' };
    }
    const wanted = service.spec.ports?.find((one) => one.port === port);
    if (wanted === undefined) return { error: `service port ${port} not found` };
    const slices = this.#slices.lister
      .list()
      .filter(
        ({ metadata }) =>
          metadata.namespace === namespace && metadata.labels?.[serviceLabel] === name,
      );
    if (slices.length === 0) return { error: 'endpointslices not found' };
    const servers = slices.flatMap(({ ports, endpoints }): readonly SocketAddress[] => {
      const own = (ports ?? []).find((one) => (one.name ?? '') === (wanted.name ?? ''))?.port;
      if (own === undefined) return [];
      return (endpoints ?? [])
        .filter(({ conditions }) => conditions?.ready === true)
        .flatMap(({ addresses }) => addresses.map((ip) => ({ ip, port: own })));
    });
    return { servers };
  }

  /** Source: gatewayAddresses. */
  #addresses(): readonly string[] {
    const service = this.#services.lister.get(this.#options.statusService);
    return (service?.status?.loadBalancer?.ingress ?? []).flatMap(({ ip }) => ip ?? []);
  }

  /** Only what says something else than before. */
  *#write<T extends GatewayClass | Gateway | HTTPRoute>(
    resource: Resource,
    object: T,
    status: NonNullable<T['status']>,
  ): Process {
    if (saysTheSame(object.status, status)) return;
    const { name, namespace = '' } = object.metadata;
    const target = { namespace, name, subresource: 'status' };
    const written = yield* this.#client.update(resource, { ...object, status }, target);
    if (written.ok) return;
    const now = rfc3339(this.#env.sim.now);
    const { message = '' } = written.error;
    this.#options.out(`${now} WRN Unable to update ${object.kind} status error="${message}"\n`);
  }
}

const accepted: Finding = { type: 'Accepted', status: 'True', reason: 'Accepted', message: '' };

const notAccepted = (reason: string, message: string): Finding => ({
  type: 'Accepted',
  status: 'False',
  ...{ reason, message },
});

/** The oldest comes first, and of two of one age the first by name. */
const inOrder = <T extends KubeObject>(objects: readonly T[]): readonly T[] =>
  [...objects].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));

const orderOf = ({ metadata }: KubeObject): string =>
  `${metadata.creationTimestamp} ${metadata.namespace ?? ''}/${metadata.name}`;

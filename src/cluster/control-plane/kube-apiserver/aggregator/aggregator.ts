/**
 * The group versions that an APIService delegates to another server: whether it answers, its
 * resources, and the proxy to it.
 *
 * Models k8s.io/kube-aggregator pkg/apiserver handler_proxy.go, handler_discovery.go and
 * pkg/controllers/status/remote. In: APIServices, and connections to addresses of pods. Out: their
 * condition Available, discovery of their groups, the responses of their servers; 503 without a
 * server.
 */
import { must } from '#base/assert';
import { defined } from '#base/defined';
import { err, ok, type Result } from '#base/result';
import { rfc3339, seconds } from '#base/sim-time';
import type { APIService } from '#k8s.io/api/apiregistration/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { type ResourceInfo, resourceFor } from '#k8s.io/apimachinery/resources';
import type { RoundTripper } from '#k8s.io/client-go/rest/http';
import { apiServices as apiServiceResource } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import { Channel } from '#sim/signal';
import { type Process, type Simulation, sleep } from '#sim/simulation';
import type { Task } from '#sim/task';
import type { Tracer } from '#trace/tracer';
import type { Exchange, Reply } from '../exchange.ts';
import type { ReachOutside } from '../reach.ts';
import { statusReply, textReply } from '../replies.ts';
import type { ResourceCache } from '../storage/resource-cache.ts';
import {
  resolveService,
  type ServiceAddress,
  serviceNameLabel,
  slices,
  type Unavailable,
} from './service-resolver.ts';

const apiServices = must(resourceFor('apiregistration.k8s.io', 'v1', 'apiservices'), 'apiservices');
/** How often a service is checked. Source: the resync of the informers. */
const recheck = seconds(30);
const noRef = { resource: '', namespace: '', name: '' };

export interface AggregatorParts {
  readonly sim: Simulation;
  readonly tracer: Tracer;
  readonly cache: (resource: ResourceInfo) => ResourceCache;
  readonly client: RestClient;
  /** Connects to an address of the pod network; `undefined` when no API is served there. */
  readonly dial: (ip: string, port: number) => RoundTripper | undefined;
  readonly reachOutside: ReachOutside;
  /** A client with the certificate of the front proxy. */
  readonly proxyClient: (transport: RoundTripper) => RestClient;
}

/** A resource of an APIResourceList. */
export interface RemoteResource {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** A group version of another server; it has no resources while that server does not answer. */
export interface RemoteGroupVersion {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly RemoteResource[] | undefined;
}

interface Remote {
  readonly service: APIService;
  readonly address: ServiceAddress | undefined;
  readonly resources: readonly RemoteResource[] | undefined;
}

export class Aggregator {
  readonly #parts: AggregatorParts;
  /** By name: `VERSION.GROUP`. */
  readonly #remote = new Map<string, Remote>();
  readonly #rechecks = new Map<string, Task>();
  readonly #changes: Channel<string>;

  constructor(parts: AggregatorParts) {
    this.#parts = parts;
    this.#changes = new Channel(parts.sim);
  }

  /** Starts to follow the APIServices. */
  *run(): Process {
    const { cache } = this.#parts;
    cache(apiServices).addHandler((object, previous) => {
      const { name } = (object ?? previous)?.metadata ?? { name: '' };
      const service = object as APIService | undefined;
      if (service?.spec.service === undefined) this.#remote.delete(name);
      else {
        const known = this.#remote.get(name);
        const { address, resources } = known ?? { address: undefined, resources: undefined };
        this.#remote.set(name, { service, address, resources });
        if (known?.service.metadata.generation !== service.metadata.generation || !known) {
          this.#changes.send(name);
        }
      }
    });
    cache(slices).addHandler((object, previous) => {
      if (this.#remote.size === 0) return;
      const { namespace, labels } = (object ?? previous)?.metadata ?? {};
      for (const [name, { service }] of this.#remote) {
        const behind = service.spec.service;
        const isIt = behind?.name === labels?.[serviceNameLabel];
        if (isIt && behind?.namespace === namespace) this.#changes.send(name);
      }
    });
    for (;;) {
      const name = yield* this.#changes.receive();
      if (name === undefined) return;
      yield* this.#sync(name);
    }
  }

  /** Whether another server serves the paths of a group version. */
  owns(group: string, version: string): boolean {
    return this.#remote.size > 0 && this.#remote.has(`${version}.${group}`);
  }

  /** The group versions of other servers, for discovery. */
  get groupVersions(): readonly RemoteGroupVersion[] {
    return [...this.#remote.values()].map(({ service: { spec }, resources }) => ({
      group: spec.group ?? '',
      version: spec.version ?? '',
      resources,
    }));
  }

  /** Forwards a request, with the user in its headers. Source: proxyHandler.ServeHTTP. */
  *proxy(exchange: Exchange, group: string, version: string): Process<Reply> {
    const remote = this.#remote.get(`${version}.${group}`);
    const { address } = remote ?? {};
    const unavailable = textReply(503, 'service unavailable\n');
    if (remote === undefined || address === undefined) return unavailable;
    const transport = this.#transportTo(address, remote.service);
    if (transport === undefined) {
      return textReply(503, `dial tcp ${address.host}: connect: connection refused\n`);
    }
    const { http, user } = exchange;
    const answer = yield* this.#parts.proxyClient(transport).send({
      method: http.method,
      path: http.url,
      ref: exchange.ref,
      ...defined({ accept: http.headers['accept'] }),
      headers: {
        'x-remote-user': user.name,
        'x-remote-group': user.groups.join(','),
      },
      ...defined({ body: http.body }),
    });
    if (!answer.ok) {
      const { code, message = '' } = answer.error;
      return code === 0 ? textReply(503, `${message}\n`) : statusReply(answer.error);
    }
    const { code, headers, body } = answer.value;
    return { code, contentType: headers['content-type'] ?? 'application/json', body };
  }

  #transportTo(
    { host, ip, port, isOutside }: ServiceAddress,
    { spec }: APIService,
  ): RoundTripper | undefined {
    if (isOutside !== true) return this.#parts.dial(ip, port);
    const { name = '', namespace = '' } = spec.service ?? {};
    const { caBundle = '', insecureSkipTLSVerify = false } = spec;
    const serverName = insecureSkipTLSVerify ? '' : `${name}.${namespace}.svc`;
    return this.#parts.reachOutside({ host, serverName, caBundle });
  }

  /** Checks whether a service answers, and writes the result into the status. */
  *#sync(name: string): Process {
    const remote = this.#remote.get(name);
    if (remote === undefined) return;
    const { sim } = this.#parts;
    this.#rechecks.get(name)?.cancel();
    this.#rechecks.set(name, sim.spawn('APIService availability', this.#again(name)));
    const found = yield* this.#look(remote.service);
    const current = this.#remote.get(name);
    if (current === undefined) return;
    const { service } = current;
    const next = found.ok ? found.value : { address: undefined, resources: undefined };
    this.#remote.set(name, { service, ...next });
    const { reason, message } = found.ok
      ? { reason: 'Passed', message: 'all checks passed' }
      : found.error;
    yield* this.#write(service, found.ok ? 'True' : 'False', reason, message);
  }

  *#write(service: APIService, status: string, reason: string, message: string): Process {
    const { sim, client } = this.#parts;
    const { name } = service.metadata;
    const before = service.status?.conditions?.find(({ type }) => type === 'Available');
    const same = before?.status === status;
    if (same && before?.reason === reason && before.message === message) return;
    const lastTransitionTime = same ? (before?.lastTransitionTime ?? '') : rfc3339(sim.now);
    const condition = { type: 'Available', status, lastTransitionTime, reason, message };
    const body = asObject<KubeObject>({ ...service, status: { conditions: [condition] } });
    yield* client.update(apiServiceResource, body, { name, subresource: 'status' });
  }

  *#again(name: string): Process {
    yield* sleep(recheck);
    if (!this.#remote.has(name)) return;
    this.#parts.tracer.timer('kube-apiserver', 'apiservice-availability');
    this.#changes.send(name);
  }

  /** Source: AvailableConditionController.sync. */
  *#look(service: APIService): Process<Result<Pick<Remote, 'address' | 'resources'>, Unavailable>> {
    const resolved = resolveService(this.#parts.cache, service);
    if (!resolved.ok) return resolved;
    const address = resolved.value;
    const { group = '', version = '' } = service.spec;
    const path = `/apis/${group}/${version}`;
    const url = `https://${address.host}${path}`;
    const failed = (why: string) =>
      err({
        reason: 'FailedDiscoveryCheck',
        message: `failing or missing response from ${url}: ${why}`,
      });
    const transport = this.#transportTo(address, service);
    if (transport === undefined) {
      return failed(`Get "${url}": dial tcp ${address.host}: connect: connection refused`);
    }
    const client = this.#parts.proxyClient(transport);
    const answer = yield* client.send({ method: 'GET', path, ref: noRef });
    if (!answer.ok) {
      const { code = 0, message = '' } = answer.error;
      return failed(code === 0 ? `Get "${url}": ${message}` : `bad status from ${url}: ${code}`);
    }
    const { resources = [] } = answer.value.body as { readonly resources?: RemoteResource[] };
    return ok({ address, resources });
  }
}

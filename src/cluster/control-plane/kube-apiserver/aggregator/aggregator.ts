/**
 * The group versions that an APIService gives to a server of its own, and whether that answers.
 *
 * Models k8s.io/kube-aggregator pkg/apiserver handler_proxy.go and pkg/controllers/status
 * remote_available_controller.go. In this cluster no pod serves an API, so what an APIService with
 * a service stands for is never available: its status says why, its paths answer 503.
 */
import { must } from '#base/assert';
import { rfc3339, seconds } from '#base/sim-time';
import type { APIService } from '#k8s.io/api/apiregistration/v1';
import type { Service } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { type ResourceInfo, resourceFor } from '#k8s.io/apimachinery/resources';
import type { Resource } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import { Channel } from '#sim/signal';
import { type Process, type Simulation, sleep } from '#sim/simulation';
import type { Tracer } from '#trace/tracer';
import type { ResourceCache } from '../registry/rest-storage.ts';

const info = (group: string, version: string, plural: string): ResourceInfo =>
  must(resourceFor(group, version, plural), plural);

const apiServices = info('apiregistration.k8s.io', 'v1', 'apiservices');
const apiServiceResource: Resource = {
  group: apiServices.group,
  version: apiServices.version,
  resource: apiServices.plural,
  kind: apiServices.kind,
  namespaced: false,
};
/** How often an unavailable service is looked at again. */
const recheck = seconds(30);

export interface AggregatorParts {
  readonly sim: Simulation;
  readonly tracer: Tracer;
  readonly cache: (resource: ResourceInfo) => ResourceCache;
  readonly client: RestClient;
}

interface Availability {
  readonly reason: string;
  readonly message: string;
}

export class Aggregator {
  readonly #parts: AggregatorParts;
  /** By name, `VERSION.GROUP`. */
  readonly #remote = new Map<string, APIService>();
  readonly #changes: Channel<string>;

  constructor(parts: AggregatorParts) {
    this.#parts = parts;
    this.#changes = new Channel(parts.sim);
  }

  /** Begins to follow the APIServices. */
  *run(): Process {
    this.#parts.cache(apiServices).addHandler((object, previous) => {
      const { name } = (object ?? previous)?.metadata ?? { name: '' };
      const service = object as APIService | undefined;
      if (service?.spec.service === undefined) this.#remote.delete(name);
      else {
        this.#remote.set(name, service);
        this.#changes.send(name);
      }
    });
    for (;;) {
      const name = yield* this.#changes.receive();
      if (name === undefined) return;
      yield* this.#sync(name);
    }
  }

  /** Whether the paths of a group version belong to somebody else. */
  owns(group: string, version: string): boolean {
    return this.#remote.size > 0 && this.#remote.has(`${version}.${group}`);
  }

  /** Writes into the status why a service is not available. */
  *#sync(name: string): Process {
    const service = this.#remote.get(name);
    if (service === undefined) return;
    const { reason, message } = this.#availability(service);
    const before = service.status?.conditions?.find(({ type }) => type === 'Available');
    if (before?.reason === reason && before.message === message) return;
    const { sim, client } = this.#parts;
    const condition = {
      type: 'Available',
      status: 'False',
      lastTransitionTime:
        before?.status === 'False' ? (before.lastTransitionTime ?? '') : rfc3339(sim.now),
      reason,
      message,
    };
    yield* client.update(
      apiServiceResource,
      { ...service, status: { conditions: [condition] } } as unknown as KubeObject,
      { name, subresource: 'status' },
    );
    sim.spawn('APIService availability', this.#again(name));
  }

  *#again(name: string): Process {
    yield* sleep(recheck);
    if (!this.#remote.has(name)) return;
    this.#parts.tracer.timer('kube-apiserver', 'apiservice-availability');
    this.#changes.send(name);
  }

  /** Source: AvailableConditionController.sync. */
  #availability({ spec }: APIService): Availability {
    const { name = '', namespace = '', port = 443 } = spec.service ?? {};
    const shown = `service/${name} in "${namespace}"`;
    const { cache } = this.#parts;
    const key = `${namespace}/${name}`;
    const service = cache(info('', 'v1', 'services')).get(key) as Service | undefined;
    if (service === undefined) {
      return { reason: 'ServiceNotFound', message: `${shown} is not present` };
    }
    const servicePort = (service.spec?.ports ?? []).find((candidate) => candidate.port === port);
    if (servicePort === undefined) {
      const message = `${shown} is not listening on port ${port}`;
      return { reason: 'ServicePortError', message };
    }
    const slices = cache(info('discovery.k8s.io', 'v1', 'endpointslices'))
      .byIndex('namespace', namespace)
      .map((slice) => slice as unknown as EndpointSlice)
      .filter((slice) => slice.metadata.labels?.['kubernetes.io/service-name'] === name);
    const ready = slices.some(({ endpoints = [] }) =>
      endpoints.some(({ conditions }) => conditions?.ready !== false),
    );
    if (!ready) {
      const portName = servicePort.name ?? '';
      const message = `endpoints for ${shown} have no addresses with port name "${portName}"`;
      return { reason: 'MissingEndpoints', message };
    }
    const { group = '', version = '' } = spec;
    const url = `https://${service.spec?.clusterIP ?? ''}:${port}/apis/${group}/${version}`;
    const why = `failing or missing response from ${url}: Get "${url}"`;
    return {
      reason: 'FailedDiscoveryCheck',
      message: `${why}: dial tcp ${service.spec?.clusterIP ?? ''}:${port}: connect: connection refused`,
    };
  }
}

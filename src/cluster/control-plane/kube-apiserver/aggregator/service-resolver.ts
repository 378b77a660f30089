/**
 * Resolves the Service of an APIService to an address that answers, or to the reason why none does.
 *
 * Models k8s.io/kube-aggregator pkg/controllers/status/remote remote_available_controller.go sync
 * (its first half) and k8s.io/apiserver pkg/util/proxy ResolveEndpoint.
 */
import { must } from '#base/assert';
import { err, ok, type Result } from '#base/result';
import type { APIService } from '#k8s.io/api/apiregistration/v1';
import type { Service } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import { type ResourceInfo, resourceFor } from '#k8s.io/apimachinery/resources';
import type { ResourceCache } from '../storage/resource-cache.ts';

export interface Unavailable {
  readonly reason: string;
  readonly message: string;
}

export interface ServiceAddress {
  /** The Service's address in messages: `10.96.0.7:443`. */
  readonly host: string;
  /** The address of a pod behind the Service, or the name of a server outside. */
  readonly ip: string;
  readonly port: number;
  /** Whether the server is outside the cluster: the Service is an ExternalName. */
  readonly isOutside?: true;
}

type Cache = (resource: ResourceInfo) => ResourceCache;

const info = (group: string, version: string, plural: string): ResourceInfo =>
  must(resourceFor(group, version, plural), plural);
export const serviceNameLabel = 'kubernetes.io/service-name';
const services = info('', 'v1', 'services');
export const slices = info('discovery.k8s.io', 'v1', 'endpointslices');

export function resolveService(
  cache: Cache,
  { spec }: APIService,
): Result<ServiceAddress, Unavailable> {
  const { name = '', namespace = '', port = 443 } = spec.service ?? {};
  const shown = `service/${name} in "${namespace}"`;
  const service = cache(services).get(`${namespace}/${name}`) as Service | undefined;
  if (service === undefined) {
    return err({ reason: 'ServiceNotFound', message: `${shown} is not present` });
  }
  if (service.spec?.type === 'ExternalName') {
    const { externalName = '' } = service.spec;
    return ok({ host: `${externalName}:${port}`, ip: externalName, port, isOutside: true });
  }
  const servicePort = (service.spec?.ports ?? []).find((candidate) => candidate.port === port);
  if (servicePort === undefined) {
    const message = `${shown} is not listening on port ${port}`;
    return err({ reason: 'ServicePortError', message });
  }
  const portName = servicePort.name ?? '';
  const found = readyEndpoint(cache, namespace, name, portName);
  if (found === undefined) {
    const message = `endpoints for ${shown} have no addresses with port name "${portName}"`;
    return err({ reason: 'MissingEndpoints', message });
  }
  return ok({ host: `${service.spec?.clusterIP ?? ''}:${port}`, ...found });
}

function readyEndpoint(cache: Cache, namespace: string, service: string, portName: string) {
  for (const object of cache(slices).byIndex('namespace', namespace)) {
    const { metadata, ports = [], endpoints = [] } = asObject<EndpointSlice>(object);
    if (metadata.labels?.[serviceNameLabel] !== service) continue;
    const port = ports?.find(({ name = '' }) => name === portName)?.port;
    const ready = endpoints?.find(({ conditions }) => conditions?.ready !== false);
    const ip = ready?.addresses[0];
    if (port !== undefined && port !== null && ip !== undefined) return { ip, port };
  }
  return undefined;
}

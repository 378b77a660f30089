/**
 * Cluster addresses and node ports of services.
 *
 * Models kubernetes pkg/registry/core/service storage/alloc.go with ipallocator/ipallocator.go: an
 * address is allocated by creating its IPAddress object, so two servers can never allocate the same
 * one.
 */
import type { Prng } from '#base/prng';
import { err, ok, type Result } from '#base/result';
import type { Service, ServicePort, ServiceSpec } from '#k8s.io/api/core/v1';
import { invalid, isAlreadyExists, isNotFound } from '#k8s.io/apimachinery/errors';
import { type FieldError, invalidValue } from '#k8s.io/apimachinery/field-error';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import { isIPv4 } from '#k8s.io/apimachinery/validation';
import type { Resource } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import type { RequestAttributes } from '../../../request-attributes.ts';
import type { ResourceCache } from '../../../storage/resource-cache.ts';
import type { Allocation, StoreHooks } from '../../store-options.ts';
import { wellKnown } from '../../well-known.ts';
import { familiesOf, unconfiguredFamilies, validateAddressFields } from './address-validation.ts';
import {
  allocatesNodePorts,
  needsClusterIP,
  needsHealthCheckNodePort,
  needsNodePort,
} from './type-dependent-fields.ts';

const ipAddresses: Resource = {
  group: 'networking.k8s.io',
  version: 'v1',
  resource: 'ipaddresses',
  kind: 'IPAddress',
  namespaced: false,
};
const managedBy = 'ipallocator.k8s.io';
const leastNodePort = 30000;
const mostNodePort = 32767;
/** How many random addresses are tried before the allocation fails. */
const attempts = 16;

export interface ServiceAllocationOptions {
  readonly prng: Prng;
  readonly serviceCIDR: string;
  /** A client of the server itself. */
  readonly loopback: RestClient;
  cache(resource: ResourceInfo): ResourceCache;
  /** Deletes the Endpoints of the same name, if there are any. */
  deleteEndpoints(attrs: RequestAttributes): Process;
}

/** The hooks of the service store around its writes. */
export function serviceHooks(options: ServiceAllocationOptions): StoreHooks {
  const allocator = new ServiceAllocator(options);
  return {
    beginCreate: (attrs, object) => allocator.allocate(attrs, object as Service),
    beginUpdate: (attrs, object, old) =>
      allocator.reallocate(attrs, object as Service, old as Service),
    *afterDelete(attrs, object) {
      yield* options.deleteEndpoints(attrs);
      yield* allocator.release(object as Service);
    },
  };
}

class ServiceAllocator {
  readonly #options: ServiceAllocationOptions;

  constructor(options: ServiceAllocationOptions) {
    this.#options = options;
  }

  /** Allocates the addresses and ports that a service lacks. */
  *allocate(attrs: RequestAttributes, service: Service): Process<Result<Allocation, Status>> {
    const { spec } = service;
    const wrong = needsClusterIP(spec) ? familyProblems(service) : undefined;
    if (wrong !== undefined) return err(wrong);
    const address = yield* this.#address(attrs, service);
    if (!address.ok) return address;
    const ports = this.#nodePorts(service);
    if (!ports.ok) {
      yield* this.#release(address.value.taken);
      return ports;
    }
    const families = needsClusterIP(spec) ? familiesOf(spec) : {};
    const object: Service = {
      ...service,
      spec: { ...spec, ...families, ...address.value.fields, ...ports.value },
    };
    return ok({ object, revert: () => this.#release(address.value.taken) });
  }

  /** Like `allocate`; also releases an address that the new type does not need. */
  *reallocate(
    attrs: RequestAttributes,
    service: Service,
    old: Service,
  ): Process<Result<Allocation, Status>> {
    const given = yield* this.allocate(attrs, service);
    const lost = needsClusterIP(service.spec) ? undefined : old.spec.clusterIP;
    if (!given.ok || lost === undefined || lost === '' || lost === 'None') return given;
    yield* this.#release(lost);
    const self = this;
    const revert = function* (): Process {
      yield* self.#take(old, lost);
    };
    return ok({ object: given.value.object, revert });
  }

  *release({ spec }: Service): Process {
    for (const ip of spec.clusterIPs ?? []) if (ip !== 'None') yield* this.#release(ip);
  }

  *#address(
    attrs: RequestAttributes,
    service: Service,
  ): Process<
    Result<{ readonly fields: Partial<ServiceSpec>; readonly taken: string | undefined }, Status>
  > {
    const { spec } = service;
    if (!needsClusterIP(spec)) return ok({ fields: {}, taken: undefined });
    const asked = spec.clusterIP ?? spec.clusterIPs?.[0] ?? '';
    if (asked === 'None') {
      return ok({ fields: { clusterIP: asked, clusterIPs: [asked] }, taken: undefined });
    }
    const held = this.#options.cache(wellKnown.ipAddresses).get(asked);
    if (asked !== '' && isHeldBy(held, service)) {
      return ok({ fields: { clusterIP: asked, clusterIPs: [asked] }, taken: undefined });
    }
    const given =
      asked === '' ? yield* this.#any(attrs, service) : yield* this.#take(service, asked);
    if (!given.ok) return given;
    const fields = { clusterIP: given.value, clusterIPs: [given.value] };
    return ok({ fields, taken: given.value });
  }

  /** A random free address. The lower part of the range is left for explicit requests. */
  *#any(_attrs: RequestAttributes, service: Service): Process<Result<string, Status>> {
    const range = parseRange(this.#options.serviceCIDR);
    const reserved = Math.min(Math.max(16, Math.floor(range.size / 16)), 256);
    let last: Result<string, Status> | undefined;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const offset = reserved + this.#options.prng.nextInt(range.size - reserved - 1);
      last = yield* this.#take(service, addressAt(range.base + offset));
      if (last.ok) return last;
    }
    return last ?? err(refused(service, 'spec.clusterIPs', '', 'range is full'));
  }

  *#take(service: Service, ip: string): Process<Result<string, Status>> {
    const { namespace, name } = service.metadata;
    const outside = outsideRange(ip, this.#options.serviceCIDR);
    if (outside !== undefined) {
      const detail = `failed to allocate IP ${ip}: ${outside}`;
      return err(refused(service, 'spec.clusterIPs', [ip], detail));
    }
    const object = {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'IPAddress',
      metadata: {
        name: ip,
        labels: {
          'ipaddress.kubernetes.io/ip-family': 'IPv4',
          'ipaddress.kubernetes.io/managed-by': managedBy,
        },
      },
      spec: { parentRef: { resource: 'services', namespace, name } },
    };
    const created = yield* this.#options.loopback.create(ipAddresses, object);
    if (created.ok) return ok(ip);
    if (!isAlreadyExists(created.error)) return created;
    const detail = `failed to allocate IP ${ip}: provided IP is already allocated`;
    return err(refused(service, 'spec.clusterIPs', [ip], detail));
  }

  *#release(ip: string | undefined): Process {
    if (ip === undefined) return;
    const gone = yield* this.#options.loopback.delete(ipAddresses, { name: ip });
    if (!gone.ok && !isNotFound(gone.error)) return;
  }

  /** A node port is taken if any other service has it. */
  #nodePorts(service: Service): Result<Partial<ServiceSpec>, Status> {
    const { ports = [] } = service.spec;
    if (!needsNodePort(service.spec)) return ok({});
    const taken = this.#takenNodePorts(service.metadata.uid);
    const allocates = allocatesNodePorts(service.spec);
    // Ports with the same number share a node port, whatever their protocols.
    const ofPort = new Map<number, number>();
    const given: ServicePort[] = [];
    for (const [index, port] of ports.entries()) {
      const asked = port.nodePort ?? 0;
      if (asked === 0 && !allocates) {
        given.push(port);
        continue;
      }
      const shared = ofPort.get(port.port);
      const wanted = shared ?? requestedNodePort(port.port, ports.slice(index));
      const own = asked !== 0 && shared !== undefined ? asked : wanted;
      const chosen = own === 0 ? this.#freeNodePort(taken) : own;
      const problem = chosen === shared ? undefined : nodePortProblem(chosen, taken);
      if (problem !== undefined) {
        return err(refused(service, `spec.ports[${index}].nodePort`, chosen, problem));
      }
      taken.add(chosen);
      if (shared === undefined) ofPort.set(port.port, chosen);
      given.push({ ...port, nodePort: chosen });
    }
    const { healthCheckNodePort: asked = 0 } = service.spec;
    if (!needsHealthCheckNodePort(service.spec)) return ok({ ports: given });
    const problem = asked === 0 ? undefined : nodePortProblem(asked, taken);
    if (problem !== undefined) {
      return err(refused(service, 'spec.healthCheckNodePort', asked, problem));
    }
    const healthCheckNodePort = asked === 0 ? this.#freeNodePort(taken) : asked;
    return ok({ ports: given, healthCheckNodePort });
  }

  #takenNodePorts(except: string): Set<number> {
    const taken = new Set<number>();
    for (const { spec, metadata } of this.#options.cache(wellKnown.services).list() as Service[]) {
      if (metadata.uid === except) continue;
      for (const { nodePort = 0 } of spec.ports ?? []) if (nodePort !== 0) taken.add(nodePort);
      if (spec.healthCheckNodePort !== undefined) taken.add(spec.healthCheckNodePort);
    }
    return taken;
  }

  #freeNodePort(taken: ReadonlySet<number>): number {
    for (;;) {
      const port = this.#options.prng.between(leastNodePort, mostNodePort);
      if (!taken.has(port)) return port;
    }
  }
}

/** The node port that the first of these ports with this number requests; 0 when none does. */
const requestedNodePort = (number: number, ports: readonly ServicePort[]): number =>
  ports.find(({ port, nodePort = 0 }) => port === number && nodePort !== 0)?.nodePort ?? 0;

/** Source: alloc.go initIPFamilyFields. */
function familyProblems({ metadata, spec }: Service): Status | undefined {
  const wrong = validateAddressFields(spec);
  const problems = wrong.length > 0 ? wrong : unconfiguredFamilies(spec);
  return problems.length === 0
    ? undefined
    : invalid({ group: '', kind: 'Service' }, metadata.name, problems);
}

/** Source: cidrallocator.go getAllocator, ipallocator.go AllocateService. */
function outsideRange(ip: string, cidr: string): string | undefined {
  if (!isIPv4(ip)) return 'the provided network does not match the current range';
  const { base, size } = parseRange(cidr);
  const offset = parseRange(ip).base - base;
  if (offset < 0 || offset >= size) return 'the provided network does not match the current range';
  if (offset > 0 && offset < size - 1) return undefined;
  return `the provided IP (${ip}) is not in the valid range. The range of valid IPs is ${cidr}`;
}

function nodePortProblem(port: number, taken: ReadonlySet<number>): string | undefined {
  if (port < leastNodePort || port > mostNodePort) {
    const range = `${leastNodePort}-${mostNodePort}`;
    return `provided port is not in the valid range. The range of valid ports is ${range}`;
  }
  return taken.has(port) ? 'provided port is already allocated' : undefined;
}

function refused({ metadata }: Service, field: string, value: unknown, detail: string): Status {
  const error: FieldError = invalidValue(field, value, detail);
  return invalid({ group: '', kind: 'Service' }, metadata.name, [error]);
}

function isHeldBy(address: KubeObject | undefined, { metadata }: Service): boolean {
  const parent = (
    address?.spec as { parentRef?: { namespace?: string; name?: string } } | undefined
  )?.parentRef;
  return parent?.namespace === metadata.namespace && parent?.name === metadata.name;
}

function parseRange(cidr: string): { readonly base: number; readonly size: number } {
  const [address = '', bits = '32'] = cidr.split('/');
  const base = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  return { base, size: 2 ** (32 - Number(bits)) };
}

const addressAt = (value: number): string =>
  [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');

/**
 * The endpoints behind each service port, from the slices of its service.
 * Models kubernetes/pkg/proxy/endpointslicecache.go.
 */
import type { Endpoint, EndpointSlice } from '#k8s.io/api/discovery/v1';
import type { ServicePortInfo } from './service-port.ts';

export interface EndpointInfo {
  /** `10.244.1.5:80` */
  readonly address: string;
  readonly ip: string;
  readonly isLocal: boolean;
  readonly isReady: boolean;
  readonly isServing: boolean;
  readonly isTerminating: boolean;
  readonly zoneHints: readonly string[];
  readonly nodeHints: readonly string[];
}

const serviceNameLabel = 'kubernetes.io/service-name';

/** `namespace/name` of the service a slice belongs to; `undefined`: of none. */
function serviceOfSlice({ metadata }: EndpointSlice): string | undefined {
  const name = metadata.labels?.[serviceNameLabel];
  return name === undefined || name === '' ? undefined : `${metadata.namespace}/${name}`;
}

export class EndpointSliceCache {
  readonly #nodeName: string;
  /** By service, then by the name of the slice. */
  readonly #slices = new Map<string, Map<string, EndpointSlice>>();

  constructor(nodeName: string) {
    this.#nodeName = nodeName;
  }

  /** Stores a slice; returns its service. */
  update(slice: EndpointSlice): string | undefined {
    const service = serviceOfSlice(slice);
    if (service === undefined || slice.addressType !== 'IPv4') return undefined;
    const slices = this.#slices.get(service) ?? new Map<string, EndpointSlice>();
    slices.set(slice.metadata.name, slice);
    this.#slices.set(service, slices);
    return service;
  }

  delete(slice: EndpointSlice): string | undefined {
    const service = serviceOfSlice(slice);
    if (service === undefined) return undefined;
    const slices = this.#slices.get(service);
    slices?.delete(slice.metadata.name);
    if (slices?.size === 0) this.#slices.delete(service);
    return service;
  }

  /**
   * Sorted by address as text. An address appears once; a ready endpoint wins over an unready one.
   */
  endpointsOf({ service, portName, protocol }: ServicePortInfo): readonly EndpointInfo[] {
    const found = new Map<string, EndpointInfo>();
    for (const { ports, endpoints } of this.#slices.get(service)?.values() ?? []) {
      for (const { name = '', protocol: of = 'TCP', port } of ports ?? []) {
        if (name !== portName || of.toLowerCase() !== protocol || port === undefined) continue;
        for (const endpoint of endpoints ?? []) {
          const info = this.#info(endpoint, port);
          if (info === undefined || found.get(info.address)?.isReady === true) continue;
          found.set(info.address, info);
        }
      }
    }
    return [...found.values()].sort((a, b) => (a.address < b.address ? -1 : 1));
  }

  #info({ addresses, conditions, nodeName, hints }: Endpoint, port: number) {
    const [ip] = addresses;
    if (ip === undefined) return undefined;
    const isReady = conditions?.ready ?? true;
    return {
      address: `${ip}:${port}`,
      ip,
      isLocal: nodeName === this.#nodeName,
      isReady,
      isServing: conditions?.serving ?? isReady,
      isTerminating: conditions?.terminating ?? false,
      zoneHints: (hints?.forZones ?? []).map(({ name }) => name),
      nodeHints: (hints?.forNodes ?? []).map(({ name }) => name),
    };
  }
}

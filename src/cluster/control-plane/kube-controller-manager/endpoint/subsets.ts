/**
 * Addresses grouped by the ports they share, in a canonical order.
 * Models kubernetes/pkg/api/v1/endpoints/util.go RepackSubsets and addEndpointSubset.
 */
import { defined } from '#base/defined';
import type {
  EndpointAddress,
  EndpointSubset,
  Pod,
  Service,
  ServicePort,
} from '#k8s.io/api/core/v1';
import { isPodReady } from '../controller/pods.ts';
import { targetPortOf } from '../endpointslice/reconciler.ts';
import { belongsInEndpoints } from '../endpointslice/service-selection.ts';

export const overCapacityAnnotation = 'endpoints.kubernetes.io/over-capacity';
const maxAddresses = 1000;

interface Port {
  readonly name?: string;
  readonly port: number;
  readonly protocol: 'SCTP' | 'TCP' | 'UDP';
  readonly appProtocol?: string;
}

interface Subset {
  readonly ports: readonly Port[];
  readonly ready: EndpointAddress[];
  readonly notReady: EndpointAddress[];
}

/** The subsets of a service's Endpoints; at most a thousand addresses. */
export function subsetsOf(
  service: Service,
  pods: readonly Pod[],
): { readonly subsets: readonly EndpointSubset[]; readonly isOverCapacity: boolean } {
  const publishAll = service.spec.publishNotReadyAddresses === true;
  const byPorts = new Map<string, Subset>();
  let count = 0;
  let isOverCapacity = false;
  for (const pod of pods) {
    if (!belongsInEndpoints(pod, publishAll)) continue;
    const ip = addressOf(service, pod);
    const ports = portsOf(service, pod);
    const isHeadlessWithoutPorts = (service.spec.ports ?? []).length === 0;
    if (ip === undefined || (ports.length === 0 && !isHeadlessWithoutPorts)) continue;
    if (++count > maxAddresses) {
      isOverCapacity = true;
      break;
    }
    const key = ports.map(portKey).join(',');
    const subset = byPorts.get(key) ?? { ports, ready: [], notReady: [] };
    byPorts.set(key, subset);
    const isReady = publishAll || isPodReady(pod);
    (isReady ? subset.ready : subset.notReady).push(endpointAddress(service, pod, ip));
  }
  const subsets = [...byPorts.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  return { subsets: subsets.map(([, subset]) => packed(subset)), isOverCapacity };
}

const portKey = ({ port, protocol, name = '' }: Port): string => `${port}/${protocol}/${name}`;

function packed({ ports, ready, notReady }: Subset): EndpointSubset {
  return {
    ...(ready.length === 0 ? {} : { addresses: byIp(ready) }),
    ...(notReady.length === 0 ? {} : { notReadyAddresses: byIp(notReady) }),
    ...(ports.length === 0 ? {} : { ports }),
  };
}

const byIp = (addresses: readonly EndpointAddress[]): readonly EndpointAddress[] =>
  [...addresses].sort((a, b) => {
    const [left, right] = [`${a.ip} ${a.targetRef?.uid}`, `${b.ip} ${b.targetRef?.uid}`];
    return left < right ? -1 : left > right ? 1 : 0;
  });

/** The pod's address in the service's first family. */
function addressOf({ spec }: Service, pod: Pod): string | undefined {
  const isV6 = spec.ipFamilies?.[0] === 'IPv6';
  return pod.status?.podIPs?.find(({ ip }) => ip.includes(':') === isV6)?.ip;
}

function endpointAddress({ metadata }: Service, pod: Pod, ip: string): EndpointAddress {
  const { hostname, subdomain, nodeName } = pod.spec;
  const { namespace, name, uid } = pod.metadata;
  return {
    ip,
    ...(hostname !== undefined && subdomain === metadata.name ? { hostname } : {}),
    ...defined({ nodeName }),
    targetRef: { kind: 'Pod', namespace, name, uid },
  };
}

function portsOf({ spec }: Service, pod: Pod): readonly Port[] {
  return (spec.ports ?? []).flatMap((port) => {
    const number = targetPortOf(pod, port);
    return number === undefined ? [] : [endpointPort(port, number)];
  });
}

function endpointPort({ name, protocol = 'TCP', appProtocol }: ServicePort, port: number): Port {
  return {
    ...(name === undefined || name === '' ? {} : { name }),
    port,
    protocol,
    ...defined({ appProtocol }),
  };
}

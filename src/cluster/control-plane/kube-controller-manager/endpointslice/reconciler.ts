/**
 * The desired content of a Service's slices, and the writes that lead to it. Models
 * k8s.io/endpointslice reconciler.go and utils.go.
 */

import { defined } from '#base/defined';
import type { Node, Pod, Service, ServicePort } from '#k8s.io/api/core/v1';
import type { Endpoint, EndpointPort, EndpointSlice } from '#k8s.io/api/discovery/v1';
import { asObject, deepEqual } from '#k8s.io/apimachinery/json-value';
import { newControllerRef } from '#k8s.io/apimachinery/meta/controller-ref';
import { isPodReady } from '../controller/pods.ts';
import { belongsInEndpoints, triggerTimeAnnotation } from './service-selection.ts';

export const serviceNameLabel = 'kubernetes.io/service-name';
export const managedByLabel = 'endpointslice.kubernetes.io/managed-by';
export const managedBy = 'endpointslice-controller.k8s.io';
const headlessLabel = 'service.kubernetes.io/headless';
const zoneLabel = 'topology.kubernetes.io/zone';
const maxEndpointsPerSlice = 100;

type AddressType = 'IPv4' | 'IPv6';

/** Endpoints for slices with the same address family and ports. */
export interface Group {
  readonly addressType: AddressType;
  readonly ports: readonly EndpointPort[];
  readonly endpoints: Endpoint[];
}

export interface DesiredSlices {
  readonly groups: readonly Group[];
  /** A message for each pod that was left out because the cache does not have its node. */
  readonly skipped: readonly string[];
}

export function desiredSlices(
  service: Service,
  pods: readonly Pod[],
  node: (name: string) => Node | undefined,
): DesiredSlices {
  const groups: Group[] = [];
  const skipped = new Set<string>();
  for (const addressType of familiesOf(service)) {
    for (const pod of pods) {
      if (!belongsInEndpoints(pod, true)) continue;
      const nodeName = pod.spec.nodeName ?? '';
      const onNode = node(nodeName);
      if (onNode === undefined && service.spec.publishNotReadyAddresses !== true) {
        skipped.add(skippedPod(service, pod, nodeName));
        continue;
      }
      const endpoint = endpointOf(service, pod, onNode, addressType);
      if (endpoint === undefined) continue;
      groupFor(groups, addressType, portsOf(service, pod)).endpoints.push(endpoint);
    }
    if (!groups.some((group) => group.addressType === addressType)) {
      // A service without pods has one empty slice.
      groups.push({ addressType, ports: [], endpoints: [] });
    }
  }
  return { groups, skipped: [...skipped] };
}

const skippedPod = (service: Service, pod: Pod, node: string): string =>
  `skipping Pod ${pod.metadata.name} for Service ${service.metadata.namespace}/` +
  `${service.metadata.name}: Node ${node} Not Found`;

const familiesOf = ({ spec }: Service): readonly AddressType[] => {
  const families = (spec.ipFamilies ?? []).filter((family) => family !== '');
  return families.length > 0 ? families : ['IPv4'];
};

/** The group with these ports and this family; created if missing. */
export function groupFor(
  groups: Group[],
  addressType: AddressType,
  ports: readonly EndpointPort[],
): Group {
  const known = groups.find(
    (group) => group.addressType === addressType && deepEqual(group.ports, ports),
  );
  if (known !== undefined) return known;
  const group: Group = { addressType, ports, endpoints: [] };
  groups.push(group);
  return group;
}

/** Source: k8s.io/endpointslice utils.go podToEndpoint. */
function endpointOf(
  { spec, metadata }: Service,
  pod: Pod,
  node: Node | undefined,
  addressType: AddressType,
): Endpoint | undefined {
  const isV6 = addressType === 'IPv6';
  const addresses = (pod.status?.podIPs ?? [])
    .map(({ ip }) => ip)
    .filter((ip) => ip.includes(':') === isV6);
  if (addresses.length === 0) return undefined;
  const serving = isPodReady(pod);
  const terminating = pod.metadata.deletionTimestamp !== undefined;
  const ready = spec.publishNotReadyAddresses === true || (serving && !terminating);
  const zone = node?.metadata.labels?.[zoneLabel];
  const { hostname, subdomain, nodeName = '' } = pod.spec;
  const isNamed = hostname !== undefined && subdomain === metadata.name;
  return {
    addresses,
    conditions: { ready, serving, terminating },
    ...(isNamed ? { hostname } : {}),
    targetRef: {
      kind: 'Pod',
      namespace: pod.metadata.namespace,
      name: pod.metadata.name,
      uid: pod.metadata.uid,
    },
    nodeName,
    ...defined({ zone }),
    ...(ready ? hintsOf(spec.trafficDistribution, nodeName, zone) : {}),
  };
}

/** The zones or nodes from which an endpoint should get traffic. Source: trafficdist.go. */
function hintsOf(
  preference: string | undefined,
  node: string,
  zone: string | undefined,
): Pick<Endpoint, 'hints'> {
  const forZones = zone === undefined ? {} : { forZones: [{ name: zone }] };
  if (preference === 'PreferSameNode')
    return { hints: { ...forZones, forNodes: [{ name: node }] } };
  const isNear = preference === 'PreferSameZone' || preference === 'PreferClose';
  return isNear && zone !== undefined ? { hints: forZones } : {};
}

/** Source: k8s.io/endpointslice utils.go getEndpointPorts. */
function portsOf({ spec }: Service, pod: Pod): readonly EndpointPort[] {
  const ports: EndpointPort[] = [];
  for (const port of spec.ports ?? []) {
    const number = targetPortOf(pod, port);
    if (number === undefined) continue;
    const { name = '', protocol = 'TCP', appProtocol } = port;
    const known = { name, protocol, port: number };
    ports.push(appProtocol === undefined ? known : { ...known, appProtocol });
  }
  return ports;
}

/** The target port's number; a name refers to a container port. Source: podutil FindPort. */
export function targetPortOf(
  pod: Pod,
  { targetPort, port, protocol = 'TCP' }: ServicePort,
): number | undefined {
  if (targetPort === undefined) return port;
  if (typeof targetPort === 'number') return targetPort;
  for (const container of pod.spec.containers) {
    for (const { name, protocol: of = 'TCP', containerPort } of container.ports ?? []) {
      if (name === targetPort && of === protocol) return containerPort;
    }
  }
  return undefined;
}

interface NewSlice {
  readonly metadata: { readonly generateName: string };
  readonly addressType: AddressType;
}

export interface SlicePlan {
  readonly create: readonly NewSlice[];
  readonly update: readonly EndpointSlice[];
  readonly delete: readonly EndpointSlice[];
}

/** The smallest number of writes that turn the existing slices into the desired ones. */
export function planSlices(
  service: Service,
  { groups }: DesiredSlices,
  existing: readonly EndpointSlice[],
  trigger: string | undefined,
): SlicePlan {
  const create: NewSlice[] = [];
  const update: EndpointSlice[] = [];
  const kept = new Set<EndpointSlice>();
  // A slice of an earlier Service of the same name is not reused.
  const owned = existing.filter((slice) => isOwnedBy(slice, service));
  for (const group of groups) {
    const slices = owned.filter((slice) => isOfGroup(slice, group));
    const chunks = fill(slices, group.endpoints);
    chunks.forEach((endpoints, index) => {
      const slice = slices[index];
      if (slice === undefined) {
        create.push(newSlice(service, group, endpoints, trigger));
        return;
      }
      kept.add(slice);
      const labels = labelsOf(service);
      const isSame = deepEqual(slice.endpoints ?? [], endpoints);
      if (isSame && deepEqual(slice.metadata.labels, labels)) return;
      update.push(changedSlice(slice, endpoints, labels, trigger));
    });
  }
  const gone = existing.filter((slice) => !kept.has(slice));
  return reused(service, create, update, gone);
}

/** Source: reconciler.go ownedBy. */
const isOwnedBy = ({ metadata }: EndpointSlice, { metadata: { uid } }: Service): boolean =>
  metadata.ownerReferences?.some((reference) => reference.uid === uid) === true;

/** A slice to be deleted takes the content of one to be created. Source: Reconciler.finalize. */
function reused(
  service: Service,
  create: readonly NewSlice[],
  update: readonly EndpointSlice[],
  gone: readonly EndpointSlice[],
): SlicePlan {
  const left = [...create];
  const updates = [...update];
  const deleted = gone.filter((slice) => {
    const next = left.at(-1);
    if (next === undefined || next.addressType !== slice.addressType) return true;
    if (!isOwnedBy(slice, service)) return true;
    left.pop();
    const { name } = slice.metadata;
    updates.push(asObject<EndpointSlice>({ ...next, metadata: { ...next.metadata, name } }));
    return false;
  });
  return { create: left, update: updates, delete: deleted };
}

export const isOfGroup = (slice: EndpointSlice, { addressType, ports }: Group): boolean =>
  slice.addressType === addressType && deepEqual(slice.ports ?? [], ports);

/** Keeps endpoints in their slices, then fills slices with free places, then adds slices. */
function fill(slices: readonly EndpointSlice[], endpoints: readonly Endpoint[]): Endpoint[][] {
  const left = new Map(endpoints.map((endpoint) => [endpoint.targetRef?.uid ?? '', endpoint]));
  const chunks = slices.map((slice) => {
    const kept: Endpoint[] = [];
    for (const { targetRef } of slice.endpoints ?? []) {
      const endpoint = left.get(targetRef?.uid ?? '');
      if (endpoint === undefined) continue;
      left.delete(targetRef?.uid ?? '');
      kept.push(endpoint);
    }
    return kept;
  });
  for (const endpoint of left.values()) {
    const room = chunks.find((chunk) => chunk.length < maxEndpointsPerSlice);
    if (room === undefined) chunks.push([endpoint]);
    else room.push(endpoint);
  }
  const filled = chunks.filter((chunk) => chunk.length > 0);
  return filled.length > 0 ? chunks.slice(0, lastFilled(chunks) + 1) : [[]];
}

const lastFilled = (chunks: readonly Endpoint[][]): number =>
  chunks.findLastIndex((chunk) => chunk.length > 0);

function labelsOf({ metadata, spec }: Service): Readonly<Record<string, string>> {
  const isHeadless = spec.clusterIP === 'None';
  return {
    ...metadata.labels,
    [managedByLabel]: managedBy,
    [serviceNameLabel]: metadata.name,
    ...(isHeadless ? { [headlessLabel]: '' } : {}),
  };
}

function newSlice(
  service: Service,
  { addressType, ports }: Group,
  endpoints: readonly Endpoint[],
  trigger: string | undefined,
) {
  const { name, namespace } = service.metadata;
  return {
    kind: 'EndpointSlice',
    apiVersion: 'discovery.k8s.io/v1',
    metadata: {
      generateName: `${name}-`,
      namespace,
      labels: labelsOf(service),
      ...(trigger === undefined ? {} : { annotations: { [triggerTimeAnnotation]: trigger } }),
      ownerReferences: [newControllerRef({ ...service, apiVersion: 'v1', kind: 'Service' })],
    },
    addressType,
    endpoints,
    ports,
  };
}

function changedSlice(
  slice: EndpointSlice,
  endpoints: readonly Endpoint[],
  labels: Readonly<Record<string, string>>,
  trigger: string | undefined,
): EndpointSlice {
  const { annotations: before = {}, ...metadata } = slice.metadata;
  const { [triggerTimeAnnotation]: _, ...others } = before;
  const annotations =
    trigger === undefined ? others : { ...others, [triggerTimeAnnotation]: trigger };
  // Go omits an empty map.
  const annotated = Object.keys(annotations).length === 0 ? {} : { annotations };
  return { ...slice, metadata: { ...metadata, labels, ...annotated }, endpoints };
}

/**
 * The slices with the content of an Endpoints object, and the writes that lead to them.
 *
 * Models kubernetes/pkg/controller/endpointslicemirroring reconciler.go and utils.go. In: an
 * Endpoints object and its slices. Out: slices to create, to update and to delete.
 */
import { defined } from '#base/defined';
import type { EndpointAddress, Endpoints, EndpointPort as OldPort } from '#k8s.io/api/core/v1';
import type { Endpoint, EndpointPort, EndpointSlice } from '#k8s.io/api/discovery/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { newControllerRef } from '#k8s.io/apimachinery/meta/controller-ref';
import {
  type Group,
  groupFor,
  isOfGroup,
  managedByLabel,
  serviceNameLabel,
} from '../endpointslice/reconciler.ts';
import { triggerTimeAnnotation } from '../endpointslice/service-selection.ts';

export const managedBy = 'endpointslicemirroring-controller.k8s.io';
const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration';
/** Further addresses of a subset are left out. */
const maxEndpointsPerSubset = 1000;

export interface MirrorPlan {
  readonly create: readonly ReturnType<typeof newSlice>[];
  readonly update: readonly EndpointSlice[];
  readonly delete: readonly EndpointSlice[];
}

export function planMirror(endpoints: Endpoints, existing: readonly EndpointSlice[]): MirrorPlan {
  const update: EndpointSlice[] = [];
  const replace = (slice: EndpointSlice, { ports, endpoints: content }: Group): void => {
    const metadata = { ...slice.metadata, ...mirroredMetadata(endpoints) };
    update.push({ ...slice, metadata, endpoints: content, ports });
  };
  const spare = new Set(existing);
  const missing = groupsOf(endpoints).filter((group) => {
    const slice = existing.find((each) => isOfGroup(each, group));
    if (slice === undefined) return true;
    spare.delete(slice);
    if (!deepEqual(slice.endpoints ?? [], group.endpoints)) replace(slice, group);
    return false;
  });
  // A slice to be deleted takes the content of one to be created. Source: recycleSlices.
  const create = missing.filter((group) => {
    const slice = [...spare].find(({ addressType }) => addressType === group.addressType);
    if (slice === undefined) return true;
    spare.delete(slice);
    replace(slice, group);
    return false;
  });
  return {
    create: create.map((group) => newSlice(endpoints, group)),
    update,
    delete: [...spare],
  };
}

function groupsOf({ subsets = [] }: Endpoints): readonly Group[] {
  const groups: Group[] = [];
  for (const { addresses = [], notReadyAddresses = [], ports = [] } of subsets) {
    const sliced = ports.map(slicePort);
    const all = [
      ...addresses.map((address) => ({ address, ready: true })),
      ...notReadyAddresses.map((address) => ({ address, ready: false })),
    ];
    for (const { address, ready } of all.slice(0, maxEndpointsPerSubset)) {
      const addressType = address.ip.includes(':') ? 'IPv6' : 'IPv4';
      groupFor(groups, addressType, sliced).endpoints.push(endpointOf(address, ready));
    }
  }
  return groups;
}

const slicePort = ({ name = '', port, protocol = 'TCP', appProtocol }: OldPort): EndpointPort => ({
  name,
  port,
  protocol,
  ...defined({ appProtocol }),
});

const endpointOf = (
  { ip, hostname, nodeName, targetRef }: EndpointAddress,
  ready: boolean,
): Endpoint => ({
  addresses: [ip],
  conditions: { ready },
  ...defined({ hostname, targetRef, nodeName }),
});

const newSlice = (endpoints: Endpoints, { addressType, ports, endpoints: content }: Group) => ({
  kind: 'EndpointSlice',
  apiVersion: 'discovery.k8s.io/v1',
  metadata: {
    generateName: `${endpoints.metadata.name}-`,
    namespace: endpoints.metadata.namespace,
    ...mirroredMetadata(endpoints),
  },
  addressType,
  endpoints: content,
  ports,
});

/** The labels and annotations of the Endpoints, except those about their origin. */
function mirroredMetadata(endpoints: Endpoints) {
  const { name, labels, annotations = {} } = endpoints.metadata;
  const {
    [triggerTimeAnnotation]: _time,
    [lastAppliedAnnotation]: _applied,
    ...kept
  } = annotations;
  return {
    labels: { ...labels, [serviceNameLabel]: name, [managedByLabel]: managedBy },
    ...(Object.keys(kept).length === 0 ? {} : { annotations: kept }),
    ownerReferences: [newControllerRef({ ...endpoints, apiVersion: 'v1', kind: 'Endpoints' })],
  };
}

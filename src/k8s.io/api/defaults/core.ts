/**
 * Defaults of the core/v1 kinds other than Pod.
 *
 * Models kubernetes/pkg/apis/core/v1 defaults.go. Allocated values (cluster IPs, node ports, uids)
 * are no defaults; the registry of the kind sets them.
 */
import type {
  Endpoints,
  LimitRange,
  LimitRangeItem,
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  ResourceQuota,
  Secret,
  Service,
  ServicePort,
  ServiceSpec,
} from '../core/v1.ts';
import { defaultResourceList } from './container.ts';
import { addMissing, change, each, fill } from './fill.ts';
import { defaultHostPath } from './volume.ts';

export function defaultService(service: Service): Service {
  return change(service, 'spec', (spec) => {
    const typed = fill(spec, { sessionAffinity: 'None', type: 'ClusterIP' });
    const ported = change(typed, 'ports', (ports) => each(ports, defaultServicePort));
    return defaultTrafficPolicy(defaultAffinity(ported));
  });
}

function defaultAffinity(spec: ServiceSpec): ServiceSpec {
  if (spec.sessionAffinity === 'None') {
    const { sessionAffinityConfig, ...rest } = spec;
    return sessionAffinityConfig === undefined ? spec : rest;
  }
  if (spec.sessionAffinityConfig?.clientIP?.timeoutSeconds !== undefined) return spec;
  return { ...spec, sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } } };
}

function defaultTrafficPolicy(spec: ServiceSpec): ServiceSpec {
  if (spec.type === 'ExternalName') return spec;
  const isBalanced = spec.type === 'LoadBalancer';
  const isExternal = isBalanced || spec.type === 'NodePort' || (spec.externalIPs ?? []).length > 0;
  return fill(spec, {
    internalTrafficPolicy: 'Cluster',
    ...(isExternal && { externalTrafficPolicy: 'Cluster' }),
    ...(isBalanced && { allocateLoadBalancerNodePorts: true }),
  });
}

function defaultServicePort(port: ServicePort): ServicePort {
  const filled = fill(port, { protocol: 'TCP' });
  return filled.targetPort === undefined || filled.targetPort === 0 || filled.targetPort === ''
    ? { ...filled, targetPort: filled.port }
    : filled;
}

/** A namespace is labelled with its name and is active until it is deleted. */
export function defaultNamespace(namespace: Namespace): Namespace {
  const { name, labels } = namespace.metadata;
  const key = 'kubernetes.io/metadata.name';
  // A name that is still to be generated is labelled when it is known.
  const labelled =
    name === undefined || name === '' || labels?.[key] === name
      ? namespace
      : { ...namespace, metadata: { ...namespace.metadata, labels: { ...labels, [key]: name } } };
  if (labelled.status?.phase !== undefined) return labelled;
  return { ...labelled, status: { ...labelled.status, phase: 'Active' } };
}

export const defaultNode = (node: Node): Node =>
  change(node, 'status', (status) => {
    const capacity = change(status, 'capacity', defaultResourceList);
    const filled =
      capacity.capacity === undefined
        ? capacity
        : fill(capacity, { allocatable: capacity.capacity });
    return change(filled, 'allocatable', defaultResourceList);
  });

export const defaultSecret = (secret: Secret): Secret => fill(secret, { type: 'Opaque' });

export function defaultPersistentVolume(volume: PersistentVolume): PersistentVolume {
  const specified = change(volume, 'spec', (spec) =>
    change(
      change(
        fill(spec, { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' }),
        'capacity',
        defaultResourceList,
      ),
      'hostPath',
      defaultHostPath,
    ),
  );
  if (specified.status?.phase !== undefined) return specified;
  return { ...specified, status: { ...specified.status, phase: 'Pending' } };
}

export function defaultPersistentVolumeClaim(claim: PersistentVolumeClaim): PersistentVolumeClaim {
  const specified = change(claim, 'spec', (spec) => fill(spec, { volumeMode: 'Filesystem' }));
  if (specified.status?.phase !== undefined) return specified;
  return { ...specified, status: { ...specified.status, phase: 'Pending' } };
}

export const defaultEndpoints = (endpoints: Endpoints): Endpoints =>
  change(endpoints, 'subsets', (subsets) =>
    each(subsets, (subset) =>
      change(subset, 'ports', (ports) => each(ports, (port) => fill(port, { protocol: 'TCP' }))),
    ),
  );

export const defaultResourceQuota = (quota: ResourceQuota): ResourceQuota =>
  change(quota, 'spec', (spec) => change(spec, 'hard', defaultResourceList));

export const defaultLimitRange = (range: LimitRange): LimitRange =>
  change(range, 'spec', (spec) =>
    change(spec, 'limits', (limits) => each(limits, defaultLimitRangeItem)),
  );

/** A maximum is also the default limit; limits, then minima, are also default requests. */
function defaultLimitRangeItem(item: LimitRangeItem): LimitRangeItem {
  let result = item;
  for (const key of ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const)
    result = change(result, key, defaultResourceList);
  if (result.type !== 'Container') return result;
  const limits = addMissing(result.default, result.max);
  const requests = addMissing(addMissing(result.defaultRequest, limits), result.min);
  if (limits === result.default && requests === result.defaultRequest) return result;
  return {
    ...result,
    ...(Object.keys(limits).length > 0 && { default: limits }),
    ...(Object.keys(requests).length > 0 && { defaultRequest: requests }),
  };
}

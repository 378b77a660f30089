/**
 * Fields of a service that depend on its type: kept when an update omits them, cleared when the
 * type that needs them changes.
 *
 * Models kubernetes pkg/registry/core/service strategy.go patchAllocatedValues and
 * dropTypeDependentFields. Pure: services in, service out.
 */
import type { Building } from '#base/building';
import type { Service, ServicePort, ServiceSpec } from '#k8s.io/api/core/v1';

export const needsClusterIP = ({ type }: ServiceSpec): boolean => type !== 'ExternalName';
export const needsNodePort = ({ type }: ServiceSpec): boolean =>
  type === 'NodePort' || type === 'LoadBalancer';
/** Whether ports without a node port get one. Source: shouldAllocateNodePorts. */
export const allocatesNodePorts = (spec: ServiceSpec): boolean =>
  needsNodePort(spec) && (spec.type === 'NodePort' || spec.allocateLoadBalancerNodePorts !== false);
/** Nodes report to the load balancer whether they have endpoints. */
export const needsHealthCheckNodePort = (spec: ServiceSpec): boolean =>
  spec.type === 'LoadBalancer' && spec.externalTrafficPolicy === 'Local';

const addressFields = ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy'] as const;

export const externallyAccessible = (spec: ServiceSpec): boolean =>
  needsNodePort(spec) || (spec.externalIPs ?? []).length > 0;

/** Makes `clusterIP` and `clusterIPs` consistent. Source: normalizeClusterIPs. */
export function withNormalAddresses(service: Service, old?: Service): Service {
  const { clusterIP = '', clusterIPs = [] } = service.spec;
  const kept = old !== undefined && same(clusterIPs, old.spec.clusterIPs ?? []);
  const changed = kept && clusterIP !== (old.spec.clusterIP ?? '');
  const alone = clusterIP !== '' && clusterIPs.length === 0;
  if (!changed && !alone) return service;
  const { clusterIPs: _, ...spec } = service.spec;
  if (clusterIP === '') return { ...service, spec };
  return { ...service, spec: { ...spec, clusterIPs: [clusterIP, ...clusterIPs.slice(1)] } };
}

/** Keeps allocated values that an update omits. Source: patchAllocatedValues. */
export function withKeptAllocations(service: Service, { spec: old }: Service): Service {
  const spec: Record<string, unknown> = { ...service.spec };
  const keep = (field: keyof ServiceSpec): void => {
    if (spec[field] === undefined && old[field] !== undefined) spec[field] = old[field];
  };
  if (needsClusterIP(service.spec) && needsClusterIP(old)) {
    for (const field of addressFields) keep(field);
  }
  if (needsNodePort(service.spec) && needsNodePort(old)) {
    spec['ports'] = keptNodePorts(service.spec, old);
  }
  if (needsHealthCheckNodePort(service.spec) && needsHealthCheckNodePort(old)) {
    keep('healthCheckNodePort');
  }
  return { ...service, spec: spec as ServiceSpec };
}

function keptNodePorts(spec: ServiceSpec, old: ServiceSpec): readonly ServicePort[] {
  const asked = new Set((spec.ports ?? []).map(({ nodePort = 0 }) => nodePort));
  const used = new Set(portsOf(old).filter((port) => asked.has(port)));
  const before = new Map((old.ports ?? []).map(({ name = '', nodePort = 0 }) => [name, nodePort]));
  return (spec.ports ?? []).map((port) => {
    const nodePort = before.get(port.name ?? '') ?? 0;
    if ((port.nodePort ?? 0) !== 0 || nodePort === 0 || used.has(nodePort)) return port;
    used.add(nodePort);
    return { ...port, nodePort };
  });
}

/** Clears unchanged fields that the new type cannot use. Source: dropTypeDependentFields. */
export function withoutForeignFields(service: Service, { spec: old }: Service): Service {
  const spec: Building<ServiceSpec> = { ...service.spec };
  if (needsClusterIP(old) && !needsClusterIP(spec)) {
    if (same(addressesOf(spec), addressesOf(old))) {
      delete spec.clusterIP;
      delete spec.clusterIPs;
    }
    if (same(spec.ipFamilies ?? [], old.ipFamilies ?? [])) delete spec.ipFamilies;
    if (spec.ipFamilyPolicy === old.ipFamilyPolicy) delete spec.ipFamilyPolicy;
  }
  if (needsNodePort(old) && !needsNodePort(spec) && same(portsOf(spec), portsOf(old))) {
    spec.ports = (spec.ports ?? []).map(({ nodePort: _, ...port }) => port);
  }
  const checked = needsHealthCheckNodePort(old) && !needsHealthCheckNodePort(spec);
  if (checked && spec.healthCheckNodePort === old.healthCheckNodePort) {
    delete spec.healthCheckNodePort;
  }
  const hidden = externallyAccessible(old) && !externallyAccessible(spec);
  if (hidden && spec.externalTrafficPolicy === old.externalTrafficPolicy) {
    delete spec.externalTrafficPolicy;
  }
  if (old.type === 'LoadBalancer' && spec.type !== 'LoadBalancer') {
    if (spec.allocateLoadBalancerNodePorts === old.allocateLoadBalancerNodePorts) {
      delete spec.allocateLoadBalancerNodePorts;
    }
    if (spec.loadBalancerClass === old.loadBalancerClass) delete spec.loadBalancerClass;
  }
  return { ...service, spec };
}

const addressesOf = ({ clusterIP, clusterIPs = [] }: ServiceSpec): readonly unknown[] => [
  clusterIP,
  ...clusterIPs,
];

const portsOf = ({ ports = [] }: ServiceSpec): readonly number[] =>
  ports.flatMap(({ nodePort = 0 }) => (nodePort === 0 ? [] : [nodePort]));

const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

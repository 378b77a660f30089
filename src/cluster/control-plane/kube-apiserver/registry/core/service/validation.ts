/**
 * Checks of a Service. Source: kubernetes pkg/apis/core/validation ValidateService,
 * ValidateServiceUpdate.
 */
import type { Service, ServicePort, ServiceSpec } from '#k8s.io/api/core/v1';
import {
  childPath,
  duplicate,
  type FieldError,
  forbiddenField,
  indexPath,
  invalidValue,
  notAmong,
  notSupported,
  required,
} from '#k8s.io/apimachinery/field-error';
import {
  cidrErrors,
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  portNameErrors,
  portNumberErrors,
  qualifiedNameErrors,
} from '#k8s.io/apimachinery/validation';
import { validateLabels } from '../../object-meta-validation.ts';
import { validateAddresses, validateAddressFields } from './address-validation.ts';
import { externallyAccessible, needsHealthCheckNodePort } from './type-dependent-fields.ts';

type Errors = FieldError[];

const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const protocols = ['SCTP', 'TCP', 'UDP'];
const distributions = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];
const longestAffinity = 86_400;
const onlyBalanced = "may only be used when `type` is 'LoadBalancer'";
const kubeletPort = 10_250;

export function validateService({ spec }: Service): readonly FieldError[] {
  const errors: Errors = [];
  const { type = '', ports = [], clusterIP = '' } = spec;
  if (ports.length === 0 && clusterIP !== 'None' && type !== 'ExternalName') {
    errors.push(required('spec.ports'));
  }
  validateType(spec, errors);
  validatePorts(ports, errors);
  if (spec.selector !== undefined) errors.push(...validateLabels(spec.selector, 'spec.selector'));
  validateAffinity(spec, errors);
  errors.push(...validateAddressFields(spec), ...validateAddresses(spec));
  if (type === '') errors.push(required('spec.type'));
  else if (!types.includes(type)) errors.push(notSupported('spec.type', type, types));
  validateNodePorts(spec, errors);
  validateBalancer(spec, errors);
  validateTraffic(spec, errors);
  return errors;
}

/** Checks fields that depend on the type. */
function validateType({ type, ports = [], ...spec }: ServiceSpec, errors: Errors): void {
  const headless = spec.clusterIP === 'None';
  if (type === 'LoadBalancer') {
    for (const [index, { port }] of ports.entries()) {
      if (port !== kubeletPort) continue;
      const why = `may not expose port ${port} externally since it is used by kubelet`;
      errors.push(invalidValue(indexPath('spec.ports', index), port, why));
    }
  }
  if (headless && (type === 'LoadBalancer' || type === 'NodePort')) {
    const why = `may not be set to 'None' for ${type} services`;
    errors.push(invalidValue('spec.clusterIPs[0]', 'None', why));
  }
  if (type !== 'ExternalName') return;
  const notHere = 'may not be set for ExternalName services';
  if ((spec.clusterIPs ?? []).length > 0) errors.push(forbiddenField('spec.clusterIPs', notHere));
  if ((spec.ipFamilies ?? []).length > 0) errors.push(forbiddenField('spec.ipFamilies', notHere));
  if (spec.ipFamilyPolicy !== undefined) {
    errors.push(forbiddenField('spec.ipFamilyPolicy', notHere));
  }
  const name = (spec.externalName ?? '').replace(/\.$/, '');
  if (name === '') errors.push(required('spec.externalName'));
  else {
    for (const text of dns1123SubdomainErrors(name)) {
      errors.push(invalidValue('spec.externalName', name, text));
    }
  }
}

function validatePorts(ports: readonly ServicePort[], errors: Errors): void {
  const names = new Set<string>();
  for (const [index, port] of ports.entries()) {
    const field = indexPath('spec.ports', index);
    const { name = '', protocol = 'TCP', appProtocol } = port;
    if (name === '' && ports.length > 1) errors.push(required(childPath(field, 'name')));
    if (name !== '') {
      for (const text of dns1123LabelErrors(name)) {
        errors.push(invalidValue(childPath(field, 'name'), name, text));
      }
      if (names.has(name)) errors.push(duplicate(childPath(field, 'name'), name));
      names.add(name);
    }
    for (const text of portNumberErrors(port.port)) {
      errors.push(invalidValue(childPath(field, 'port'), port.port, text));
    }
    if (!protocols.includes(protocol)) {
      errors.push(notSupported(childPath(field, 'protocol'), protocol, protocols));
    }
    validateTarget(port, childPath(field, 'targetPort'), errors);
    for (const text of appProtocol === undefined ? [] : qualifiedNameErrors(appProtocol)) {
      errors.push(invalidValue(childPath(field, 'appProtocol'), appProtocol, text));
    }
  }
}

function validateTarget({ targetPort }: ServicePort, path: string, errors: Errors): void {
  if (targetPort === undefined) return;
  const texts =
    typeof targetPort === 'number' ? portNumberErrors(targetPort) : portNameErrors(targetPort);
  for (const text of texts) errors.push(invalidValue(path, targetPort, text));
}

/** Node ports need a type that has them; no pair of protocol and port may appear twice. */
function validateNodePorts({ type, ports = [] }: ServiceSpec, errors: Errors): void {
  const nodePorts = new Set<string>();
  const pairs = new Set<string>();
  for (const [index, { nodePort = 0, protocol = 'TCP' }] of ports.entries()) {
    const field = childPath(indexPath('spec.ports', index), 'nodePort');
    if (nodePort === 0) continue;
    if (type === 'ClusterIP') {
      errors.push(forbiddenField(field, "may not be used when `type` is 'ClusterIP'"));
    }
    const pair = `${protocol}/${nodePort}`;
    if (nodePorts.has(pair)) errors.push(duplicate(field, nodePort));
    nodePorts.add(pair);
  }
  for (const [index, { port, protocol = 'TCP' }] of ports.entries()) {
    const pair = `${protocol}/${port}`;
    // The error shows the duplicate as a port with only these two fields, in the internal type's
    // names.
    const part = { Name: '', Protocol: protocol, AppProtocol: null, Port: port };
    const shown = { ...part, TargetPort: 0, NodePort: 0 };
    if (pairs.has(pair)) errors.push(duplicate(indexPath('spec.ports', index), shown));
    pairs.add(pair);
  }
}

function validateAffinity(spec: ServiceSpec, errors: Errors): void {
  const { sessionAffinity: affinity = 'None', sessionAffinityConfig: config } = spec;
  const path = 'spec.sessionAffinityConfig';
  if (affinity === 'None') {
    if (config === undefined) return;
    errors.push(forbiddenField(path, 'must not be set when session affinity is None'));
  } else if (affinity !== 'ClientIP') {
    errors.push(notSupported('spec.sessionAffinity', affinity, ['ClientIP', 'None']));
  } else {
    const timeout = config?.clientIP?.timeoutSeconds ?? 0;
    if (timeout > 0 && timeout <= longestAffinity) return;
    const why = `must be greater than 0 and less than ${longestAffinity}`;
    errors.push(invalidValue(`${path}.clientIP.timeoutSeconds`, timeout, why));
  }
}

function validateBalancer(spec: ServiceSpec, errors: Errors): void {
  const balanced = spec.type === 'LoadBalancer';
  const ranges = spec.loadBalancerSourceRanges ?? [];
  if (ranges.length > 0) {
    // The path has upstream's spelling.
    const path = 'spec.LoadBalancerSourceRanges';
    if (!balanced) errors.push(forbiddenField(path, onlyBalanced));
    for (const [index, range] of ranges.entries()) {
      for (const text of cidrErrors(range.trim())) {
        errors.push(invalidValue(indexPath(path, index), range, text));
      }
    }
  }
  if (spec.allocateLoadBalancerNodePorts !== undefined && !balanced) {
    errors.push(forbiddenField('spec.allocateLoadBalancerNodePorts', onlyBalanced));
  }
  if (spec.loadBalancerClass === undefined) return;
  if (!balanced) errors.push(forbiddenField('spec.loadBalancerClass', onlyBalanced));
  else {
    for (const text of qualifiedNameErrors(spec.loadBalancerClass)) {
      errors.push(invalidValue('spec.loadBalancerClass', spec.loadBalancerClass, text));
    }
  }
}

function validateTraffic(spec: ServiceSpec, errors: Errors): void {
  const { externalTrafficPolicy: external, healthCheckNodePort: check = 0 } = spec;
  if (external !== undefined && !externallyAccessible(spec)) {
    const why = 'may only be set for externally-accessible services';
    errors.push(invalidValue('spec.externalTrafficPolicy', external, why));
  } else if (external !== undefined && !['Cluster', 'Local'].includes(external)) {
    errors.push(notSupported('spec.externalTrafficPolicy', external, ['Cluster', 'Local']));
  }
  if (check !== 0 && !needsHealthCheckNodePort(spec)) {
    const why =
      "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    errors.push(invalidValue('spec.healthCheckNodePort', check, why));
  }
  const { internalTrafficPolicy: internal, trafficDistribution: distribution } = spec;
  if (internal !== undefined && !['Cluster', 'Local'].includes(internal)) {
    errors.push(notSupported('spec.internalTrafficPolicy', internal, ['Cluster', 'Local']));
  }
  if (distribution !== undefined && !distributions.includes(distribution)) {
    errors.push(notAmong('spec.trafficDistribution', distribution, distributions));
  }
}

/**
 * Also checks fields that cannot change: the address (unless the type drops it), the load balancer
 * class and the health check port.
 */
export function validateServiceUpdate(service: Service, old: Service): readonly FieldError[] {
  const errors: Errors = [...validateAddress(service, old)];
  const { spec } = service;
  const bothBalanced = spec.type === 'LoadBalancer' && old.spec.type === 'LoadBalancer';
  if (bothBalanced && spec.loadBalancerClass !== old.spec.loadBalancerClass) {
    const value = spec.loadBalancerClass ?? null;
    errors.push(invalidValue('spec.loadBalancerClass', value, 'may not change once set'));
  }
  const checked = needsHealthCheckNodePort(spec) && needsHealthCheckNodePort(old.spec);
  if (checked && spec.healthCheckNodePort !== old.spec.healthCheckNodePort) {
    errors.push(forbiddenField('spec.healthCheckNodePort', 'field is immutable'));
  }
  return [...errors, ...validateService(service)];
}

function validateAddress({ spec }: Service, { spec: old }: Service): readonly FieldError[] {
  const before = old.clusterIPs?.[0];
  const asked = spec.clusterIPs ?? [];
  if (before === undefined || asked[0] === before || spec.type === 'ExternalName') return [];
  // Another check reports that the two fields differ.
  if (asked[0] !== spec.clusterIP) return [];
  return [invalidValue('spec.clusterIPs[0]', asked, 'may not change once set')];
}

/** Source: kubernetes pkg/api/service warnings.go. */
export function serviceWarnings({ metadata, spec }: Service): readonly string[] {
  const hints = 'service.kubernetes.io/topology-aware-hints';
  const warnings =
    metadata.annotations?.[hints] === undefined
      ? []
      : [
          `annotation ${hints} is deprecated, please use service.kubernetes.io/topology-mode instead`,
        ];
  if (spec.clusterIP !== 'None' || spec.type === 'ExternalName') return warnings;
  const ignored = [
    ...((spec.loadBalancerIP ?? '') === '' ? [] : ['spec.loadBalancerIP']),
    ...((spec.externalIPs ?? []).length === 0 ? [] : ['spec.externalIPs']),
    ...((spec.sessionAffinity ?? 'None') === 'None' ? [] : ['spec.SessionAffinity']),
  ];
  return [...warnings, ...ignored.map((field) => `${field} is ignored for headless services`)];
}

/**
 * Source: kubernetes pkg/registry/core/service/strategy.go, pkg/apis/core/validation
 * ValidateService.
 */
import type { Service, ServicePort } from '#k8s.io/api/core/v1';
import {
  childPath,
  duplicate,
  type FieldError,
  indexPath,
  invalidValue,
  notSupported,
  required,
} from '#k8s.io/apimachinery/field-error';
import {
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  ipErrors,
  portNameErrors,
  portNumberErrors,
} from '#k8s.io/apimachinery/validation';
import { statusStrategy } from '../../common-strategies.ts';
import { validateLabels } from '../../object-meta-validation.ts';
import { defineStrategy, withStatus } from '../../strategy.ts';
import { withKeptAllocations, withoutForeignFields } from './type-dependent-fields.ts';

const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const protocols = ['SCTP', 'TCP', 'UDP'];

function validate({ spec }: Service): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { type = '', ports = [], clusterIP = '' } = spec;
  if (ports.length === 0 && clusterIP !== 'None' && type !== 'ExternalName') {
    errors.push(required('spec.ports'));
  }
  validatePorts(ports, 'spec.ports', errors);
  if (spec.selector !== undefined) errors.push(...validateLabels(spec.selector, 'spec.selector'));
  if (type === '') errors.push(required('spec.type'));
  else if (!types.includes(type)) errors.push(notSupported('spec.type', type, types));
  const { sessionAffinity = 'None' } = spec;
  if (sessionAffinity !== 'None' && sessionAffinity !== 'ClientIP') {
    errors.push(notSupported('spec.sessionAffinity', sessionAffinity, ['ClientIP', 'None']));
  }
  for (const [index, ip] of (spec.clusterIPs ?? []).entries()) {
    if (ip === 'None') continue;
    for (const text of ipErrors(ip))
      errors.push(invalidValue(`spec.clusterIPs[${index}]`, ip, text));
  }
  if (type === 'ExternalName') {
    const { externalName = '' } = spec;
    for (const text of dns1123SubdomainErrors(externalName)) {
      errors.push(invalidValue('spec.externalName', externalName, text));
    }
  }
  return errors;
}

function validatePorts(ports: readonly ServicePort[], path: string, errors: FieldError[]): void {
  const names = new Set<string>();
  const pairs = new Set<string>();
  for (const [index, port] of ports.entries()) {
    const field = indexPath(path, index);
    const { name = '', protocol = 'TCP' } = port;
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
    const pair = `${protocol}/${port.port}`;
    if (pairs.has(pair)) errors.push(duplicate(field, { port: port.port, protocol }));
    pairs.add(pair);
  }
}

function validateTarget({ targetPort }: ServicePort, path: string, errors: FieldError[]): void {
  if (targetPort === undefined) return;
  const texts =
    typeof targetPort === 'number' ? portNumberErrors(targetPort) : portNameErrors(targetPort);
  for (const text of texts) errors.push(invalidValue(path, targetPort, text));
}

/** An address stays for the life of the service, unless its type gives it up. */
function validateAddress({ spec }: Service, { spec: old }: Service): readonly FieldError[] {
  const before = old.clusterIPs?.[0];
  // Who changes the one field alone means both. Source: normalizeClusterIPs.
  const { clusterIP = '', clusterIPs = [] } = spec;
  const alone = clusterIP !== '' && clusterIP !== old.clusterIP && clusterIPs[0] === before;
  const asked = alone ? [clusterIP] : clusterIPs;
  if (before === undefined || asked[0] === before || spec.type === 'ExternalName') return [];
  return [invalidValue('spec.clusterIPs[0]', asked, 'may not change once set')];
}

export const serviceStrategy = defineStrategy<Service>({
  prepareForCreate: (service) => withStatus(service, { loadBalancer: {} }),
  validate,
  prepareForUpdate: (service, old) =>
    withStatus(withoutForeignFields(withKeptAllocations(service, old), old), old.status),
  validateUpdate: (service, old) => [...validateAddress(service, old), ...validate(service)],
  nameErrors: dns1123LabelErrors,
  createOnUpdate: true,
  returnDeletedObject: true,
  status: statusStrategy<Service>(),
  fields: {
    'spec.clusterIP': (service) => (service as Service).spec.clusterIP ?? '',
    'spec.type': (service) => (service as Service).spec.type ?? '',
  },
});

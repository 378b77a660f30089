/**
 * Checks of the containers of a pod, in upstream's order.
 * Models kubernetes pkg/apis/core/validation validateContainers and what it calls.
 */
import type { Container, ContainerPort, EnvVar, Probe } from '#k8s.io/api/core/v1';
import {
  childPath,
  duplicate,
  type FieldError,
  indexPath,
  invalidValue,
  notSupported,
  required,
  valueNotFound,
} from '#k8s.io/apimachinery/field-error';
import {
  compareQuantities,
  parseQuantity,
  quantityFormatError,
} from '#k8s.io/apimachinery/quantity';
import {
  dns1123LabelErrors,
  envVarNameErrors,
  portNameErrors,
  portNumberErrors,
} from '#k8s.io/apimachinery/validation';
import { validateHandler, validateLifecycle } from './handler-validation.ts';
import { validateContainerSecurity } from './security-context-validation.ts';

const pullPolicies = ['Always', 'IfNotPresent', 'Never'];
const protocols = ['SCTP', 'TCP', 'UDP'];
const messagePolicies = ['FallbackToLogsOnError', 'File'];

/** The containers of one list; `taken` are names of other lists of the same pod. */
export function validateContainers(
  containers: readonly Container[],
  volumes: ReadonlySet<string>,
  path: string,
  taken: ReadonlySet<string> = new Set(),
  hostUsers = true,
): readonly FieldError[] {
  if (containers.length === 0) return [required(path)];
  const errors: FieldError[] = [];
  const names = new Set<string>(taken);
  for (const [index, container] of containers.entries()) {
    const field = indexPath(path, index);
    validateContainer(container, volumes, field, errors);
    if (names.has(container.name)) errors.push(duplicate(childPath(field, 'name'), container.name));
    else names.add(container.name);
    validateProbes(container, field, errors);
    errors.push(...validateContainerSecurity(container, field, hostUsers));
    errors.push(...validateLifecycle(container, field));
  }
  return errors;
}

/** Source: validateContainerCommon. */
function validateContainer(
  container: Container,
  volumes: ReadonlySet<string>,
  path: string,
  errors: FieldError[],
): void {
  const { name = '', image = '', terminationMessagePolicy, imagePullPolicy } = container;
  if (name === '') errors.push(required(childPath(path, 'name')));
  else {
    for (const text of dns1123LabelErrors(name)) {
      errors.push(invalidValue(childPath(path, 'name'), name, text));
    }
  }
  if (image === '') errors.push(required(childPath(path, 'image')));
  else if (image.trim() !== image) {
    const detail = 'must not have leading or trailing whitespace';
    errors.push(invalidValue(childPath(path, 'image'), image, detail));
  }
  oneOf(
    terminationMessagePolicy,
    messagePolicies,
    childPath(path, 'terminationMessagePolicy'),
    errors,
  );
  validatePorts(container.ports ?? [], childPath(path, 'ports'), errors);
  validateEnv(container.env ?? [], childPath(path, 'env'), errors);
  validateMounts(container, volumes, childPath(path, 'volumeMounts'), errors);
  oneOf(imagePullPolicy, pullPolicies, childPath(path, 'imagePullPolicy'), errors);
  validateResources(container, childPath(path, 'resources'), errors);
}

/** A value that must be there and one of these. */
export function oneOf(
  value: string | undefined,
  supported: readonly string[],
  path: string,
  errors: FieldError[],
): void {
  if (value === undefined || value === '') errors.push(required(path));
  else if (!supported.includes(value)) errors.push(notSupported(path, value, supported));
}

function validatePorts(ports: readonly ContainerPort[], path: string, errors: FieldError[]): void {
  const names = new Set<string>();
  for (const [index, port] of ports.entries()) {
    const field = indexPath(path, index);
    const { name = '', containerPort = 0, hostPort = 0 } = port;
    if (name !== '') {
      const texts = portNameErrors(name);
      for (const text of texts) errors.push(invalidValue(childPath(field, 'name'), name, text));
      if (texts.length === 0 && names.has(name)) {
        errors.push(duplicate(childPath(field, 'name'), name));
      }
      names.add(name);
    }
    if (containerPort === 0) errors.push(required(childPath(field, 'containerPort')));
    else {
      for (const text of portNumberErrors(containerPort)) {
        errors.push(invalidValue(childPath(field, 'containerPort'), containerPort, text));
      }
    }
    if (hostPort !== 0) {
      for (const text of portNumberErrors(hostPort)) {
        errors.push(invalidValue(childPath(field, 'hostPort'), hostPort, text));
      }
    }
    oneOf(port.protocol, protocols, childPath(field, 'protocol'), errors);
  }
}

function validateEnv(variables: readonly EnvVar[], path: string, errors: FieldError[]): void {
  for (const [index, { name = '', value = '', valueFrom }] of variables.entries()) {
    const field = indexPath(path, index);
    if (name === '') errors.push(required(childPath(field, 'name')));
    else {
      for (const text of envVarNameErrors(name)) {
        errors.push(invalidValue(childPath(field, 'name'), name, text));
      }
    }
    if (valueFrom === undefined) continue;
    const from = childPath(field, 'valueFrom');
    const sources = Object.values(valueFrom).filter((source) => source !== undefined).length;
    if (sources === 0) {
      errors.push(
        invalidValue(
          from,
          '',
          'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`',
        ),
      );
    }
    if (sources > 1) {
      errors.push(invalidValue(from, '', 'may not have more than one field specified at a time'));
    }
    if (value !== '' && sources > 0) {
      errors.push(invalidValue(from, '', 'may not be specified when `value` is not empty'));
    }
  }
}

function validateMounts(
  { volumeMounts = [] }: Container,
  volumes: ReadonlySet<string>,
  path: string,
  errors: FieldError[],
): void {
  const paths = new Set<string>();
  for (const [index, { name = '', mountPath = '', subPath = '' }] of volumeMounts.entries()) {
    const field = indexPath(path, index);
    if (name === '') errors.push(required(childPath(field, 'name')));
    if (!volumes.has(name)) errors.push(valueNotFound(childPath(field, 'name'), name));
    if (mountPath === '') errors.push(required(childPath(field, 'mountPath')));
    if (paths.has(mountPath)) {
      errors.push(invalidValue(childPath(field, 'mountPath'), mountPath, 'must be unique'));
    }
    paths.add(mountPath);
    if (subPath.startsWith('/')) {
      errors.push(invalidValue(childPath(field, 'subPath'), subPath, 'must be a relative path'));
    }
  }
}

const standardResources = new Set(['cpu', 'memory', 'ephemeral-storage']);

/** Source: ValidateContainerResourceRequirements. */
function validateResources({ resources }: Container, path: string, errors: FieldError[]): void {
  const { limits = {}, requests = {} } = resources ?? {};
  for (const [key, list] of [
    ['limits', limits],
    ['requests', requests],
  ] as const) {
    for (const name of Object.keys(list).sort()) {
      const field = `${childPath(path, key)}[${name}]`;
      validateResource(name, list[name] as string, field, childPath(path, key), errors);
    }
  }
  for (const name of Object.keys(requests).sort()) {
    const request = requests[name] as string;
    const limit = limits[name];
    if (limit === undefined || parseQuantity(request) === undefined) continue;
    if (parseQuantity(limit) === undefined || compareQuantities(request, limit) <= 0) continue;
    const detail = `must be less than or equal to ${name} limit of ${limit}`;
    errors.push(invalidValue(childPath(path, 'requests'), request, detail));
  }
}

function validateResource(
  name: string,
  value: string,
  path: string,
  listPath: string,
  errors: FieldError[],
): void {
  if (!name.includes('/') && !standardResources.has(name) && !name.startsWith('hugepages-')) {
    errors.push(invalidValue(listPath, name, 'must be a standard resource for containers'));
    errors.push(
      invalidValue(listPath, name, 'must be a standard resource type or fully qualified'),
    );
  }
  if (parseQuantity(value) === undefined)
    errors.push(invalidValue(path, value, quantityFormatError));
  else if (compareQuantities(value, '0') < 0) {
    errors.push(invalidValue(path, value, 'must be greater than or equal to 0'));
  }
}

const probeNames = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;
const probeCounts = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
] as const;
const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc'] as const;

function validateProbes(container: Container, path: string, errors: FieldError[]): void {
  for (const name of probeNames) {
    const probe = container[name];
    if (probe !== undefined) validateProbe(probe, name, childPath(path, name), errors);
  }
}

function validateProbe(probe: Probe, name: string, path: string, errors: FieldError[]): void {
  const count = handlers.filter((handler) => probe[handler] !== undefined).length;
  if (count === 0) errors.push(required(path, 'must specify a handler type'));
  for (const handler of handlers.filter((each) => probe[each] !== undefined).slice(1)) {
    errors.push({
      type: 'FieldValueForbidden',
      field: childPath(path, handler),
      detail: 'may not specify more than 1 handler type',
    });
  }
  errors.push(...validateHandler(probe, path));
  for (const key of probeCounts) {
    const value = probe[key];
    if (value !== undefined && value < 0) {
      errors.push(invalidValue(childPath(path, key), value, 'must be greater than or equal to 0'));
    }
  }
  if (name !== 'readinessProbe' && (probe.successThreshold ?? 1) !== 1) {
    errors.push(
      invalidValue(childPath(path, 'successThreshold'), probe.successThreshold, 'must be 1'),
    );
  }
}

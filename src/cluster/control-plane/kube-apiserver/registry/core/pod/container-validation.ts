/**
 * Checks of the containers of a pod, in upstream's order. Models kubernetes
 * pkg/apis/core/validation validateContainers and the functions that it calls.
 */
import type { Container, ContainerPort, Probe } from '#k8s.io/api/core/v1';
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
  valueNotFound,
} from '#k8s.io/apimachinery/field-error';
import {
  dns1123LabelErrors,
  portNameErrors,
  portNumberErrors,
} from '#k8s.io/apimachinery/validation';
import { choice, type Errors } from '../../generic/checks.ts';
import { validateEnvironment } from './environment-validation.ts';
import { validateHandler, validateLifecycle } from './handler-validation.ts';
import { validateResizePolicy, validateResources } from './resources-validation.ts';
import { restartPolicyErrors } from './restart-policy-validation.ts';
import { validateContainerSecurity } from './security-context-validation.ts';
import { descendingPathErrors } from './volume-files.ts';

const pullPolicies = ['Always', 'IfNotPresent', 'Never'];
const protocols = ['SCTP', 'TCP', 'UDP'];
const messagePolicies = ['File', 'FallbackToLogsOnError'];

/** What the checks of a container need to know about its pod. */
export interface PodFacts {
  readonly volumes: ReadonlySet<string>;
  /** Absent: true. */
  readonly hostUsers?: boolean | undefined;
  readonly restartPolicy?: string | undefined;
  readonly grace?: number | undefined;
}

/** Checks the containers of one list. Source: validateContainers. */
export function validateContainers(
  containers: readonly Container[],
  facts: PodFacts,
  path: string,
  taken: ReadonlySet<string> = new Set(),
): readonly FieldError[] {
  if (containers.length === 0) return [required(path)];
  const errors: FieldError[] = [];
  const names = new Set<string>(taken);
  for (const [index, container] of containers.entries()) {
    const field = indexPath(path, index);
    validateContainer(container, facts, field, errors);
    if (names.has(container.name)) errors.push(duplicate(childPath(field, 'name'), container.name));
    else names.add(container.name);
    errors.push(...validateLifecycle(container, facts.grace, field));
    validateProbes(container, facts.grace, field, errors);
    errors.push(...restartPolicyErrors(container, field));
  }
  return [...errors, ...hostPortConflicts(containers, path)];
}

/** Source: validateInitContainers: only sidecars may have probes. */
export function validateInitContainers(
  containers: readonly Container[],
  facts: PodFacts,
  path: string,
  taken: ReadonlySet<string>,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const names = new Set<string>(taken);
  for (const [index, container] of containers.entries()) {
    const field = indexPath(path, index);
    validateContainer(container, facts, field, errors);
    errors.push(...restartPolicyErrors(container, field));
    if (names.has(container.name)) errors.push(duplicate(childPath(field, 'name'), container.name));
    else if (container.name !== '') names.add(container.name);
    errors.push(...hostPortConflicts([container], path));
    if (container.restartPolicy === 'Always') {
      errors.push(...validateLifecycle(container, facts.grace, field));
      validateProbes(container, facts.grace, field, errors);
      continue;
    }
    for (const name of ['lifecycle', ...probeNames] as const) {
      if (container[name] === undefined) continue;
      const detail = 'may not be set for init containers without restartPolicy=Always';
      errors.push(forbiddenField(childPath(field, name), detail));
    }
  }
  return errors;
}

/** Source: checkHostPortConflicts. */
function hostPortConflicts(containers: readonly Container[], path: string): Errors {
  const seen = new Set<string>();
  return containers.flatMap(({ ports = [] }, index) =>
    ports.flatMap(({ hostPort = 0, hostIP = '', protocol = 'TCP' }, place) => {
      const key = `${protocol}/${hostIP}/${hostPort}`;
      const again = hostPort !== 0 && seen.has(key);
      seen.add(key);
      return again ? [duplicate(`${path}[${index}].ports[${place}].hostPort`, key)] : [];
    }),
  );
}

/** Source: validateContainerCommon. */
function validateContainer(
  container: Container,
  { volumes, hostUsers = true, restartPolicy }: PodFacts,
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
  oneOf(
    terminationMessagePolicy,
    messagePolicies,
    childPath(path, 'terminationMessagePolicy'),
    errors,
    notAmong,
  );
  validatePorts(container.ports ?? [], childPath(path, 'ports'), errors);
  errors.push(...validateEnvironment(container, path));
  validateMounts(container, volumes, childPath(path, 'volumeMounts'), errors);
  oneOf(imagePullPolicy, pullPolicies, childPath(path, 'imagePullPolicy'), errors);
  errors.push(...validateResources(container.resources ?? {}, childPath(path, 'resources')));
  const { resizePolicy = [] } = container;
  errors.push(...validateResizePolicy(resizePolicy, restartPolicy, `${path}.resizePolicy`));
  errors.push(...validateContainerSecurity(container, path, hostUsers));
}

/** The value is required and must be one of these. */
export function oneOf(
  value: string | undefined,
  supported: readonly string[],
  path: string,
  errors: FieldError[],
  refusal: typeof notAmong = notSupported,
): void {
  if (value === undefined || value === '') errors.push(required(path));
  else if (!supported.includes(value)) errors.push(refusal(path, value, supported));
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

/** Some errors are reported for the list, not for the item. Source: ValidateVolumeMounts. */
function validateMounts(
  { volumeMounts = [], securityContext }: Container,
  volumes: ReadonlySet<string>,
  path: string,
  errors: FieldError[],
): void {
  const paths = new Set<string>();
  for (const [index, mount] of volumeMounts.entries()) {
    const { name = '', mountPath = '', subPath = '', subPathExpr = '' } = mount;
    const field = indexPath(path, index);
    if (name === '') errors.push(required(childPath(field, 'name')));
    if (!volumes.has(name)) errors.push(valueNotFound(childPath(field, 'name'), name));
    if (mountPath === '') errors.push(required(childPath(field, 'mountPath')));
    if (paths.has(mountPath)) {
      errors.push(invalidValue(childPath(field, 'mountPath'), mountPath, 'must be unique'));
    }
    paths.add(mountPath);
    errors.push(...descendingPathErrors(subPath, childPath(path, 'subPath')));
    if (subPath !== '' && subPathExpr !== '') {
      const detail = 'subPathExpr and subPath are mutually exclusive';
      errors.push(invalidValue(childPath(field, 'subPathExpr'), subPathExpr, detail));
    }
    errors.push(...descendingPathErrors(subPathExpr, childPath(path, 'subPathExpr')));
    const { mountPropagation } = mount;
    const way = childPath(path, 'mountPropagation');
    errors.push(...choice(way, mountPropagation, ['Bidirectional', 'HostToContainer', 'None']));
    if (mountPropagation === 'Bidirectional' && securityContext?.privileged !== true) {
      const detail = 'Bidirectional mount propagation is available only to privileged containers';
      errors.push(forbiddenField(way, detail));
    }
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

function validateProbes(
  container: Container,
  grace: number | undefined,
  path: string,
  errors: FieldError[],
): void {
  for (const name of probeNames) {
    const probe = container[name];
    if (probe !== undefined) validateProbe(probe, name, grace, childPath(path, name), errors);
  }
}

function validateProbe(
  probe: Probe,
  name: (typeof probeNames)[number],
  grace: number | undefined,
  path: string,
  errors: FieldError[],
): void {
  const count = handlers.filter((handler) => probe[handler] !== undefined).length;
  if (count === 0) errors.push(required(path, 'must specify a handler type'));
  for (const handler of handlers.filter((each) => probe[each] !== undefined).slice(1)) {
    errors.push({
      type: 'FieldValueForbidden',
      field: childPath(path, handler),
      detail: 'may not specify more than 1 handler type',
    });
  }
  errors.push(...validateHandler(probe, path, grace));
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
  const { terminationGracePeriodSeconds: seconds } = probe;
  if (seconds === undefined) return;
  const field = childPath(path, 'terminationGracePeriodSeconds');
  if (name === 'readinessProbe') {
    errors.push(invalidValue(field, seconds, 'must not be set for readinessProbes'));
  } else if (seconds <= 0) errors.push(invalidValue(field, seconds, 'must be greater than 0'));
}

/**
 * Checks of requests and limits, of a container or of a pod as a whole.
 * Source: kubernetes pkg/apis/core/validation validateResourceRequirements, validateResizePolicy.
 */
import type { Container, ResourceRequirements } from '#k8s.io/api/core/v1';
import {
  duplicate,
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '#k8s.io/apimachinery/field-error';
import {
  canonicalQuantity,
  compareQuantities,
  milliValue,
  parseQuantity,
  quantityFormatError,
} from '#k8s.io/apimachinery/quantity';
import { qualifiedNameErrors } from '#k8s.io/apimachinery/validation';
import { type Errors, formed } from '../../generic/checks.ts';
import { countedResources } from '../counted-resources.ts';

const compute = new Set(['cpu', 'memory']);
const ofContainers = new Set([...compute, 'ephemeral-storage']);
/**
 * Resources with a bare name; all that quotas count are among them. Source:
 * helper.IsStandardResourceName.
 */
const standard = new Set([
  ...ofContainers,
  'storage',
  ...countedResources,
  'requests.cpu',
  'requests.memory',
  'requests.storage',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
]);

const isHuge = (name: string): boolean => name.startsWith('hugepages-');
const isNative = (name: string): boolean => !name.includes('/') || name.includes('kubernetes.io/');

/** Source: IsOvercommitAllowed. */
const mayOvercommit = (name: string): boolean => isNative(name) && !isHuge(name);

/** Source: validateResourceName. */
export function resourceNameErrors(name: string, field: string): Errors {
  const wrong = formed(field, name, qualifiedNameErrors(name));
  if (wrong.length > 0 || name.includes('/') || standard.has(name) || isHuge(name)) return wrong;
  return [invalidValue(field, name, 'must be a standard resource type or fully qualified')];
}

/** Source: validateContainerResourceName. */
export function containerResourceNameErrors(name: string, field: string): Errors {
  const errors = resourceNameErrors(name, field);
  if (!name.includes('/')) {
    return ofContainers.has(name) || isHuge(name)
      ? errors
      : [...errors, invalidValue(field, name, 'must be a standard resource for containers')];
  }
  const extended = !isNative(name) && !name.startsWith('requests.');
  return isNative(name) || extended
    ? errors
    : [...errors, invalidValue(field, name, "doesn't follow extended resource name standard")];
}

/** Source: ValidateResourceQuantityValue. */
function quantityErrors(name: string, value: string, field: string): Errors {
  if (parseQuantity(value) === undefined) return [invalidValue(field, value, quantityFormatError)];
  const errors: FieldError[] = [];
  if (compareQuantities(value, '0') < 0) {
    errors.push(invalidValue(field, value, 'must be greater than or equal to 0'));
  }
  const whole = name.includes('/') && !isNative(name);
  if (whole && milliValue(value) % 1000 !== 0) {
    errors.push(invalidValue(field, canonicalQuantity(value), 'must be an integer'));
  }
  return errors;
}

export function validateResources(
  { limits = {}, requests = {} }: ResourceRequirements,
  path: string,
  nameErrors = containerResourceNameErrors,
): Errors {
  const errors: FieldError[] = [];
  const names = (list: object): readonly string[] => Object.keys(list).sort();
  for (const [side, list] of Object.entries({ limits, requests })) {
    for (const name of names(list)) {
      const field = `${path}.${side}[${name}]`;
      const value = list[name] as string;
      errors.push(...nameErrors(name, field));
      errors.push(...quantityErrors(name, value, field));
      if (side === 'requests') errors.push(...againstLimit(name, value, limits[name], path));
    }
  }
  const all = [...names(limits), ...names(requests)];
  if (all.some(isHuge) && !all.some((name) => compute.has(name))) {
    errors.push(forbiddenField(path, 'HugePages require cpu or memory'));
  }
  return errors;
}

function againstLimit(
  name: string,
  request: string,
  limit: string | undefined,
  path: string,
): Errors {
  const field = `${path}.requests`;
  if (limit === undefined) {
    if (mayOvercommit(name)) return [];
    return [required(`${path}.limits`, 'Limit must be set for non overcommitable resources')];
  }
  if (parseQuantity(request) === undefined || parseQuantity(limit) === undefined) return [];
  const order = compareQuantities(request, limit);
  const shown = canonicalQuantity(request);
  const of = `${name} limit of ${canonicalQuantity(limit)}`;
  if (order !== 0 && !mayOvercommit(name)) {
    return [invalidValue(field, shown, `must be equal to ${of}`)];
  }
  return order > 0 ? [invalidValue(field, shown, `must be less than or equal to ${of}`)] : [];
}

/** All errors but duplicates are reported for the list, not for the item. */
export function validateResizePolicy(
  policies: NonNullable<Container['resizePolicy']>,
  podRestartPolicy: string | undefined,
  path: string,
): Errors {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, { resourceName, restartPolicy }] of policies.entries()) {
    if (seen.has(resourceName)) errors.push(duplicate(`${path}[${index}]`, resourceName));
    seen.add(resourceName);
    errors.push(...known(path, resourceName, ['cpu', 'memory']));
    errors.push(...known(path, restartPolicy, ['NotRequired', 'RestartContainer']));
    if (podRestartPolicy === 'Never' && restartPolicy !== 'NotRequired') {
      const detail = "must be 'NotRequired' when pod `restartPolicy` is 'Never'";
      errors.push(invalidValue(path, restartPolicy, detail));
    }
  }
  return errors;
}

function known(path: string, value: string | undefined, supported: readonly string[]): Errors {
  if (value === undefined || value === '') return [required(path)];
  return supported.includes(value) ? [] : [notSupported(path, value, supported)];
}

/**
 * Checks of a pod's spec, also inside templates. Source: ValidatePodSpec, ValidatePodTemplateSpec.
 */
import type { PodSpec, PodTemplateSpec, Toleration, Volume } from '#k8s.io/api/core/v1';
import {
  childPath,
  duplicate,
  type FieldError,
  forbiddenField,
  indexPath,
  invalidValue,
  notSupported,
  required,
} from '#k8s.io/apimachinery/field-error';
import {
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  inclusiveRangeError,
  qualifiedNameErrors,
} from '#k8s.io/apimachinery/validation';
import { validateAnnotations, validateLabels } from '../../object-meta-validation.ts';
import { oneOf, validateContainers } from './container-validation.ts';
import { validateScheduling } from './scheduling-validation.ts';
import { validatePodSecurity } from './security-context-validation.ts';
import { validateVolumeSource } from './volume-validation.ts';

const restartPolicies = ['Always', 'Never', 'OnFailure'];
const dnsPolicies = ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'];

export function validatePodSpec(spec: PodSpec, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const volumes = validateVolumes(spec.volumes ?? [], childPath(path, 'volumes'), errors);
  const users = spec.hostUsers ?? true;
  const { containers = [] } = spec;
  const none = new Set<string>();
  const field = childPath(path, 'containers');
  errors.push(...validateContainers(containers, volumes, field, none, users));
  if (spec.initContainers !== undefined && spec.initContainers.length > 0) {
    const names = new Set((spec.containers ?? []).map(({ name }) => name));
    const initField = childPath(path, 'initContainers');
    errors.push(...validateContainers(spec.initContainers, volumes, initField, names, users));
  }
  oneOf(spec.restartPolicy, restartPolicies, childPath(path, 'restartPolicy'), errors);
  oneOf(spec.dnsPolicy, dnsPolicies, childPath(path, 'dnsPolicy'), errors);
  validateNames(spec, path, errors);
  validateNumbers(spec, path, errors);
  if (spec.nodeSelector !== undefined) {
    errors.push(...validateLabels(spec.nodeSelector, childPath(path, 'nodeSelector')));
  }
  validateTolerations(spec.tolerations ?? [], childPath(path, 'tolerations'), errors);
  errors.push(...validateScheduling(spec, path), ...validatePodSecurity(spec, path));
  return errors;
}

/** Returns the names that mounts may use. */
function validateVolumes(
  volumes: readonly Volume[],
  path: string,
  errors: FieldError[],
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [index, volume] of volumes.entries()) {
    const field = indexPath(path, index);
    const { name = '', ...sources } = volume;
    const kinds = Object.entries(sources).filter(([, source]) => source !== undefined);
    if (kinds.length === 0) errors.push(required(field, 'must specify a volume type'));
    for (const [kind] of kinds.slice(1)) {
      const detail = 'may not specify more than 1 volume type';
      errors.push(forbiddenField(childPath(field, kind), detail));
    }
    if (name === '') errors.push(required(childPath(field, 'name')));
    else {
      for (const text of dns1123LabelErrors(name)) {
        errors.push(invalidValue(childPath(field, 'name'), name, text));
      }
    }
    if (names.has(name)) errors.push(duplicate(childPath(field, 'name'), name));
    names.add(name);
    errors.push(...validateVolumeSource(volume, field));
  }
  return names;
}

function validateNames(spec: PodSpec, path: string, errors: FieldError[]): void {
  for (const key of [
    'serviceAccountName',
    'nodeName',
    'priorityClassName',
    'runtimeClassName',
  ] as const) {
    const value = spec[key];
    if (value === undefined || value === '') continue;
    for (const text of dns1123SubdomainErrors(value)) {
      errors.push(invalidValue(childPath(path, key), value, text));
    }
  }
  for (const key of ['hostname', 'subdomain'] as const) {
    const value = spec[key];
    if (value === undefined || value === '') continue;
    for (const text of dns1123LabelErrors(value)) {
      errors.push(invalidValue(childPath(path, key), value, text));
    }
  }
}

function validateNumbers(spec: PodSpec, path: string, errors: FieldError[]): void {
  const { activeDeadlineSeconds } = spec;
  if (activeDeadlineSeconds !== undefined && activeDeadlineSeconds < 1) {
    const detail = inclusiveRangeError(1, 2147483647);
    errors.push(
      invalidValue(childPath(path, 'activeDeadlineSeconds'), activeDeadlineSeconds, detail),
    );
  }
}

const effects = ['NoExecute', 'NoSchedule', 'PreferNoSchedule'];

function validateTolerations(
  tolerations: readonly Toleration[],
  path: string,
  errors: FieldError[],
): void {
  for (const [index, toleration] of tolerations.entries()) {
    const field = indexPath(path, index);
    const { key = '', operator = 'Equal', value = '', effect = '' } = toleration;
    if (key !== '') {
      for (const text of qualifiedNameErrors(key)) {
        errors.push(invalidValue(childPath(field, 'key'), key, text));
      }
    } else if (operator !== 'Exists') {
      const detail =
        'operator must be Exists when `key` is empty, which means "match all values and all keys"';
      errors.push(invalidValue(childPath(field, 'operator'), operator, detail));
    }
    if (toleration.tolerationSeconds !== undefined && effect !== 'NoExecute') {
      const detail = "effect must be 'NoExecute' when `tolerationSeconds` is set";
      errors.push(invalidValue(childPath(field, 'effect'), effect, detail));
    }
    if (operator === 'Exists' && value !== '') {
      const detail = "value must be empty when `operator` is 'Exists'";
      errors.push(invalidValue(childPath(field, 'operator'), toleration, detail));
    }
    if (effect !== '' && !effects.includes(effect)) {
      errors.push(notSupported(childPath(field, 'effect'), effect, effects));
    }
  }
}

/** Source: ValidatePodTemplateSpec. */
export function validatePodTemplate(
  template: PodTemplateSpec,
  path: string,
): readonly FieldError[] {
  const metadata = childPath(path, 'metadata');
  return [
    ...validateLabels(template.metadata?.labels ?? {}, childPath(metadata, 'labels')),
    ...validateAnnotations(
      template.metadata?.annotations ?? {},
      childPath(metadata, 'annotations'),
    ),
    ...validatePodSpec(template.spec ?? { containers: [] }, childPath(path, 'spec')),
  ];
}

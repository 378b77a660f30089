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
  notAmong,
  required,
} from '#k8s.io/apimachinery/field-error';
import {
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  inclusiveRangeError,
  ipErrors,
  labelValueErrors,
  qualifiedNameErrors,
  underscoreSubdomainErrors,
} from '#k8s.io/apimachinery/validation';
import { choice, each, formed } from '../../generic/checks.ts';
import { validateAnnotations, validateLabels } from '../../object-meta-validation.ts';
import {
  oneOf,
  type PodFacts,
  validateContainers,
  validateInitContainers,
} from './container-validation.ts';
import { validatePodResources } from './pod-resources-validation.ts';
import { validateAffinity, validateGates } from './scheduling-validation.ts';
import { validateHostPorts, validatePodSecurity } from './security-context-validation.ts';
import { validateVolumeSource } from './volume-validation.ts';

const restartPolicies = ['Always', 'OnFailure', 'Never'];
const dnsPolicies = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];

export function validatePodSpec(spec: PodSpec, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { containers = [], initContainers = [], resources } = spec;
  const facts: PodFacts = {
    volumes: validateVolumes(spec.volumes ?? [], childPath(path, 'volumes'), errors),
    hostUsers: spec.hostUsers,
    restartPolicy: spec.restartPolicy,
    grace: spec.terminationGracePeriodSeconds,
  };
  errors.push(...validateClaims(spec, path));
  errors.push(...validateContainers(containers, facts, childPath(path, 'containers')));
  const names = new Set(containers.map(({ name }) => name));
  const field = childPath(path, 'initContainers');
  errors.push(...validateInitContainers(initContainers, facts, field, names));
  if (resources !== undefined) errors.push(...validatePodResources(spec, resources, path));
  errors.push(...validateHostPorts(spec, path));
  oneOf(spec.restartPolicy, restartPolicies, childPath(path, 'restartPolicy'), errors, notAmong);
  oneOf(spec.dnsPolicy, dnsPolicies, childPath(path, 'dnsPolicy'), errors, notAmong);
  if (spec.nodeSelector !== undefined) {
    errors.push(...validateLabels(spec.nodeSelector, childPath(path, 'nodeSelector')));
  }
  errors.push(...validatePodSecurity(spec, path));
  errors.push(...validateAffinity(spec, `${path}.affinity`), ...validateDns(spec, path));
  errors.push(...validateGates(spec, path));
  validateNames(spec, path, errors);
  validateTolerations(spec.tolerations ?? [], childPath(path, 'tolerations'), errors);
  for (const [index, { ip, hostnames = [] }] of (spec.hostAliases ?? []).entries()) {
    const alias = `${path}.hostAliases[${index}]`;
    errors.push(...formed(`${alias}.ip`, ip, ipErrors(ip)));
    errors.push(
      ...hostnames.flatMap((name, place) =>
        formed(`${alias}.hostnames[${place}]`, name, dns1123SubdomainErrors(name)),
      ),
    );
  }
  validateClassNames(spec, path, errors);
  errors.push(...choice(`${path}.os`, spec.os?.name, ['linux', 'windows']));
  return errors;
}

/** Source: validatePodResourceClaims, but only the sources of the claims. */
const validateClaims = ({ resourceClaims }: PodSpec, path: string): readonly FieldError[] =>
  each(resourceClaims, `${path}.resourceClaims`, (claim, field) => {
    const { name, resourceClaimName, resourceClaimTemplateName } = claim;
    const given = [resourceClaimName, resourceClaimTemplateName].filter((source) => source);
    if (given.length === 1) return [];
    const shown = {
      Name: name,
      ResourceClaimName: resourceClaimName ?? null,
      ResourceClaimTemplateName: resourceClaimTemplateName ?? null,
    };
    const how = given.length === 0 ? 'must specify one of' : 'at most one may be specified of';
    const why = `${how}: \`resourceClaimName\`, \`resourceClaimTemplateName\``;
    return [invalidValue(field, shown, why)];
  });

const maxNameservers = 3;

/** Source: validatePodDNSConfig. */
function validateDns({ dnsPolicy, dnsConfig }: PodSpec, path: string): readonly FieldError[] {
  const field = `${path}.dnsConfig`;
  const { nameservers = [], searches = [], options = [] } = dnsConfig ?? {};
  if (dnsPolicy === 'None' && dnsConfig === undefined) {
    return [required(field, 'must provide `dnsConfig` when `dnsPolicy` is None')];
  }
  if (dnsPolicy === 'None' && nameservers.length === 0) {
    const why = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
    return [required(`${field}.nameservers`, why)];
  }
  const many = `must not have more than ${maxNameservers} nameservers`;
  return [
    ...(nameservers.length > maxNameservers
      ? [invalidValue(`${field}.nameservers`, nameservers, many)]
      : []),
    ...nameservers.flatMap((ip, index) =>
      formed(`${field}.nameservers[${index}]`, ip, ipErrors(ip)),
    ),
    ...searches.flatMap((search, index) => {
      const name = search === '.' ? 'a' : search.replace(/\.$/, '');
      return formed(`${field}.searches[${index}]`, name, underscoreSubdomainErrors(name));
    }),
    ...options.flatMap(({ name = '' }, index) =>
      name === '' ? [required(`${field}.options[${index}]`, 'must not be empty')] : [],
    ),
  ];
}

/** Returns the volume names that mounts may use. */
function validateVolumes(
  volumes: readonly Volume[],
  path: string,
  errors: FieldError[],
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [index, volume] of volumes.entries()) {
    const field = indexPath(path, index);
    const { name = '' } = volume;
    errors.push(...validateVolumeSource(volume, field));
    if (name === '') errors.push(required(childPath(field, 'name')));
    else {
      for (const text of dns1123LabelErrors(name)) {
        errors.push(invalidValue(childPath(field, 'name'), name, text));
      }
    }
    if (names.has(name)) errors.push(duplicate(childPath(field, 'name'), name));
    names.add(name);
  }
  return names;
}

function validateNames(spec: PodSpec, path: string, errors: FieldError[]): void {
  for (const key of ['serviceAccountName', 'nodeName'] as const) {
    errors.push(...subdomain(childPath(path, key), spec[key]));
  }
  const { activeDeadlineSeconds: seconds } = spec;
  if (seconds !== undefined && seconds < 1) {
    const detail = inclusiveRangeError(1, 2147483647);
    errors.push(invalidValue(childPath(path, 'activeDeadlineSeconds'), seconds, detail));
  }
  for (const key of ['hostname', 'subdomain'] as const) {
    const value = spec[key] ?? '';
    if (value !== '')
      errors.push(...formed(childPath(path, key), value, dns1123LabelErrors(value)));
  }
}

function validateClassNames(spec: PodSpec, path: string, errors: FieldError[]): void {
  for (const key of ['priorityClassName', 'runtimeClassName'] as const) {
    errors.push(...subdomain(childPath(path, key), spec[key]));
  }
}

const subdomain = (path: string, value = ''): readonly FieldError[] =>
  value === '' ? [] : formed(path, value, dns1123SubdomainErrors(value));

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const operators = ['Equal', 'Exists'];

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
      errors.push(invalidValue(childPath(field, 'operator'), toleration.operator ?? '', detail));
    }
    if (toleration.tolerationSeconds !== undefined && effect !== 'NoExecute') {
      const detail = "effect must be 'NoExecute' when `tolerationSeconds` is set";
      errors.push(invalidValue(childPath(field, 'effect'), effect, detail));
    }
    const at = childPath(field, 'operator');
    if (operator === 'Exists' && value !== '') {
      const detail = "value must be empty when `operator` is 'Exists'";
      errors.push(invalidValue(at, value, detail));
    } else if (operator === 'Equal') {
      const texts = labelValueErrors(value);
      if (texts.length > 0) errors.push(invalidValue(at, value, texts.join(';')));
    } else if (['Lt', 'Gt'].includes(operator)) {
      errors.push(notAmong(at, operator, [...operators, 'Lt', 'Gt']));
    } else if (!operators.includes(operator)) errors.push(notAmong(at, operator, operators));
    if (effect !== '' && !effects.includes(effect)) {
      errors.push(notAmong(childPath(field, 'effect'), effect, effects));
    }
  }
}

/** Source: ValidatePodTemplateSpec. */
export function validatePodTemplate(
  template: PodTemplateSpec,
  path: string,
): readonly FieldError[] {
  return [
    ...validateLabels(template.metadata?.labels ?? {}, childPath(path, 'labels')),
    ...validateAnnotations(template.metadata?.annotations ?? {}, childPath(path, 'annotations')),
    ...validatePodSpec(template.spec ?? { containers: [] }, childPath(path, 'spec')),
    ...((template.spec?.ephemeralContainers ?? []).length > 0
      ? [
          forbiddenField(
            `${path}.spec.ephemeralContainers`,
            'ephemeral containers not allowed in pod template',
          ),
        ]
      : []),
  ];
}

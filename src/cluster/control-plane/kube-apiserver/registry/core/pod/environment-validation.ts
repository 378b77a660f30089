/**
 * Checks of the environment of a container. Source: kubernetes pkg/apis/core/validation
 * ValidateEnv, ValidateEnvFrom and the functions that they call.
 */
import type { EnvFromSource, EnvVar } from '#k8s.io/api/core/v1';
import {
  type FieldError,
  indexPath,
  invalidValue,
  notSupported,
  required,
} from '#k8s.io/apimachinery/field-error';
import {
  configMapKeyErrors,
  dns1123SubdomainErrors,
  envVarNameErrors,
  qualifiedNameErrors,
} from '#k8s.io/apimachinery/validation';
import { type Errors, formed, none, presentAndFormed } from '../../generic/checks.ts';

export const validateEnvironment = (
  { env = [], envFrom = [] }: { env?: readonly EnvVar[]; envFrom?: readonly EnvFromSource[] },
  path: string,
): Errors => [
  ...env.flatMap((variable, index) => validateVariable(variable, `${path}.env[${index}]`)),
  ...envFrom.flatMap((source, index) => validateSource(source, `${path}.envFrom`, index)),
];

const oneOfThese =
  'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';

function validateVariable({ name = '', value = '', valueFrom }: EnvVar, path: string): Errors {
  const errors: FieldError[] = [...presentAndFormed(`${path}.name`, name, envVarNameErrors)];
  if (valueFrom === undefined) return errors;
  const from = `${path}.valueFrom`;
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = valueFrom;
  if (fieldRef !== undefined) {
    errors.push(...validateFieldRef(fieldRef, variableFields, `${from}.fieldRef`));
  }
  if (resourceFieldRef !== undefined) {
    errors.push(...validateResourceRef(resourceFieldRef, `${from}.resourceFieldRef`, false));
  }
  if (configMapKeyRef !== undefined) {
    errors.push(...validateKeyRef(configMapKeyRef, `${from}.configMapKeyRef`));
  }
  if (secretKeyRef !== undefined) {
    errors.push(...validateKeyRef(secretKeyRef, `${from}.secretKeyRef`));
  }
  const sources = Object.values(valueFrom).filter((source) => source !== undefined).length;
  if (sources === 0) errors.push(invalidValue(from, '', oneOfThese));
  else if (value !== '') {
    errors.push(invalidValue(from, '', 'may not be specified when `value` is not empty'));
  } else if (sources > 1) {
    errors.push(invalidValue(from, '', 'may not have more than one field specified at a time'));
  }
  return errors;
}

interface KeyRef {
  readonly name?: string;
  readonly key?: string;
}

const validateKeyRef = ({ name = '', key }: KeyRef, path: string): Errors => [
  ...formed(`${path}.name`, name, dns1123SubdomainErrors(name)),
  ...presentAndFormed(`${path}.key`, key, configMapKeyErrors),
];

const variableFields = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];
/** The fields of a pod that a volume may contain. */
export const volumeFields = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];
const knownFields = new Set([
  ...variableFields,
  ...volumeFields,
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
]);

/** Source: validateObjectFieldSelector, ConvertDownwardAPIFieldLabel. */
export function validateFieldRef(
  { fieldPath = '' }: { readonly fieldPath?: string },
  fields: readonly string[],
  path: string,
): Errors {
  const field = `${path}.fieldPath`;
  if (fieldPath === '') return [required(field)];
  const refused = (why: string) => [
    invalidValue(field, fieldPath, `error converting fieldPath: ${why}: ${fieldPath}`),
  ];
  const subscripted = /^(.*)\['(.*)'\]$/.exec(fieldPath);
  if (subscripted !== null) {
    const [, map = '', key = ''] = subscripted;
    if (map === 'metadata.labels') return formed(path, key, qualifiedNameErrors(key));
    if (map !== 'metadata.annotations') return refused('field label does not support subscript');
    const lower = key.toLowerCase();
    return formed(path, lower, qualifiedNameErrors(lower));
  }
  if (!knownFields.has(fieldPath)) return refused('field label not supported');
  return fields.includes(fieldPath) ? none : [notSupported(field, fieldPath, fields)];
}

const resourceFields = ['limits', 'requests'].flatMap((side) =>
  ['cpu', 'ephemeral-storage', 'memory'].map((resource) => `${side}.${resource}`),
);

interface ResourceRef {
  readonly containerName?: string;
  readonly resource?: string;
}

/** Source: validateContainerResourceFieldSelector. */
export function validateResourceRef(
  { containerName = '', resource = '' }: ResourceRef,
  path: string,
  inVolume: boolean,
): Errors {
  if (inVolume && containerName === '') return [required(`${path}.containerName`)];
  if (resource === '') return [required(`${path}.resource`)];
  const known =
    resourceFields.includes(resource) || /^(limits|requests)\.hugepages-/.test(resource);
  return known ? none : [notSupported(`${path}.resource`, resource, resourceFields)];
}

/** A wrong number of sources is reported for the list, not for the item. */
function validateSource(source: EnvFromSource, path: string, index: number): Errors {
  const { prefix = '', configMapRef, secretRef } = source;
  const field = indexPath(path, index);
  const errors: FieldError[] = [];
  if (prefix !== '') errors.push(...formed(`${field}.prefix`, prefix, envVarNameErrors(prefix)));
  for (const [kind, reference] of Object.entries({ configMapRef, secretRef })) {
    if (reference === undefined) continue;
    errors.push(
      ...presentAndFormed(`${field}.${kind}.name`, reference.name, dns1123SubdomainErrors),
    );
  }
  const count = [configMapRef, secretRef].filter((each) => each !== undefined).length;
  if (count === 0) {
    errors.push(invalidValue(path, '', 'must specify one of: `configMapRef` or `secretRef`'));
  } else if (count > 1) {
    errors.push(invalidValue(path, '', 'may not have more than one field specified at a time'));
  }
  return errors;
}

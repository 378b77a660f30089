/**
 * Checks of the sources of volumes.
 * Source: kubernetes pkg/apis/core/validation validateVolumeSource.
 */
import type { Volume } from '#k8s.io/api/core/v1';
import {
  type FieldError,
  forbiddenField,
  invalidValue,
  required,
} from '#k8s.io/apimachinery/field-error';
import { compareQuantities, parseQuantity } from '#k8s.io/apimachinery/quantity';
import { choice, type Errors, none, present } from '../../generic/checks.ts';
import { validateFieldRef, validateResourceRef, volumeFields } from './environment-validation.ts';

const hostPathTypes = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];
const modeText = 'must be a number between 0 and 0777 (octal), both inclusive';

const validateMode = (mode: number | undefined, path: string): Errors =>
  mode === undefined || (mode >= 0 && mode <= 0o777) ? none : [invalidValue(path, mode, modeText)];

interface KeyToPath {
  readonly key?: string;
  readonly path?: string;
  readonly mode?: number;
}

/** Source: validateKeyToPath. */
function validateItems(items: readonly KeyToPath[] | undefined, path: string): Errors {
  const errors: FieldError[] = [];
  for (const [index, item] of (items ?? []).entries()) {
    const field = `${path}.items[${index}]`;
    errors.push(...present(`${field}.key`, item.key), ...present(`${field}.path`, item.path));
    const { path: target = '' } = item;
    errors.push(...nonReservedPathErrors(target, `${field}.path`));
    errors.push(...validateMode(item.mode, `${field}.mode`));
  }
  return errors;
}

/** Source: validatePathNoBacksteps. */
const backstepErrors = (target: string, path: string): Errors =>
  target.split('/').includes('..') ? [invalidValue(path, target, "must not contain '..'")] : none;

/** Source: validateHostPathVolumeSource. */
export const hostPathErrors = (
  { path: target = '', type }: { readonly path?: string; readonly type?: string },
  path: string,
): Errors =>
  target === ''
    ? [required(`${path}.path`)]
    : [...backstepErrors(target, `${path}.path`), ...choice(`${path}.type`, type, hostPathTypes)];

/** The path must lie inside its parent. Source: validateLocalDescendingPath. */
export const descendingPathErrors = (target: string, path: string): Errors => [
  ...(target.startsWith('/') ? [invalidValue(path, target, 'must be a relative path')] : none),
  ...backstepErrors(target, path),
];

/** Source: ValidateLocalNonReservedPath. */
const nonReservedPathErrors = (target: string, path: string): Errors => [
  ...descendingPathErrors(target, path),
  ...(/^\.\.[^/]/.test(target) ? [invalidValue(path, target, "must not start with '..'")] : none),
];

/** The checks of each kind of source, in the order in which they run. */
const sourceChecks: {
  readonly [K in keyof Volume]?: (source: NonNullable<Volume[K]>, path: string) => Errors;
} = {
  emptyDir({ sizeLimit: limit }, path) {
    const negative =
      limit !== undefined &&
      parseQuantity(limit) !== undefined &&
      compareQuantities(limit, '0') < 0;
    const detail = 'SizeLimit field must be a valid resource quantity';
    return negative ? [forbiddenField(`${path}.sizeLimit`, detail)] : none;
  },
  hostPath: hostPathErrors,
  secret: ({ secretName, defaultMode, items }, path) => [
    ...present(`${path}.secretName`, secretName),
    ...validateMode(defaultMode, `${path}.defaultMode`),
    ...validateItems(items, path),
  ],
  nfs: ({ server, path: target = '' }, path) => [
    ...present(`${path}.server`, server),
    ...present(`${path}.path`, target),
    ...(target.startsWith('/')
      ? none
      : [invalidValue(`${path}.path`, target, 'must be an absolute path')]),
  ],
  persistentVolumeClaim: ({ claimName }, path) => present(`${path}.claimName`, claimName),
  downwardAPI: ({ defaultMode, items = [] }, path) => [
    ...validateMode(defaultMode, `${path}.defaultMode`),
    ...items.flatMap((file) => validateDownwardFile(file, path)),
  ],
  configMap: ({ name, defaultMode, items }, path) => [
    ...present(`${path}.name`, name),
    ...validateMode(defaultMode, `${path}.defaultMode`),
    ...validateItems(items, path),
  ],
  projected: ({ defaultMode, sources = [] }, path) => [
    ...validateMode(defaultMode, `${path}.defaultMode`),
    ...sources.flatMap((source, index) => validateProjection(source, path, index)),
  ],
  csi: ({ driver }, path) => present(`${path}.driver`, driver),
  ephemeral: ({ volumeClaimTemplate }, path) =>
    volumeClaimTemplate === undefined ? [required(`${path}.volumeClaimTemplate`)] : none,
};

/** Sources that passed the checks. Admission gives every Pod the same source object. */
const sound = new WeakSet<object>();

export function validateVolumeSource(volume: Volume, path: string): Errors {
  const { name: _, ...sources } = volume;
  const given = Object.keys(sources).filter((kind) => volume[kind as keyof Volume] !== undefined);
  const known = Object.keys(sourceChecks);
  const kinds = [
    ...known.filter((kind) => given.includes(kind)),
    ...given.filter((kind) => !known.includes(kind)),
  ];
  if (kinds.length === 0) return [required(path, 'must specify a volume type')];
  return kinds.flatMap((kind, index): Errors => {
    const field = `${path}.${kind}`;
    if (index > 0) return [forbiddenField(field, 'may not specify more than 1 volume type')];
    const source = volume[kind as keyof Volume] as object;
    if (sound.has(source)) return none;
    const check = sourceChecks[kind as keyof Volume] as
      | ((source: object, path: string) => Errors)
      | undefined;
    const errors = check?.(source, field) ?? none;
    if (errors.length === 0) sound.add(source);
    return errors;
  });
}

interface DownwardFile {
  readonly path?: string;
  readonly fieldRef?: { readonly fieldPath?: string };
  readonly resourceFieldRef?: { readonly resource?: string; readonly containerName?: string };
  readonly mode?: number;
}

/** Upstream's path has no index. Source: validateDownwardAPIVolumeFile. */
function validateDownwardFile(
  { path: target = '', fieldRef, resourceFieldRef, mode }: DownwardFile,
  path: string,
): Errors {
  const errors: FieldError[] = [...present(`${path}.path`, target)];
  errors.push(...nonReservedPathErrors(target, `${path}.path`));
  if (fieldRef !== undefined) {
    errors.push(...validateFieldRef(fieldRef, volumeFields, `${path}.fieldRef`));
    if (resourceFieldRef !== undefined) {
      const detail = 'fieldRef and resourceFieldRef can not be specified simultaneously';
      errors.push(invalidValue(path, 'resource', detail));
    }
  } else if (resourceFieldRef !== undefined) {
    errors.push(...validateResourceRef(resourceFieldRef, `${path}.resourceFieldRef`, true));
  } else errors.push(required(path, 'one of fieldRef and resourceFieldRef is required'));
  return [...errors, ...validateMode(mode, `${path}.mode`)];
}

type Projection = NonNullable<NonNullable<Volume['projected']>['sources']>[number];

/** Source: validateProjectionSources. */
function validateProjection(source: Projection, path: string, index: number): Errors {
  const field = `${path}.sources[${index}]`;
  const { secret, configMap, downwardAPI, serviceAccountToken } = source;
  const errors: FieldError[] = [];
  for (const [kind, each] of Object.entries({ secret, configMap })) {
    if (each === undefined) continue;
    errors.push(...present(`${field}.${kind}.name`, each.name));
    errors.push(...validateItems(each.items, `${field}.${kind}`));
  }
  for (const file of downwardAPI?.items ?? []) {
    errors.push(...validateDownwardFile(file, `${field}.downwardAPI`));
  }
  if (serviceAccountToken !== undefined) {
    const { path: target = '', expirationSeconds: seconds = 3600 } = serviceAccountToken;
    if (seconds < 600) {
      const detail = 'may not specify a duration less than 10 minutes';
      const at = `${field}.serviceAccountToken.expirationSeconds`;
      errors.push(invalidValue(at, seconds, detail));
    }
    errors.push(...present(`${path}.path`, target));
    errors.push(...nonReservedPathErrors(target, `${path}.path`));
  }
  const count = Object.values(source).filter((each) => each !== undefined).length;
  if (count > 1) {
    errors.push(forbiddenField(field, 'may not specify more than 1 volume type per source'));
  } else if (count === 0) {
    errors.push(required(field, 'must specify at least one projection source'));
  }
  return errors;
}

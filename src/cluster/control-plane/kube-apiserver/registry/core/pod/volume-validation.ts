/**
 * Checks of the sources of volumes.
 * Source: kubernetes pkg/apis/core/validation validateVolumeSource.
 */
import type { Volume } from '#k8s.io/api/core/v1';
import { forbiddenField, invalidValue, required } from '#k8s.io/apimachinery/field-error';
import { compareQuantities, parseQuantity } from '#k8s.io/apimachinery/quantity';
import { choice, type Errors, none, present } from '../../generic/checks.ts';
import { validateProjections } from './projection-validation.ts';
import {
  backstepErrors,
  validateDownwardFile,
  validateItems,
  validateMode,
} from './volume-files.ts';

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
/** Source: validateHostPathVolumeSource. */
export const hostPathErrors = (
  { path: target = '', type }: { readonly path?: string; readonly type?: string },
  path: string,
): Errors =>
  target === ''
    ? [required(`${path}.path`)]
    : [...backstepErrors(target, `${path}.path`), ...choice(`${path}.type`, type, hostPathTypes)];

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
    ...validateProjections(sources, path),
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

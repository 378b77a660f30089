/**
 * Checks of the sources of volumes.
 * Source: kubernetes pkg/apis/core/validation validateVolumeSource.
 */
import type { Volume } from '#k8s.io/api/core/v1';
import { type FieldError, invalidValue, required } from '#k8s.io/apimachinery/field-error';
import { compareQuantities, parseQuantity } from '#k8s.io/apimachinery/quantity';
import { choice, type Errors, none, present } from '../../generic/checks.ts';

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
    if (target.startsWith('/')) {
      errors.push(invalidValue(`${field}.path`, target, 'must be a relative path'));
    }
    if (target.split('/').includes('..')) {
      errors.push(invalidValue(`${field}.path`, target, "must not contain '..'"));
    }
    errors.push(...validateMode(item.mode, `${field}.mode`));
  }
  return errors;
}

export function validateVolumeSource(volume: Volume, path: string): Errors {
  const { configMap, secret, hostPath, emptyDir, persistentVolumeClaim, nfs, projected } = volume;
  const errors: FieldError[] = [];
  if (configMap !== undefined) {
    const field = `${path}.configMap`;
    errors.push(...present(`${field}.name`, configMap.name));
    errors.push(...validateMode(configMap.defaultMode, `${field}.defaultMode`));
    errors.push(...validateItems(configMap.items, field));
  }
  if (secret !== undefined) {
    const field = `${path}.secret`;
    errors.push(...present(`${field}.secretName`, secret.secretName));
    errors.push(...validateMode(secret.defaultMode, `${field}.defaultMode`));
    errors.push(...validateItems(secret.items, field));
  }
  if (hostPath !== undefined) {
    errors.push(...present(`${path}.hostPath.path`, hostPath.path));
    errors.push(...choice(`${path}.hostPath.type`, hostPath.type, hostPathTypes));
  }
  const limit = emptyDir?.sizeLimit;
  if (
    limit !== undefined &&
    parseQuantity(limit) !== undefined &&
    compareQuantities(limit, '0') < 0
  ) {
    const field = `${path}.emptyDir.sizeLimit`;
    errors.push({
      type: 'FieldValueForbidden',
      field,
      detail: 'SizeLimit field must be a valid resource quantity',
    });
  }
  if (persistentVolumeClaim !== undefined) {
    errors.push(
      ...present(`${path}.persistentVolumeClaim.claimName`, persistentVolumeClaim.claimName),
    );
  }
  if (nfs !== undefined) {
    errors.push(
      ...present(`${path}.nfs.server`, nfs.server),
      ...present(`${path}.nfs.path`, nfs.path),
    );
  }
  if (projected !== undefined) {
    errors.push(...validateMode(projected.defaultMode, `${path}.projected.defaultMode`));
    for (const [index, source] of (projected.sources ?? []).entries()) {
      const field = `${path}.projected.sources[${index}]`;
      if (Object.values(source).every((each) => each === undefined)) {
        errors.push(required(field, 'must specify at least one projection source'));
      }
      if (source.secret !== undefined) errors.push(...present(`${field}.name`, source.secret.name));
      if (source.configMap !== undefined)
        errors.push(...present(`${field}.name`, source.configMap.name));
    }
  }
  return errors;
}

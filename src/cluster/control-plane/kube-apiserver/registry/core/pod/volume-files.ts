/**
 * Checks of the files of volumes: their paths below the volume, their modes, and what they show.
 * Source: kubernetes pkg/apis/core/validation validateKeyToPath, validateDownwardAPIVolumeFile.
 */
import { type FieldError, invalidValue, required } from '#k8s.io/apimachinery/field-error';
import { type Errors, none, present } from '../../generic/checks.ts';
import { validateFieldRef, validateResourceRef, volumeFields } from './environment-validation.ts';

const modeText = 'must be a number between 0 and 0777 (octal), both inclusive';

export const validateMode = (mode: number | undefined, path: string): Errors =>
  mode === undefined || (mode >= 0 && mode <= 0o777) ? none : [invalidValue(path, mode, modeText)];

interface KeyToPath {
  readonly key?: string;
  readonly path?: string;
  readonly mode?: number;
}

/** Source: validateKeyToPath. */
export function validateItems(items: readonly KeyToPath[] | undefined, path: string): Errors {
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
export const backstepErrors = (target: string, path: string): Errors =>
  target.split('/').includes('..') ? [invalidValue(path, target, "must not contain '..'")] : none;

/** The path must lie inside its parent. Source: validateLocalDescendingPath. */
export const descendingPathErrors = (target: string, path: string): Errors => [
  ...(target.startsWith('/') ? [invalidValue(path, target, 'must be a relative path')] : none),
  ...backstepErrors(target, path),
];

/** Source: ValidateLocalNonReservedPath. */
export const nonReservedPathErrors = (target: string, path: string): Errors => [
  ...descendingPathErrors(target, path),
  ...(/^\.\.[^/]/.test(target) ? [invalidValue(path, target, "must not start with '..'")] : none),
];

interface DownwardFile {
  readonly path?: string;
  readonly fieldRef?: { readonly fieldPath?: string };
  readonly resourceFieldRef?: { readonly resource?: string; readonly containerName?: string };
  readonly mode?: number;
}

/** Upstream's path has no index. Source: validateDownwardAPIVolumeFile. */
export function validateDownwardFile(
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

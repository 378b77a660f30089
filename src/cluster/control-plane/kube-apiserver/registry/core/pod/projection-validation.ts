/**
 * Checks of the sources of projected volumes.
 * Source: kubernetes pkg/apis/core/validation validateProjectionSources.
 */
import type { ClusterTrustBundleProjection, VolumeProjection } from '#k8s.io/api/core/v1';
import {
  type FieldError,
  forbiddenField,
  invalidValue,
  required,
} from '#k8s.io/apimachinery/field-error';
import { internalJsonLines } from '#k8s.io/apimachinery/schema/internal-lines';
import { type Errors, formed, none, present } from '../../generic/checks.ts';
import { validateLabelSelector } from '../../generic/label-selector-validation.ts';
import {
  signerNameErrors,
  signerNameIn,
  trustBundleNameErrors,
} from '../../generic/signer-name.ts';
import { nonReservedPathErrors, validateDownwardFile, validateItems } from './volume-files.ts';

/** An empty source is accepted: it had a field whose feature gate is off. */
export function validateProjections(sources: readonly VolumeProjection[], path: string): Errors {
  const paths = new Set<string>();
  return sources.flatMap((source, index) => validateProjection(source, path, index, paths));
}

const conflict = 'conflicting duplicate paths';

/** `paths`: those of the sources before, to which its own are added. */
function validateProjection(
  source: VolumeProjection,
  path: string,
  index: number,
  paths: Set<string>,
): Errors {
  const field = `${path}.sources[${index}]`;
  const { secret, configMap, downwardAPI, serviceAccountToken, clusterTrustBundle } = source;
  const errors: FieldError[] = [];
  const take = (target: string, shown = target): void => {
    if (target !== '' && paths.has(target)) errors.push(invalidValue(path, shown, conflict));
    paths.add(target);
  };
  for (const [kind, each] of Object.entries({ secret, configMap })) {
    if (each === undefined) continue;
    errors.push(...present(`${field}.${kind}.name`, each.name));
    errors.push(...validateItems(each.items, `${field}.${kind}`));
    for (const item of each.items ?? []) take(item.path, each.name);
  }
  for (const file of downwardAPI?.items ?? []) {
    errors.push(...validateDownwardFile(file, `${field}.downwardAPI`));
    take(file.path);
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
  if (clusterTrustBundle !== undefined) {
    errors.push(...bundleErrors(clusterTrustBundle, `${field}.clusterTrustBundle`));
    take(clusterTrustBundle.path);
  }
  const count = Object.values(source).filter((each) => each !== undefined).length;
  return count > 1
    ? [...errors, forbiddenField(field, 'may not specify more than 1 volume type per source')]
    : errors;
}

function bundleErrors(source: ClusterTrustBundleProjection, field: string): Errors {
  const { path = '' } = source;
  return [
    ...choiceErrors(source, field),
    ...present(`${field}.path`, path),
    ...nonReservedPathErrors(path, `${field}.path`),
  ];
}

function choiceErrors(source: ClusterTrustBundleProjection, field: string): Errors {
  const { name, signerName, labelSelector } = source;
  if (name !== undefined && signerName !== undefined) {
    const shown = internalJsonLines('core.ClusterTrustBundleProjection', source).join('');
    const detail = 'only one of name and signerName may be used';
    return [invalidValue(field, JSON.parse(shown), detail)];
  }
  if (name !== undefined) {
    const texts = trustBundleNameErrors(signerNameIn(name), name);
    const detail = 'labelSelector must be unset if name is specified';
    return [
      ...present(`${field}.name`, name, 'must be a valid object name'),
      ...formed(
        `${field}.name`,
        name,
        texts.map((text) => `not a valid clustertrustbundlename: ${text}`),
      ),
      ...(labelSelector === undefined
        ? none
        : [invalidValue(`${field}.labelSelector`, labelSelector, detail)]),
    ];
  }
  if (signerName === undefined) {
    return [required(field, 'either name or signerName must be specified')];
  }
  return [
    ...present(`${field}.signerName`, signerName, 'must be a valid signer name'),
    ...signerNameErrors(`${field}.signerName`, signerName),
    ...(labelSelector === undefined
      ? none
      : validateLabelSelector(labelSelector, `${field}.labelSelector`)),
  ];
}

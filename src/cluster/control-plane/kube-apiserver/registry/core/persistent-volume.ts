/**
 * PersistentVolumes and PersistentVolumeClaims.
 * Source: kubernetes pkg/registry/core/{persistentvolume,persistentvolumeclaim}/strategy.go and
 * pkg/apis/core/validation ValidatePersistentVolume, ValidatePersistentVolumeClaim.
 */
import { defined } from '#base/defined';
import type {
  PersistentVolume,
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  PersistentVolumeSpec,
} from '#k8s.io/api/core/v1';
import {
  forbiddenField,
  invalidValue,
  notSupported,
  required,
  sortedMap,
} from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { compareQuantities } from '#k8s.io/apimachinery/quantity';
import { dns1123SubdomainErrors } from '#k8s.io/apimachinery/validation';
import { statusStrategy } from '../common-strategies.ts';
import {
  choice,
  type Errors,
  formed,
  none,
  oneSource,
  positive,
  present,
  same,
} from '../generic/checks.ts';
import { internalDiff } from '../generic/internal-diff.ts';
import { validateLabelSelector } from '../generic/label-selector-validation.ts';
import { defineStrategy, withStatus } from '../strategy.ts';
import { hostPathErrors } from './pod/volume-validation.ts';
import { claimWarnings, volumeWarnings } from './resource-warnings.ts';

const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const volumeModes = ['Block', 'Filesystem'];
const reclaimPolicies = ['Delete', 'Recycle', 'Retain'];
const exclusive = 'ReadWriteOncePod';

function validateModes(modes: readonly string[], detail: string, parent = 'spec'): Errors {
  const path = `${parent}.accessModes`;
  if (modes.length === 0) return [required(path, detail)];
  const alone = modes.includes(exclusive) && modes.length > 1;
  const others = `may not use ${exclusive} with other access modes`;
  return [
    ...modes.flatMap((mode) => choice(path, mode, accessModes)),
    ...(alone ? [forbiddenField(path, others)] : none),
  ];
}

const className = (path: string, name: string | undefined): Errors =>
  name === undefined || name === '' ? none : formed(path, name, dns1123SubdomainErrors(name));

function sourcesOf(spec: PersistentVolumeSpec): object {
  const {
    capacity: _capacity,
    accessModes: _accessModes,
    claimRef: _claimRef,
    persistentVolumeReclaimPolicy: _policy,
    storageClassName: _class,
    mountOptions: _options,
    volumeMode: _mode,
    nodeAffinity: _affinity,
    volumeAttributesClassName: _attributes,
    ...sources
  } = spec;
  return sources;
}

function validateCapacity({ capacity = {} }: PersistentVolumeSpec): Errors {
  const names = Object.keys(capacity);
  if (names.length === 0) {
    return [required('spec.capacity'), notSupported('spec.capacity', null, ['storage'])];
  }
  if (names.length > 1 || capacity['storage'] === undefined) {
    return [notSupported('spec.capacity', sortedMap(capacity), ['storage'])];
  }
  return positive('spec.capacity[storage]', capacity['storage']);
}

function validateSource({ hostPath, nfs, local, csi, ...spec }: PersistentVolumeSpec): Errors {
  const errors = [
    ...oneSource(
      sourcesOf({ hostPath, nfs, local, csi, ...spec } as PersistentVolumeSpec),
      'spec',
      'volume',
    ),
  ];
  if (hostPath !== undefined) errors.push(...hostPathErrors(hostPath, 'spec.hostPath'));
  if (nfs !== undefined) {
    errors.push(...present('spec.nfs.server', nfs.server), ...present('spec.nfs.path', nfs.path));
    if (nfs.path !== '' && !nfs.path.startsWith('/')) {
      errors.push(invalidValue('spec.nfs.path', nfs.path, 'must be an absolute path'));
    }
  }
  if (local !== undefined) {
    errors.push(...present('spec.local.path', local.path));
    if (spec.nodeAffinity?.required === undefined) {
      errors.push(required('spec.nodeAffinity', 'Local volume requires node affinity'));
    }
  }
  if (csi !== undefined) {
    errors.push(
      ...present('spec.csi.driver', csi.driver),
      ...present('spec.csi.volumeHandle', csi.volumeHandle),
    );
  }
  return errors;
}

function validateVolume({ spec }: PersistentVolume): Errors {
  const policy = spec.persistentVolumeReclaimPolicy;
  const recycled = policy === 'Recycle' && spec.hostPath?.path === '/';
  const root = "may not be 'recycle' for a hostPath mount of '/'";
  return [
    ...validateModes(spec.accessModes ?? [], ''),
    ...validateCapacity(spec),
    ...choice('spec.persistentVolumeReclaimPolicy', policy, reclaimPolicies),
    ...validateSource(spec),
    ...(recycled ? [forbiddenField('spec.persistentVolumeReclaimPolicy', root)] : none),
    ...className('spec.storageClassName', spec.storageClassName),
    ...choice('spec.volumeMode', spec.volumeMode, volumeModes),
  ];
}

function sourceErrors(now: object, old: object): Errors {
  if (deepEqual(now, old)) return none;
  const diff = internalDiff('core.PersistentVolumeSource', old, now);
  const detail = `spec.persistentvolumesource is immutable after creation\n${diff}`;
  return [forbiddenField('spec.persistentvolumesource', detail)];
}

export const persistentVolumeStrategy = defineStrategy<PersistentVolume>({
  prepareForCreate: (volume) => withStatus(volume, { phase: 'Pending' }),
  validate: validateVolume,
  warningsOnCreate: volumeWarnings,
  warningsOnUpdate: volumeWarnings,
  prepareForUpdate: (volume, old) => withStatus(volume, old.status),
  validateUpdate: (volume, old) => [
    ...validateVolume(volume),
    ...sourceErrors(sourcesOf(volume.spec), sourcesOf(old.spec)),
    ...same('volumeMode', volume.spec.volumeMode, old.spec.volumeMode),
    ...(old.spec.nodeAffinity === undefined
      ? none
      : same(
          'spec.nodeAffinity',
          volume.spec.nodeAffinity,
          old.spec.nodeAffinity,
          'field is immutable, except for updating from beta label to GA',
        )),
  ],
  returnDeletedObject: true,
  status: statusStrategy<PersistentVolume>(),
});

export function validateClaimSpec(spec: PersistentVolumeClaimSpec, path = 'spec'): Errors {
  const storage = spec.resources?.requests?.['storage'];
  return [
    ...(spec.selector === undefined
      ? none
      : validateLabelSelector(spec.selector, `${path}.selector`)),
    ...validateModes(spec.accessModes ?? [], 'at least 1 access mode is required', path),
    ...(storage === undefined
      ? [required(`${path}.resources[storage]`)]
      : positive(`${path}.resources[storage]`, storage)),
    ...className(`${path}.storageClassName`, spec.storageClassName),
    ...choice(`${path}.volumeMode`, spec.volumeMode, volumeModes),
  ];
}

const claimText =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName ' +
  'for bound claims';

const betaClass = 'volume.beta.kubernetes.io/storage-class';

/** Both specs with what an update may change made equal, to find other differences. */
function comparedSpecs(
  { spec }: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
): readonly [now: PersistentVolumeClaimSpec, before: PersistentVolumeClaimSpec] {
  const { storageClassName: now, ...rest } = spec;
  const { storageClassName: before, volumeAttributesClassName } = old.spec;
  const inAnnotation = old.metadata.annotations?.[betaClass];
  // A claim without a class may get one, as the binder sets the default class.
  const classed = before === undefined && (inAnnotation === undefined || inAnnotation === now);
  const kept = { ...rest, ...defined({ storageClassName: classed ? before : now }) };
  // The binder sets the volume's name once.
  const named = (old.spec.volumeName ?? '') === '';
  const compared = { ...old.spec, ...(named && defined({ volumeName: spec.volumeName })) };
  if (old.status?.phase !== 'Bound') return [kept, compared];
  const { volumeAttributesClassName: _, ...bound } = kept;
  const { requests } = spec.resources ?? {};
  const storage = old.spec.resources?.requests?.['storage'] ?? '0';
  return [
    {
      ...bound,
      ...defined({ volumeAttributesClassName }),
      ...(requests && { resources: { ...spec.resources, requests: { ...requests, storage } } }),
    },
    compared,
  ];
}

/**
 * The class in the annotation stays, unless the field with that name takes its place.
 * Source: validateStorageClassUpgradeFromAnnotation, ValidateImmutableAnnotation.
 */
function sameBetaClass(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): Errors {
  const now = claim.metadata.annotations?.[betaClass];
  const before = old.metadata.annotations?.[betaClass];
  const replaced =
    before !== undefined &&
    old.spec.storageClassName === undefined &&
    claim.spec.storageClassName === before &&
    (now === undefined || now === before);
  return replaced ? none : same(`metadata.annotations.${betaClass}`, now ?? '', before ?? '');
}

/** Source: ValidatePersistentVolumeClaimUpdate. */
function validateClaimUpdate(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): Errors {
  const errors = [...validateClaimSpec(claim.spec), ...sameBetaClass(claim, old)];
  const [now, before] = comparedSpecs(claim, old);
  if (!deepEqual(now, before)) {
    const diff = internalDiff('core.PersistentVolumeClaimSpec', before, now);
    errors.push(forbiddenField('spec', `${claimText}\n${diff}`));
  }
  const asked = claim.spec.resources?.requests?.['storage'] ?? '0';
  const had = old.spec.resources?.requests?.['storage'] ?? '0';
  const has = old.status?.capacity?.['storage'] ?? '0';
  if (compareQuantities(asked, had) < 0 && compareQuantities(asked, has) <= 0) {
    const detail = 'field can not be less than status.capacity';
    errors.push(forbiddenField('spec.resources.requests.storage', detail));
  }
  return [...errors, ...same('volumeMode', claim.spec.volumeMode, old.spec.volumeMode)];
}

export const persistentVolumeClaimStrategy = defineStrategy<PersistentVolumeClaim>({
  prepareForCreate: (claim) => withStatus(claim, { phase: 'Pending' }),
  validate: ({ spec }) => validateClaimSpec(spec),
  warningsOnCreate: claimWarnings,
  warningsOnUpdate: claimWarnings,
  prepareForUpdate: (claim, old) => withStatus(claim, old.status),
  validateUpdate: validateClaimUpdate,
  returnDeletedObject: true,
  status: statusStrategy<PersistentVolumeClaim>(),
});

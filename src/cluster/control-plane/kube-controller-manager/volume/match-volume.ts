/**
 * The best volume for a claim: the smallest that is large enough. Models FindMatchingVolume of
 * k8s.io/kubernetes pkg/volume/util (component-helpers storage/volume pv_helpers.go) and
 * pkg/controller/volume/persistentvolume/index.go.
 */
import type { PersistentVolume, PersistentVolumeClaim } from '#k8s.io/api/core/v1';
import { labelSelectorAsSelector, matches } from '#k8s.io/apimachinery/labels';
import { compareQuantities } from '#k8s.io/apimachinery/quantity';

const classAnnotation = 'volume.beta.kubernetes.io/storage-class';

/** The class by annotation or by field; empty: none. Source: GetPersistentVolumeClaimClass. */
export const classOf = ({ metadata, spec }: PersistentVolume | PersistentVolumeClaim): string =>
  metadata.annotations?.[classAnnotation] ?? spec?.storageClassName ?? '';

const storageOf = (quantities: Readonly<Record<string, string>> | undefined): string =>
  quantities?.['storage'] ?? '0';

/** Whether a volume refers to this claim, with or without its UID. */
export function isVolumeBoundToClaim(
  { spec }: PersistentVolume,
  { metadata }: PersistentVolumeClaim,
): boolean {
  const { claimRef } = spec;
  if (claimRef === undefined) return false;
  if (claimRef.name !== metadata.name || claimRef.namespace !== metadata.namespace) return false;
  return claimRef.uid === undefined || claimRef.uid === '' || claimRef.uid === metadata.uid;
}

/** Why a claim cannot use the volume that it names; undefined when it can. */
export function mismatchOf(
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
): string | undefined {
  const { metadata, spec } = volume;
  const { accessModes = [], resources, volumeMode = 'Filesystem' } = claim.spec ?? {};
  if (metadata.deletionTimestamp !== undefined) {
    return `the volume is marked for deletion "${metadata.name}"`;
  }
  if (compareQuantities(storageOf(spec.capacity), storageOf(resources?.requests)) < 0) {
    return 'requested PV is too small';
  }
  if (classOf(volume) !== classOf(claim)) return 'storageClassName does not match';
  if ((spec.volumeMode ?? 'Filesystem') !== volumeMode) return 'incompatible volumeMode';
  const offered = accessModes.every((mode) => spec.accessModes?.includes(mode) === true);
  return offered ? undefined : 'incompatible accessMode';
}

/** `delayed`: the claim waits for a pod, so only a volume reserved for it can be used. */
export function bestVolumeFor(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  delayed: boolean,
): PersistentVolume | undefined {
  const { accessModes = [], resources, selector, volumeMode = 'Filesystem' } = claim.spec ?? {};
  const requested = storageOf(resources?.requests);
  const picks = selector === undefined ? undefined : labelSelectorAsSelector(selector);
  let best: PersistentVolume | undefined;
  for (const volume of volumes) {
    const { spec, metadata, status } = volume;
    const suits =
      (spec.volumeMode ?? 'Filesystem') === volumeMode &&
      accessModes.every((mode) => spec.accessModes?.includes(mode) === true) &&
      metadata.deletionTimestamp === undefined;
    if (!suits) continue;
    const isLarge = compareQuantities(storageOf(spec.capacity), requested) >= 0;
    if (isVolumeBoundToClaim(volume, claim)) {
      // A volume that is reserved for the claim is always preferred.
      if (isLarge) return volume;
      continue;
    }
    if (delayed || spec.claimRef !== undefined || status?.phase !== 'Available') continue;
    if (!isLarge || classOf(volume) !== classOf(claim)) continue;
    if (picks !== undefined && !matches(picks, metadata.labels)) continue;
    const isSmaller =
      best === undefined ||
      compareQuantities(storageOf(spec.capacity), storageOf(best.spec.capacity)) < 0;
    if (isSmaller) best = volume;
  }
  return best;
}

/**
 * Which volume a waiting claim could be bound to on a node: the smallest that is large enough.
 * Models k8s.io/component-helpers storage/volume pv_helpers.go FindMatchingVolume.
 */
import type { Node, PersistentVolume, PersistentVolumeClaim } from '#k8s.io/api/core/v1';
import { labelSelectorAsSelector, matches } from '#k8s.io/apimachinery/labels';
import { compareQuantities } from '#k8s.io/apimachinery/quantity';
import { nodeSelectorTermMatches } from '#k8s.io/component-helpers/scheduling/node-affinity';

const classAnnotation = 'volume.beta.kubernetes.io/storage-class';

/** The class by annotation or by field; empty: none. */
export const classNameOf = ({ metadata, spec }: PersistentVolume | PersistentVolumeClaim): string =>
  metadata.annotations?.[classAnnotation] ?? spec?.storageClassName ?? '';

/** Whether a volume can be used on a node. Source: CheckNodeAffinity. */
export function reaches(volume: PersistentVolume, node: Node): boolean {
  const terms = volume.spec.nodeAffinity?.required?.nodeSelectorTerms;
  return terms === undefined || terms.some((term) => nodeSelectorTermMatches(term, node));
}

/** Already reserved for this claim. */
function isMeantFor({ spec }: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
  const { claimRef } = spec;
  if (claimRef === undefined) return false;
  if (claimRef.name !== metadata.name || claimRef.namespace !== metadata.namespace) return false;
  return (claimRef.uid ?? '') === '' || claimRef.uid === metadata.uid;
}

/** `taken`: names of volumes that other claims will get. */
export function findMatchingVolume(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  node: Node,
  taken: ReadonlySet<string>,
): PersistentVolume | undefined {
  const { accessModes = [], resources, selector, volumeMode = 'Filesystem' } = claim.spec ?? {};
  const requested = resources?.requests?.['storage'] ?? '0';
  const picks = selector === undefined ? undefined : labelSelectorAsSelector(selector);
  let best: PersistentVolume | undefined;
  for (const volume of volumes) {
    const { spec, metadata, status } = volume;
    if (taken.has(metadata.name) || metadata.deletionTimestamp !== undefined) continue;
    if ((spec.volumeMode ?? 'Filesystem') !== volumeMode) continue;
    const capacity = spec.capacity?.['storage'] ?? '0';
    if (compareQuantities(capacity, requested) < 0) continue;
    if (isMeantFor(volume, claim)) return reaches(volume, node) ? volume : undefined;
    const isFree = spec.claimRef === undefined && status?.phase === 'Available';
    if (!isFree || classNameOf(volume) !== classNameOf(claim) || !reaches(volume, node)) continue;
    if (!accessModes.every((mode) => spec.accessModes?.includes(mode) === true)) continue;
    if (picks !== undefined && !matches(picks, metadata.labels)) continue;
    const size = best?.spec.capacity?.['storage'] ?? '';
    if (best === undefined || compareQuantities(capacity, size) < 0) best = volume;
  }
  return best;
}

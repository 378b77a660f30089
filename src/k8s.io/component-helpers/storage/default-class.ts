/** Storage classes of claims: which is the default, and whether a claim has one. */
import type { PersistentVolumeClaim } from '#k8s.io/api/core/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';

/** What marks a storage class as the default. */
export const defaultClassAnnotations: readonly string[] = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];

/** Among the classes that are marked as default the newest counts, then the first by name. */
export function newestDefault(
  classes: readonly KubeObject[],
  annotations: readonly string[],
): KubeObject | undefined {
  return classes
    .filter(({ metadata }) => annotations.some((key) => metadata.annotations?.[key] === 'true'))
    .sort(({ metadata: a }, { metadata: b }) =>
      a.creationTimestamp === b.creationTimestamp
        ? Number(a.name > b.name) - 0.5
        : a.creationTimestamp < b.creationTimestamp
          ? 1
          : -1,
    )[0];
}

/** The empty class counts as a class. Source: PersistentVolumeClaimHasClass. */
export const hasClass = ({ metadata, spec }: PersistentVolumeClaim): boolean =>
  metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] !== undefined ||
  spec?.storageClassName !== undefined;

/** Warnings about volumes, claims and quotas. Source: the WarningsOnCreate of their strategies. */
import type {
  PersistentVolume,
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  ResourceQuota,
} from '#k8s.io/api/core/v1';
import { canonicalQuantity, compareQuantities } from '#k8s.io/apimachinery/quantity';
import { fractionalBytes, nodeSelectorTermWarnings } from './pod/pod-warnings.ts';

type Texts = readonly string[];

export const claimSpecWarnings = ({ resources }: PersistentVolumeClaimSpec, path: string): Texts =>
  (['requests', 'limits'] as const).flatMap((side) =>
    fractionalBytes(resources?.[side]?.['storage'], `${path}.resources.${side}[storage]`),
  );

const classAnnotation = 'volume.beta.kubernetes.io/storage-class';
const useClassName = 'deprecated since v1.8; use "storageClassName" attribute instead';

/** Source: pkg/api/persistentvolumeclaim util.go GetWarningsForPersistentVolumeClaim. */
export const claimWarnings = ({ metadata, spec }: PersistentVolumeClaim): Texts => [
  ...(metadata.annotations?.[classAnnotation] === undefined
    ? []
    : [`metadata.annotations[${classAnnotation}]: ${useClassName}`]),
  ...claimSpecWarnings(spec, 'spec'),
];

const volumeAnnotations: Readonly<Record<string, string>> = {
  [classAnnotation]: useClassName,
  'volume.beta.kubernetes.io/mount-options':
    'deprecated since v1.31; use "mountOptions" attribute instead',
};

/** Source: pkg/api/persistentvolume util.go GetWarningsForPersistentVolume. */
export const volumeWarnings = ({ metadata, spec }: PersistentVolume): Texts => [
  ...Object.entries(volumeAnnotations).flatMap(([key, text]) =>
    metadata.annotations?.[key] === undefined ? [] : [`metadata.annotations[${key}]: ${text}`],
  ),
  ...(spec.persistentVolumeReclaimPolicy === 'Recycle'
    ? [
        'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, ' +
          'the recommended approach is to use dynamic provisioning.',
      ]
    : []),
  ...(spec.nodeAffinity?.required?.nodeSelectorTerms ?? []).flatMap((term, index) => {
    const path = `spec.nodeAffinity.required.nodeSelectorTerms[${index}]`;
    return nodeSelectorTermWarnings(term, false, path);
  }),
];

/** Warns about requests that may exceed limits. Source: resourcequotaStrategy.WarningsOnCreate. */
export function quotaWarnings({ spec }: ResourceQuota): Texts {
  const { hard = {} } = spec;
  return ['cpu', 'memory', 'storage', 'ephemeral-storage'].flatMap((resource) => {
    const bare = resource === 'cpu' || resource === 'memory' ? [resource] : [];
    const name = [`requests.${resource}`, ...bare].find((each) => hard[each] !== undefined);
    const limit = hard[`limits.${resource}`];
    const request = name === undefined ? undefined : hard[name];
    if (request === undefined || limit === undefined) return [];
    if (compareQuantities(request, limit) <= 0) return [];
    const [more, less] = [canonicalQuantity(request), canonicalQuantity(limit)];
    return [`ResourceQuota ${name} (${more}) should be less than limits.${resource} (${less})`];
  });
}

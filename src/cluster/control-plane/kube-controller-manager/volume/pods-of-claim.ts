/** Finds the pods of a claim. Source: pkg/controller/volume/common PodPVCIndexFunc. */
import type { Pod } from '#k8s.io/api/core/v1';

export const claimIndex = 'pod-pvc-index';

/**
 * `namespace/name` of every claim of a pod. The name of an ephemeral one consists of pod and
 * volume.
 */
export const claimsOf = ({ metadata, spec }: Pod): readonly string[] =>
  (spec.volumes ?? []).flatMap(({ name: volume, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim !== undefined) {
      return [`${metadata.namespace}/${persistentVolumeClaim.claimName}`];
    }
    return ephemeral === undefined ? [] : [`${metadata.namespace}/${metadata.name}-${volume}`];
  });

/** Source: kubernetes plugin/pkg/admission/storage/persistentvolume/resize/admission.go. */
import type { PersistentVolumeClaim } from '#k8s.io/api/core/v1';
import type { StorageClass } from '#k8s.io/api/storage/v1';
import { compareQuantities } from '#k8s.io/apimachinery/quantity';
import { wellKnown } from '../../registry/well-known.ts';
import {
  type AdmissionEnvironment,
  type AdmissionPlugin,
  admitted,
  deny,
  handlesResource,
} from '../admission.ts';

const refusal =
  'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc ' +
  'must support resize';

const requested = (claim: PersistentVolumeClaim | undefined): string =>
  claim?.spec?.resources?.requests?.['storage'] ?? '0';

export function persistentVolumeClaimResize(environment: AdmissionEnvironment): AdmissionPlugin {
  const classes = environment.cache(wellKnown.storageClasses);
  return {
    name: 'PersistentVolumeClaimResize',
    enabled: true,
    handles: handlesResource(['UPDATE'], 'persistentvolumeclaims'),
    *validate(attributes) {
      const claim = attributes.object as PersistentVolumeClaim;
      const old = attributes.old as PersistentVolumeClaim | undefined;
      if (compareQuantities(requested(claim), requested(old)) <= 0) return admitted;
      const found = classes.get(claim.spec?.storageClassName ?? '') as StorageClass | undefined;
      return found?.allowVolumeExpansion === true ? admitted : deny(attributes, refusal);
    },
  };
}

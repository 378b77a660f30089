/** Source: kubernetes plugin/pkg/admission/storage/storageclass/setdefault/admission.go. */
import type { PersistentVolumeClaim } from '#k8s.io/api/core/v1';
import { wellKnown } from '../../registry/well-known.ts';
import {
  type AdmissionEnvironment,
  type AdmissionPlugin,
  changed,
  handlesResource,
  unchanged,
} from '../admission.ts';
import { newestDefault } from '../newest-default.ts';

const annotations = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];

export function defaultStorageClass(environment: AdmissionEnvironment): AdmissionPlugin {
  return {
    name: 'DefaultStorageClass',
    enabled: true,
    handles: handlesResource(['CREATE'], 'persistentvolumeclaims'),
    *admit({ object }) {
      const claim = object as PersistentVolumeClaim;
      const chosen =
        claim.spec?.storageClassName === undefined
          ? newestDefault(environment.cache(wellKnown.storageClasses).list(), annotations)
          : undefined;
      if (chosen === undefined) return unchanged(claim);
      const { name } = chosen.metadata;
      const spec = { ...claim.spec, storageClassName: name };
      return changed({ ...claim, spec }, `storage class ${name}`);
    },
  };
}

/** Source: kubernetes plugin/pkg/admission/storage/storageclass/setdefault/admission.go. */
import type { PersistentVolumeClaim } from '#k8s.io/api/core/v1';
import {
  defaultClassAnnotations,
  newestDefault,
} from '#k8s.io/component-helpers/storage/default-class';
import { wellKnown } from '../../registry/well-known.ts';
import {
  type AdmissionEnvironment,
  type AdmissionPlugin,
  changed,
  handlesResource,
  unchanged,
} from '../admission.ts';

export function defaultStorageClass(environment: AdmissionEnvironment): AdmissionPlugin {
  return {
    name: 'DefaultStorageClass',
    enabled: true,
    handles: handlesResource(['CREATE'], 'persistentvolumeclaims'),
    *admit({ object }) {
      const claim = object as PersistentVolumeClaim;
      const chosen =
        claim.spec?.storageClassName === undefined
          ? newestDefault(
              environment.cache(wellKnown.storageClasses).list(),
              defaultClassAnnotations,
            )
          : undefined;
      if (chosen === undefined) return unchanged(claim);
      const { name } = chosen.metadata;
      const spec = { ...claim.spec, storageClassName: name };
      return changed({ ...claim, spec }, `storage class ${name}`);
    },
  };
}

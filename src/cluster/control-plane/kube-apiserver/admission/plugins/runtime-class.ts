/** Source: kubernetes plugin/pkg/admission/runtimeclass/admission.go. */
import type { Pod } from '#k8s.io/api/core/v1';
import type { RuntimeClass } from '#k8s.io/api/node/v1';
import { wellKnown } from '../../registry/well-known.ts';
import {
  type AdmissionEnvironment,
  type AdmissionPlugin,
  changed,
  deny,
  handlesResource,
  unchanged,
} from '../admission.ts';

export function runtimeClass(environment: AdmissionEnvironment): AdmissionPlugin {
  const classes = environment.cache(wellKnown.runtimeClasses);
  return {
    name: 'RuntimeClass',
    enabled: true,
    handles: handlesResource(['CREATE'], 'pods'),
    *admit(attributes) {
      const pod = attributes.object as Pod;
      const { runtimeClassName = '' } = pod.spec;
      if (runtimeClassName === '') return unchanged(pod);
      const found = classes.get(runtimeClassName) as RuntimeClass | undefined;
      if (found === undefined) {
        return deny(attributes, `pod rejected: RuntimeClass "${runtimeClassName}" not found`);
      }
      const { overhead, scheduling } = found;
      const { nodeSelector, tolerations } = scheduling ?? {};
      const spec = {
        ...pod.spec,
        ...(overhead?.podFixed !== undefined && { overhead: overhead.podFixed }),
        ...(nodeSelector !== undefined && {
          nodeSelector: { ...pod.spec.nodeSelector, ...nodeSelector },
        }),
        ...(tolerations !== undefined && {
          tolerations: [...(pod.spec.tolerations ?? []), ...tolerations],
        }),
      };
      return changed({ ...pod, spec }, `runtime class ${runtimeClassName}`);
    },
  };
}

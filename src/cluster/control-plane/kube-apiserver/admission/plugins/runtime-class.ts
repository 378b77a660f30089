/**
 * Adds the overhead and the scheduling constraints of its RuntimeClass to a pod. Source: kubernetes
 * plugin/pkg/admission/runtimeclass/admission.go.
 */
import { defined } from '#base/defined';
import type { Pod } from '#k8s.io/api/core/v1';
import type { RuntimeClass } from '#k8s.io/api/node/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { wellKnown } from '../../registry/well-known.ts';
import {
  type AdmissionEnvironment,
  type AdmissionPlugin,
  admitted,
  changed,
  deny,
  handlesResource,
  unchanged,
} from '../admission.ts';

const otherOverhead = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
const strayOverhead =
  'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead';

export function runtimeClass(environment: AdmissionEnvironment): AdmissionPlugin {
  const classes = environment.cache(wellKnown.runtimeClasses);
  const classOf = (pod: Pod): RuntimeClass | undefined =>
    classes.get(pod.spec.runtimeClassName ?? '') as RuntimeClass | undefined;
  return {
    name: 'RuntimeClass',
    enabled: true,
    handles: handlesResource(['CREATE'], 'pods'),
    *admit(attributes) {
      const pod = attributes.object as Pod;
      const { runtimeClassName = '' } = pod.spec;
      if (runtimeClassName === '') return unchanged(pod);
      const found = classOf(pod);
      if (found === undefined) {
        return deny(attributes, `pod rejected: RuntimeClass "${runtimeClassName}" not found`);
      }
      const overhead = found.overhead?.podFixed;
      const own = pod.spec.overhead;
      if (overhead !== undefined && own !== undefined && !deepEqual(own, overhead)) {
        return deny(attributes, otherOverhead);
      }
      const conflict = selectorConflict(found, pod);
      if (conflict !== undefined) return deny(attributes, conflict);
      return changed(withClass(pod, found), `runtime class ${runtimeClassName}`);
    },
    *validate(attributes) {
      const pod = attributes.object as Pod;
      const own = pod.spec.overhead ?? {};
      const overhead = classOf(pod)?.overhead?.podFixed;
      if (overhead !== undefined) {
        return deepEqual(own, overhead) ? admitted : deny(attributes, otherOverhead);
      }
      return Object.keys(own).length === 0 ? admitted : deny(attributes, strayOverhead);
    },
  };
}

function selectorConflict({ scheduling }: RuntimeClass, { spec }: Pod): string | undefined {
  for (const [key, value] of Object.entries(scheduling?.nodeSelector ?? {})) {
    const own = spec.nodeSelector?.[key];
    if (own === undefined || own === value) continue;
    const wanted = `runtimeClass.scheduling.nodeSelector[${key}] = ${value}`;
    return `conflict: ${wanted}; pod.spec.nodeSelector[${key}] = ${own}`;
  }
  return undefined;
}

function withClass(pod: Pod, { overhead, scheduling }: RuntimeClass): Pod {
  const { nodeSelector, tolerations } = scheduling ?? {};
  return {
    ...pod,
    spec: {
      ...pod.spec,
      ...defined({ overhead: overhead?.podFixed }),
      ...(nodeSelector !== undefined && {
        nodeSelector: { ...pod.spec.nodeSelector, ...nodeSelector },
      }),
      ...(tolerations !== undefined && {
        tolerations: [...(pod.spec.tolerations ?? []), ...tolerations],
      }),
    },
  };
}

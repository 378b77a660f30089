/** Source: kubernetes plugin/pkg/admission/extendedresourcetoleration admission.go. */
import type { Pod, Toleration } from '#k8s.io/api/core/v1';
import {
  type AdmissionEnvironment,
  type AdmissionPlugin,
  changed,
  handlesResource,
  unchanged,
} from '../admission.ts';
import { switchedPlugin } from '../switched.ts';

const isExtended = (name: string): boolean =>
  name.includes('/') && !name.includes('kubernetes.io/') && !name.startsWith('requests.');

export const extendedResourceToleration = (environment: AdmissionEnvironment): AdmissionPlugin =>
  switchedPlugin(environment, 'ExtendedResourceToleration', {
    handles: handlesResource(['CREATE'], 'pods'),
    *admit({ object }) {
      const pod = object as Pod;
      const { containers, initContainers = [], tolerations = [] } = pod.spec;
      const names = [...containers, ...initContainers].flatMap(({ resources }) =>
        Object.keys(resources?.requests ?? {}).filter(isExtended),
      );
      const keys = [...new Set(names)].sort();
      const added: Toleration[] = keys
        .filter((key) => !tolerations.some((one) => one.key === key && one.operator === 'Exists'))
        .map((key) => ({ key, operator: 'Exists' }));
      if (added.length === 0) return unchanged(pod);
      const spec = { ...pod.spec, tolerations: [...tolerations, ...added] };
      return changed({ ...pod, spec }, `tolerates ${added.map(({ key }) => key).join(', ')}`);
    },
  });

/** Source: kubernetes plugin/pkg/admission/alwayspullimages admission.go. */
import type { Container, Pod } from '#k8s.io/api/core/v1';
import {
  type AdmissionEnvironment,
  type AdmissionPlugin,
  changed,
  type Operation,
  unchanged,
} from '../admission.ts';
import { switchedPlugin } from '../switched.ts';

const withPolicy = (containers: readonly Container[]): readonly Container[] =>
  containers.map((container) =>
    container.imagePullPolicy === 'Always'
      ? container
      : { ...container, imagePullPolicy: 'Always' as const },
  );

export const alwaysPullImages = (environment: AdmissionEnvironment): AdmissionPlugin =>
  switchedPlugin(environment, 'AlwaysPullImages', {
    handles: (operation: Operation, { plural, group }, subresource) =>
      plural === 'pods' && group === '' && subresource === '' && /CREATE|UPDATE/.test(operation),
    *admit({ object }) {
      const pod = object as Pod;
      const { containers, initContainers } = pod.spec;
      const all = [...containers, ...(initContainers ?? [])];
      if (all.every(({ imagePullPolicy }) => imagePullPolicy === 'Always')) return unchanged(pod);
      const spec = {
        ...pod.spec,
        containers: withPolicy(containers),
        ...(initContainers !== undefined && { initContainers: withPolicy(initContainers) }),
      };
      return changed({ ...pod, spec }, 'imagePullPolicy: Always');
    },
  });

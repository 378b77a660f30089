/** Source: kubernetes plugin/pkg/admission/antiaffinity admission.go. */
import type { Pod } from '#k8s.io/api/core/v1';
import {
  type AdmissionEnvironment,
  type AdmissionPlugin,
  admitted,
  deny,
  handlesResource,
} from '../admission.ts';
import { switchedPlugin } from '../switched.ts';

const hostname = 'kubernetes.io/hostname';

export const limitPodHardAntiAffinityTopology = (
  environment: AdmissionEnvironment,
): AdmissionPlugin =>
  switchedPlugin(environment, 'LimitPodHardAntiAffinityTopology', {
    handles: handlesResource(['CREATE', 'UPDATE'], 'pods'),
    *validate(attributes) {
      const { podAntiAffinity } = (attributes.object as Pod).spec.affinity ?? {};
      const terms = podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
      const wrong = terms.find(({ topologyKey }) => topologyKey !== hostname);
      if (wrong === undefined) return admitted;
      const why =
        'affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ' +
        `${wrong.topologyKey} but only key ${hostname} is allowed`;
      return deny(attributes, why);
    },
  });

/** Source: kubernetes plugin/pkg/admission/podnodeselector admission.go. */
import type { Pod } from '#k8s.io/api/core/v1';
import { parseSelector } from '#k8s.io/apimachinery/labels';
import {
  type AdmissionEnvironment,
  type AdmissionPlugin,
  changed,
  deny,
  handlesResource,
  unchanged,
} from '../admission.ts';
import { namespaceOf } from '../matching/selectors.ts';
import { switchedPlugin } from '../switched.ts';

const annotation = 'scheduler.alpha.kubernetes.io/node-selector';

export const podNodeSelector = (environment: AdmissionEnvironment): AdmissionPlugin =>
  switchedPlugin(environment, 'PodNodeSelector', {
    handles: handlesResource(['CREATE'], 'pods'),
    *admit(attributes) {
      const pod = attributes.object as Pod;
      const namespace = yield* namespaceOf(environment, attributes);
      const text = namespace?.metadata.annotations?.[annotation] ?? '';
      const parsed = parseSelector(text);
      if (text === '' || !parsed.ok) return unchanged(pod);
      const wanted = Object.fromEntries(
        parsed.value.requirements.flatMap(({ key, values = [] }) =>
          values[0] === undefined ? [] : [[key, values[0]]],
        ),
      );
      const given = pod.spec.nodeSelector ?? {};
      const clash = Object.keys(wanted).some((key) => key in given && given[key] !== wanted[key]);
      if (clash)
        return deny(
          attributes,
          'pod node label selector conflicts with its namespace node label selector',
        );
      const nodeSelector = { ...given, ...wanted };
      return changed({ ...pod, spec: { ...pod.spec, nodeSelector } }, `node selector ${text}`);
    },
  });

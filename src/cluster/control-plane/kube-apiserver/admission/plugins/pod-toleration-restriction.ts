/** Source: kubernetes plugin/pkg/admission/podtolerationrestriction admission.go. */
import type { Pod, Toleration } from '#k8s.io/api/core/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import {
  type AdmissionEnvironment,
  type AdmissionPlugin,
  admitted,
  changed,
  deny,
  handlesResource,
  unchanged,
} from '../admission.ts';
import { namespaceOf } from '../matching/selectors.ts';
import { switchedPlugin } from '../switched.ts';

const defaults = 'scheduler.alpha.kubernetes.io/defaultTolerations';
const whitelist = 'scheduler.alpha.kubernetes.io/tolerationsWhitelist';

/** The tolerations in an annotation, as JSON; undefined when there are none. */
function tolerationsIn(
  namespace: KubeObject | undefined,
  annotation: string,
): readonly Toleration[] | undefined {
  const text = namespace?.metadata.annotations?.[annotation] ?? '';
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as readonly Toleration[];
  } catch {
    return undefined;
  }
}

export const podTolerationRestriction = (environment: AdmissionEnvironment): AdmissionPlugin =>
  switchedPlugin(environment, 'PodTolerationRestriction', {
    handles: handlesResource(['CREATE', 'UPDATE'], 'pods'),
    *admit(attributes) {
      const pod = attributes.object as Pod;
      if (attributes.operation !== 'CREATE') return unchanged(pod);
      const namespace = yield* namespaceOf(environment, attributes);
      const extra = tolerationsIn(namespace, defaults) ?? [];
      const given = pod.spec.tolerations ?? [];
      const missing = extra.filter((one) => !given.some((other) => deepEqual(one, other)));
      if (missing.length === 0) return unchanged(pod);
      const tolerations = [...given, ...missing];
      return changed({ ...pod, spec: { ...pod.spec, tolerations } }, 'default tolerations');
    },
    *validate(attributes) {
      const { tolerations = [] } = (attributes.object as Pod).spec;
      const namespace = yield* namespaceOf(environment, attributes);
      const allowed = tolerationsIn(namespace, whitelist);
      if (allowed === undefined || allowed.length === 0) return admitted;
      const fits = tolerations.every((one) => allowed.some((other) => covers(other, one)));
      if (fits) return admitted;
      const why =
        'pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace whitelist';
      return deny(attributes, why);
    },
  });

/** Source: pkg/util/tolerations isSuperset. */
function covers(wide: Toleration, narrow: Toleration): boolean {
  if (deepEqual(wide, narrow)) return true;
  const all = (wide.key ?? '') === '' && wide.operator === 'Exists';
  if (!all && wide.key !== narrow.key) return false;
  const effect = wide.effect ?? '';
  if (effect !== '' && effect !== narrow.effect) return false;
  return wide.operator === 'Exists' || wide.value === narrow.value;
}

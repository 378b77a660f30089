/** Source: kubernetes plugin/pkg/admission/priority/admission.go. */
import type { Pod } from '#k8s.io/api/core/v1';
import type { PriorityClass } from '#k8s.io/api/scheduling/v1';
import { wellKnown } from '../../registry/well-known.ts';
import {
  type AdmissionEnvironment,
  type AdmissionPlugin,
  admitted,
  changed,
  deny,
  unchanged,
} from '../admission.ts';

const fallback = { name: '', value: 0, preemptionPolicy: 'PreemptLowerPriority' as const };

export function priority(environment: AdmissionEnvironment): AdmissionPlugin {
  const classes = environment.cache(wellKnown.priorityClasses);
  /** Of several global defaults the one with the lowest value counts. */
  const defaultClass = (): PriorityClass | undefined =>
    (classes.list() as PriorityClass[])
      .filter(({ globalDefault }) => globalDefault === true)
      .sort((a, b) => (a.value ?? 0) - (b.value ?? 0))[0];
  return {
    name: 'Priority',
    enabled: true,
    handles: (operation, { plural, group }, subresource) =>
      subresource === '' &&
      ((plural === 'pods' && group === '' && operation === 'CREATE') ||
        (plural === 'priorityclasses' && (operation === 'CREATE' || operation === 'UPDATE'))),
    *admit(attributes) {
      if (attributes.request.resource.plural !== 'pods') return unchanged(attributes.object);
      const pod = attributes.object as Pod;
      const { priorityClassName = '', priority: given } = pod.spec;
      const named = priorityClassName === '' ? undefined : classes.get(priorityClassName);
      if (priorityClassName !== '' && named === undefined) {
        return deny(attributes, `no PriorityClass with name ${priorityClassName} was found`);
      }
      const found = (named as PriorityClass | undefined) ?? defaultClass();
      const { value = 0 } = found ?? fallback;
      const name = found?.metadata.name ?? '';
      if (given !== undefined && given !== value) {
        return deny(
          attributes,
          `the integer value of priority (${given}) must not be provided in pod spec; priority ` +
            `admission controller computed ${value} from the given PriorityClass name`,
        );
      }
      const preemptionPolicy = found?.preemptionPolicy ?? fallback.preemptionPolicy;
      const spec = {
        ...pod.spec,
        ...(name !== '' && { priorityClassName: name }),
        priority: value,
        preemptionPolicy: pod.spec.preemptionPolicy ?? preemptionPolicy,
      };
      return changed({ ...pod, spec }, `priority ${value}`);
    },
    *validate(attributes) {
      if (attributes.request.resource.plural === 'pods') return admitted;
      const { globalDefault, metadata } = attributes.object as PriorityClass;
      const other = globalDefault === true ? defaultClass() : undefined;
      if (other === undefined || other.metadata.name === metadata.name) return admitted;
      return deny(
        attributes,
        `PriorityClass ${other.metadata.name} is already marked as default. ` +
          'Only one default can exist',
      );
    },
  };
}

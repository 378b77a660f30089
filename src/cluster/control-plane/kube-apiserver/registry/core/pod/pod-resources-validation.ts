/**
 * Checks of the resources of a pod as a whole against those of its containers. Source: kubernetes
 * pkg/apis/core/validation validatePodResources.
 */
import type { PodSpec, ResourceRequirements } from '#k8s.io/api/core/v1';
import { aggregateOfContainers } from '#k8s.io/api/defaults/pod-resources';
import { type FieldError, invalidValue } from '#k8s.io/apimachinery/field-error';
import { canonicalQuantity, compareQuantities, parseQuantity } from '#k8s.io/apimachinery/quantity';
import type { Errors } from '../../generic/checks.ts';
import { resourceNameErrors, validateResources } from './resources-validation.ts';

export function validatePodResources(
  spec: PodSpec,
  resources: ResourceRequirements,
  path: string,
): Errors {
  const field = `${path}.resources`;
  const errors = [...validateResources(resources, field, resourceNameErrors)];
  const { requests = {}, limits = {} } = resources;
  if ([...Object.values(requests), ...Object.values(limits)].some(isMalformed)) return errors;
  for (const [name, sum] of sorted(aggregateOfContainers(spec, 'requests'))) {
    const asked = requests[name];
    if (asked === undefined || compareQuantities(sum, asked) <= 0) continue;
    const detail = `must be greater than or equal to aggregate container requests of ${sum}`;
    errors.push(invalidValue(`${field}.requests[${name}]`, canonicalQuantity(asked), detail));
  }
  return [...errors, ...limitErrors(spec, limits, field)];
}

/** The paths are upstream's: they begin with the resources of the pod. */
function limitErrors(
  spec: PodSpec,
  limits: Readonly<Record<string, string>>,
  field: string,
): readonly FieldError[] {
  return spec.containers.flatMap(({ resources }, index) =>
    sorted(resources?.limits ?? {}).flatMap(([name, limit]) => {
      const most = limits[name];
      if (most === undefined || isMalformed(limit) || compareQuantities(limit, most) <= 0)
        return [];
      const detail = `must be less than or equal to pod limits of ${canonicalQuantity(most)}`;
      const path = `${field}.containers[${index}][${name}].limits`;
      return [invalidValue(path, canonicalQuantity(limit), detail)];
    }),
  );
}

const isMalformed = (text: string): boolean => parseQuantity(text) === undefined;

const sorted = (list: Readonly<Record<string, string>>) =>
  Object.entries(list).sort(([a], [b]) => (a < b ? -1 : 1));

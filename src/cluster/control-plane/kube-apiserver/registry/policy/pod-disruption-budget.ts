/**
 * Source: kubernetes pkg/registry/policy/poddisruptionbudget/strategy.go and
 * pkg/apis/policy/validation ValidatePodDisruptionBudgetSpec.
 */
import type { PodDisruptionBudget, PodDisruptionBudgetSpec } from '#k8s.io/api/policy/v1';
import { invalidValue } from '#k8s.io/apimachinery/field-error';
import type { IntOrString } from '#k8s.io/apimachinery/meta/v1';
import { percentErrors } from '#k8s.io/apimachinery/validation';
import { generational, nonNegative } from '../common-strategies.ts';
import { choice, type Errors, formed, none } from '../generic/checks.ts';
import { validateLabelSelector } from '../generic/label-selector-validation.ts';
import { defineStrategy } from '../strategy.ts';

const initialStatus = {
  disruptionsAllowed: 0,
  currentHealthy: 0,
  desiredHealthy: 0,
  expectedPods: 0,
};

/** Source: ValidatePositiveIntOrPercent, IsNotMoreThan100Percent. */
function countOrPercent(path: string, value: IntOrString | undefined): Errors {
  if (value === undefined) return none;
  if (typeof value === 'number') return nonNegative(path, value);
  const errors = formed(path, value, percentErrors(value));
  if (errors.length > 0 || Number(value.slice(0, -1)) <= 100) return errors;
  return [invalidValue(path, value, 'must not be greater than 100%')];
}

/** The spec with the names of the internal type. */
const internalSpec = (spec: PodDisruptionBudgetSpec) => ({
  MinAvailable: spec.minAvailable ?? null,
  Selector: spec.selector ?? null,
  MaxUnavailable: spec.maxUnavailable ?? null,
  UnhealthyPodEvictionPolicy: spec.unhealthyPodEvictionPolicy ?? null,
});

function validateSpec(spec: PodDisruptionBudgetSpec): Errors {
  const { minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy: policy } = spec;
  const both = minAvailable !== undefined && maxUnavailable !== undefined;
  const detail = 'minAvailable and maxUnavailable cannot be both set';
  return [
    ...(both ? [invalidValue('spec', internalSpec(spec), detail)] : none),
    ...countOrPercent('spec.minAvailable', minAvailable),
    ...countOrPercent('spec.maxUnavailable', maxUnavailable),
    ...(selector === undefined ? none : validateLabelSelector(selector, 'spec.selector')),
    ...choice('spec.unhealthyPodEvictionPolicy', policy, ['AlwaysAllow', 'IfHealthyBudget']),
  ];
}

export const podDisruptionBudgetStrategy = defineStrategy<PodDisruptionBudget>({
  ...generational<PodDisruptionBudget>(initialStatus),
  validate: ({ spec }) => validateSpec(spec),
  validateUpdate: ({ spec }) => validateSpec(spec),
  unconditionalUpdate: false,
});

/** Source: kubernetes pkg/registry/coordination/lease and pkg/apis/coordination/validation. */
import type { Lease } from '#k8s.io/api/coordination/v1';
import { invalidValue } from '#k8s.io/apimachinery/field-error';
import { nonNegative } from '../common-strategies.ts';
import { type Errors, none } from '../generic/checks.ts';
import { defineStrategy } from '../strategy.ts';

function validate({ spec }: Lease): Errors {
  const { leaseDurationSeconds: seconds, leaseTransitions } = spec ?? {};
  const wrong = seconds !== undefined && seconds <= 0;
  if (!wrong && (leaseTransitions ?? 0) >= 0) return none;
  return [
    ...(wrong
      ? [invalidValue('spec.leaseDurationSeconds', seconds, 'must be greater than 0')]
      : none),
    ...nonNegative('spec.leaseTransitions', leaseTransitions),
  ];
}

export const leaseStrategy = defineStrategy<Lease>({
  validate,
  validateUpdate: validate,
  createOnUpdate: true,
  unconditionalUpdate: false,
});

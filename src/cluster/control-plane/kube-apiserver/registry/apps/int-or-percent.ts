/** Checks of values that are a count or a percentage. Source: pkg/apis/apps/validation. */
import { type FieldError, invalidValue } from '#k8s.io/apimachinery/field-error';
import { percentOf, scaledValue } from '#k8s.io/apimachinery/int-or-string';
import type { IntOrString } from '#k8s.io/apimachinery/meta/v1';
import { percentErrors } from '#k8s.io/apimachinery/validation';
import { nonNegative } from '../common-strategies.ts';

/** Source: ValidatePositiveIntOrPercent. */
export function validateAmount(path: string, value: IntOrString): readonly FieldError[] {
  if (typeof value === 'number') return nonNegative(path, value);
  return percentErrors(value).map((text) => invalidValue(path, value, text));
}

/** Source: IsNotMoreThan100Percent. */
export const notMoreThanAll = (path: string, value: IntOrString): readonly FieldError[] =>
  (percentOf(value) ?? 0) > 100 ? [invalidValue(path, value, 'must not be greater than 100%')] : [];

/** Whether the value amounts to zero. Source: getIntOrPercentValue. */
export const isNone = (value: IntOrString): boolean =>
  (typeof value === 'number' ? value : (scaledValue(value, 100, 'up') ?? 0)) === 0;

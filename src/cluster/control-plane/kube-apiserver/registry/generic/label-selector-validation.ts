/** Checks of label selectors in specs. Source: apimachinery pkg/apis/meta/v1/validation. */
import {
  childPath,
  type FieldError,
  forbiddenField,
  indexPath,
  invalidValue,
  required,
} from '#k8s.io/apimachinery/field-error';
import type { LabelSelector } from '#k8s.io/apimachinery/meta/v1';
import { labelValueErrors, qualifiedNameErrors } from '#k8s.io/apimachinery/validation';
import { validateLabels } from '../object-meta-validation.ts';

/** Source: ValidateLabelSelector. */
export function validateLabelSelector(
  selector: LabelSelector | null,
  path: string,
): readonly FieldError[] {
  // The encoder always writes the selector: it is null when it was absent.
  if (selector === null) return [required(path)];
  const errors: FieldError[] = [
    ...validateLabels(selector.matchLabels ?? {}, childPath(path, 'matchLabels')),
  ];
  for (const [index, { key, operator, values = [] }] of (
    selector.matchExpressions ?? []
  ).entries()) {
    const field = indexPath(childPath(path, 'matchExpressions'), index);
    if (operator === 'In' || operator === 'NotIn') {
      if (values.length === 0) {
        const detail = "must be specified when `operator` is 'In' or 'NotIn'";
        errors.push(required(childPath(field, 'values'), detail));
      }
    } else if (operator === 'Exists' || operator === 'DoesNotExist') {
      if (values.length > 0) {
        const detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
        errors.push(forbiddenField(childPath(field, 'values'), detail));
      }
    } else {
      errors.push(
        invalidValue(childPath(field, 'operator'), operator, 'not a valid selector operator'),
      );
    }
    for (const text of qualifiedNameErrors(key)) {
      errors.push(invalidValue(childPath(field, 'key'), key, text));
    }
    for (const [place, value] of values.entries()) {
      for (const text of labelValueErrors(value)) {
        errors.push(invalidValue(indexPath(childPath(field, 'values'), place), value, text));
      }
    }
  }
  return errors;
}

/** Whether a selector has no requirements. */
export const isEmptySelector = (selector: LabelSelector): boolean =>
  Object.keys(selector.matchLabels ?? {}).length === 0 &&
  (selector.matchExpressions ?? []).length === 0;

/**
 * The checks of selector and template that all workload kinds share. Source:
 * pkg/apis/apps/validation.
 */
import type { PodTemplateSpec } from '#k8s.io/api/core/v1';
import {
  childPath,
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
  sortedMap,
} from '#k8s.io/apimachinery/field-error';
import { labelSelectorAsSelector, matches } from '#k8s.io/apimachinery/labels';
import type { LabelSelector } from '#k8s.io/apimachinery/meta/v1';
import { validatePodTemplate } from '../core/pod/pod-spec-validation.ts';
import { isEmptySelector, validateLabelSelector } from '../generic/label-selector-validation.ts';

/** The selector must exist and select something; `kind` names the owner in messages. */
export function validateSelector(
  selector: LabelSelector | null | undefined,
  kind: string,
): readonly FieldError[] {
  // A required pointer that was not sent is decoded as null.
  if (selector === undefined || selector === null) return [required('spec.selector')];
  const errors = validateLabelSelector(selector, 'spec.selector');
  if (!isEmptySelector(selector)) return errors;
  return [
    ...errors,
    invalidValue('spec.selector', selector, `empty selector is invalid for ${kind}`),
  ];
}

/** An absent selector matches no labels. */
export function labelErrors(
  selector: LabelSelector | undefined,
  template: PodTemplateSpec,
): readonly FieldError[] {
  const { labels } = template.metadata ?? {};
  const picks = selector !== undefined && matches(labelSelectorAsSelector(selector), labels ?? {});
  if (picks) return [];
  const shown = labels === undefined ? null : sortedMap(labels);
  const detail = '`selector` does not match template `labels`';
  return [invalidValue('spec.template.metadata.labels', shown, detail)];
}

/** The template must match the selector and have restartPolicy Always. */
export function validateWorkloadTemplate(
  sent: LabelSelector | null | undefined,
  template: PodTemplateSpec | undefined,
  owner: string,
): readonly FieldError[] {
  const selector = sent ?? undefined;
  const path = 'spec.template';
  if (template === undefined) return [required(path)];
  // ValidateDeploymentSpec and ValidateReplicaSetSpec stop here when the selector cannot be parsed.
  if (owner === 'ReplicaSet' && selector !== undefined) {
    const unusable = validateLabelSelector(selector, 'spec.selector').length > 0;
    if (unusable) return [invalidValue('spec.selector', selector, 'invalid label selector')];
  }
  const errors: FieldError[] = [];
  if (selector === undefined || !isEmptySelector(selector)) {
    errors.push(...labelErrors(selector, template));
  }
  errors.push(...validatePodTemplate(template, path));
  const { restartPolicy, activeDeadlineSeconds } = template.spec ?? {};
  if (restartPolicy !== undefined && restartPolicy !== 'Always') {
    const field = childPath(path, 'spec', 'restartPolicy');
    errors.push(notSupported(field, restartPolicy, ['Always']));
  }
  if (activeDeadlineSeconds !== undefined) {
    const field = childPath(path, 'spec', 'activeDeadlineSeconds');
    errors.push(forbiddenField(field, `activeDeadlineSeconds in ${owner} is not Supported`));
  }
  return errors;
}

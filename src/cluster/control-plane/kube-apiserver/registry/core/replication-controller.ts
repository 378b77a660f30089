/** Checks of ReplicationControllers, PodTemplates and ControllerRevisions. */
import type { PodTemplateSpec } from '#k8s.io/api/core/v1';
import { type FieldError, invalidValue, required } from '#k8s.io/apimachinery/field-error';
import { matches, selectorFromSet } from '#k8s.io/apimachinery/labels';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { nonNegative } from '../common-strategies.ts';
import { validatePodTemplate } from './pod/pod-spec-validation.ts';

interface ControllerSpec {
  readonly replicas?: number;
  readonly minReadySeconds?: number;
  readonly selector?: Readonly<Record<string, string>>;
  readonly template?: PodTemplateSpec;
}

/** Source: ValidateReplicationControllerSpec. */
export function validateReplicationController({ spec }: KubeObject): readonly FieldError[] {
  const { replicas, minReadySeconds, template, selector = {} } = (spec ?? {}) as ControllerSpec;
  const errors: FieldError[] = [...nonNegative('spec.minReadySeconds', minReadySeconds)];
  if (Object.keys(selector).length === 0) errors.push(required('spec.selector'));
  errors.push(...nonNegative('spec.replicas', replicas));
  if (template === undefined) return [...errors, required('spec.template')];
  const { labels } = template.metadata ?? {};
  if (!matches(selectorFromSet(selector), labels)) {
    const why = '`selector` does not match template `labels`';
    errors.push(invalidValue('spec.template.metadata.labels', labels ?? null, why));
  }
  return [...errors, ...validatePodTemplate(template, 'spec.template')];
}

/** Source: ValidatePodTemplate. */
export const validateTemplateObject = (object: KubeObject): readonly FieldError[] =>
  validatePodTemplate(
    (object as { readonly template?: PodTemplateSpec }).template ?? {},
    'template',
  );

/** Source: ValidateControllerRevision. */
export const validateRevision = (object: KubeObject): readonly FieldError[] =>
  ((object as { readonly data?: unknown }).data ?? undefined) === undefined
    ? [required('data', 'data is mandatory')]
    : [];

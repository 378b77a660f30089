/**
 * The checks of every object's metadata.
 *
 * Models k8s.io/apimachinery pkg/api/validation objectmeta.go and pkg/apis/meta/v1/validation.
 */
import {
  childPath,
  type FieldError,
  forbiddenField,
  indexPath,
  invalidValue,
  required,
} from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import type { ObjectMeta, OwnerReference } from '#k8s.io/apimachinery/meta/v1';
import { labelValueErrors, qualifiedNameErrors } from '#k8s.io/apimachinery/validation';

const annotationsLimitBytes = 256 * 1024;
/** The rules of a kind for names. */
interface NameRules {
  readonly nameErrors: (name: string) => readonly string[];
  /** Finalizers without a domain must be Kubernetes' own. */
  readonly kubeFinalizers: boolean;
}

/** Source: ValidateObjectMetaAccessor. */
export function validateObjectMeta(
  metadata: ObjectMeta,
  namespaced: boolean,
  { nameErrors, kubeFinalizers }: NameRules,
): readonly FieldError[] {
  const path = 'metadata';
  const errors: FieldError[] = [];
  const { name, generateName = '', namespace = '' } = metadata;
  if (generateName !== '') {
    // A base may end with a dash: the suffix makes the name valid.
    for (const text of nameErrors(generateName.replace(/-$/, 'a'))) {
      errors.push(invalidValue(childPath(path, 'generateName'), generateName, text));
    }
  }
  if (name === '') {
    errors.push(required(childPath(path, 'name'), 'name or generateName is required'));
  } else {
    for (const text of nameErrors(name)) {
      errors.push(invalidValue(childPath(path, 'name'), name, text));
    }
  }
  if (namespaced && namespace === '') errors.push(required(childPath(path, 'namespace')));
  if (!namespaced && namespace !== '') {
    errors.push(forbiddenField(childPath(path, 'namespace'), 'not allowed on this type'));
  }
  if (metadata.labels !== undefined) {
    errors.push(...validateLabels(metadata.labels, childPath(path, 'labels')));
  }
  if (metadata.annotations !== undefined) {
    errors.push(...validateAnnotations(metadata.annotations, childPath(path, 'annotations')));
  }
  if (metadata.ownerReferences !== undefined) {
    const field = childPath(path, 'ownerReferences');
    errors.push(...validateOwnerReferences(metadata.ownerReferences, field));
  }
  if (metadata.finalizers !== undefined) {
    const field = childPath(path, 'finalizers');
    errors.push(...validateFinalizers(metadata.finalizers, field));
    if (kubeFinalizers) errors.push(...kubeFinalizerErrors(metadata.finalizers, field));
  }
  return errors;
}

/** Source: ValidateLabels. */
export function validateLabels(
  labels: Readonly<Record<string, string>>,
  path: string,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const key of Object.keys(labels).sort()) {
    for (const text of qualifiedNameErrors(key)) errors.push(invalidValue(path, key, text));
    const value = labels[key] as string;
    for (const text of labelValueErrors(value)) errors.push(invalidValue(path, value, text));
  }
  return errors;
}

/** Source: ValidateAnnotations. */
export function validateAnnotations(
  annotations: Readonly<Record<string, string>>,
  path: string,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  let size = 0;
  for (const key of Object.keys(annotations)) {
    for (const text of qualifiedNameErrors(key.toLowerCase())) {
      errors.push(invalidValue(path, key, text));
    }
    size += key.length + (annotations[key] as string).length;
  }
  if (size > annotationsLimitBytes) {
    errors.push({
      type: 'FieldValueTooLong',
      field: path,
      detail: `may not be more than ${annotationsLimitBytes} bytes`,
    });
  }
  return errors;
}

function validateOwnerReferences(
  references: readonly OwnerReference[],
  path: string,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  let controller: OwnerReference | undefined;
  for (const reference of references) {
    for (const key of ['apiVersion', 'kind', 'name', 'uid'] as const) {
      if (reference[key] === undefined || reference[key] === '') {
        const detail = key === 'apiVersion' ? 'version must not be empty' : 'must not be empty';
        errors.push(invalidValue(childPath(path, key), reference[key] ?? '', detail));
      }
    }
    if (reference.kind === 'Event' && reference.apiVersion === 'v1') {
      const detail = '/v1, Kind=Event is disallowed from being an owner';
      errors.push(invalidValue(path, reference, detail));
    }
    if (reference.controller !== true) continue;
    if (controller !== undefined) {
      errors.push(
        invalidValue(
          path,
          references,
          'Only one reference can have Controller set to true. Found "true" in references for ' +
            `${controller.kind}/${controller.name} and ${reference.kind}/${reference.name}`,
        ),
      );
    }
    controller = reference;
  }
  return errors;
}

const coreFinalizers = new Set(['orphan', 'foregroundDeletion', 'kubernetes']);

function validateFinalizers(finalizers: readonly string[], path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const finalizer of finalizers) {
    for (const text of qualifiedNameErrors(finalizer)) {
      errors.push(invalidValue(path, finalizer, text));
    }
  }
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    errors.push(
      invalidValue(path, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set'),
    );
  }
  return errors;
}

/** Source: kubernetes pkg/apis/core/validation validateKubeFinalizerName. */
const kubeFinalizerErrors = (finalizers: readonly string[], path: string): readonly FieldError[] =>
  finalizers.flatMap((finalizer, index) =>
    finalizer.includes('/') || coreFinalizers.has(finalizer)
      ? []
      : [
          invalidValue(
            indexPath(path, index),
            finalizer,
            'name is neither a standard finalizer name nor is it fully qualified',
          ),
        ],
  );

const immutable = 'field is immutable';

/** Source: ValidateObjectMetaAccessorUpdate. */
export function validateObjectMetaUpdate(
  metadata: ObjectMeta,
  old: ObjectMeta,
  { kubeFinalizers }: NameRules,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { finalizers } = metadata;
  const others = finalizers !== undefined && !deepEqual(finalizers, old.finalizers);
  if (others) errors.push(...validateFinalizers(finalizers, 'metadata.finalizers'));
  const added = (metadata.finalizers ?? [])
    .filter((name) => !old.finalizers?.includes(name))
    .sort();
  if (old.deletionTimestamp !== undefined && added.length > 0) {
    errors.push(
      forbiddenField(
        'metadata.finalizers',
        `no new finalizers can be added if the object is being deleted, found new finalizers []string{${added.map((each) => JSON.stringify(each)).join(', ')}}`,
      ),
    );
  }
  for (const key of ['name', 'namespace', 'uid', 'creationTimestamp'] as const) {
    if (metadata[key] !== old[key]) {
      errors.push(invalidValue(`metadata.${key}`, metadata[key] ?? '', immutable));
    }
  }
  for (const key of ['deletionTimestamp', 'deletionGracePeriodSeconds'] as const) {
    if (metadata[key] !== old[key]) {
      errors.push(invalidValue(`metadata.${key}`, metadata[key] ?? null, immutable));
    }
  }
  errors.push(...changedParts(metadata, old));
  if (others && kubeFinalizers)
    errors.push(...kubeFinalizerErrors(finalizers, 'metadata.finalizers'));
  return errors;
}

/** Only changed parts are checked: the rest was valid when it was stored. */
function changedParts(metadata: ObjectMeta, old: ObjectMeta): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { labels, annotations, ownerReferences } = metadata;
  if (labels !== undefined && !deepEqual(labels, old.labels)) {
    errors.push(...validateLabels(labels, 'metadata.labels'));
  }
  if (annotations !== undefined && !deepEqual(annotations, old.annotations)) {
    errors.push(...validateAnnotations(annotations, 'metadata.annotations'));
  }
  if (ownerReferences !== undefined && !deepEqual(ownerReferences, old.ownerReferences)) {
    errors.push(...validateOwnerReferences(ownerReferences, 'metadata.ownerReferences'));
  }
  return errors;
}

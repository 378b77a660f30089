/**
 * Strategies that many kinds share: spec and status are updated separately, and the generation is
 * incremented.
 */
import { childPath, type FieldError, invalidValue } from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { type Strategy, type UpdateStrategy, withGeneration, withStatus } from './strategy.ts';

const noErrors: readonly FieldError[] = [];

/** A new object with a spec: generation 1, and the status that the server sets. */
export const preparedNew = <T extends KubeObject>(object: T, status: unknown): T =>
  withStatus(withGeneration(object, 1), status);

/**
 * An update of the object itself: the status stays the stored one, and the generation is
 * incremented when the spec (or what `changed` compares) changes. The generation in the metadata is
 * already the old one.
 */
export function preparedUpdate<T extends KubeObject>(
  object: T,
  old: T,
  changed: (object: T, old: T) => boolean = specChanged,
): T {
  const next = withStatus(object, old.status);
  if (!changed(next, old)) return next;
  return withGeneration(next, (old.metadata.generation ?? 0) + 1);
}

export const specChanged = (object: KubeObject, old: KubeObject): boolean =>
  !deepEqual(object.spec, old.spec);

/** An update of the status: the spec stays the stored one. */
export const statusStrategy = <T extends KubeObject>(
  more: Partial<UpdateStrategy<T>> = {},
): UpdateStrategy<T> => ({
  prepareForUpdate: (object, old) => withSpec(object, old.spec),
  validateUpdate: () => noErrors,
  ...more,
});

export function withSpec<T extends KubeObject>(object: T, spec: unknown): T {
  return object.spec === spec ? object : { ...object, spec };
}

/** The strategy of a kind with spec, status and generation, but nothing special. */
export const generational = <T extends KubeObject>(
  initialStatus: unknown,
): Partial<Strategy<T>> => ({
  prepareForCreate: (object) => preparedNew(object, initialStatus),
  prepareForUpdate: (object, old) => preparedUpdate(object, old),
  status: statusStrategy<T>(),
});

/** A field that may not change once it is set. Source: ValidateImmutableField. */
export const immutableField = (
  path: string,
  name: string,
  value: unknown,
  old: unknown,
): readonly FieldError[] =>
  deepEqual(value, old)
    ? noErrors
    : [invalidValue(childPath(path, name), value, 'field is immutable')];

/** Source: ValidateNonnegativeField. */
export const nonNegative = (path: string, value: number | undefined): readonly FieldError[] =>
  value !== undefined && value < 0
    ? [invalidValue(path, value, 'must be greater than or equal to 0')]
    : noErrors;

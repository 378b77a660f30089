/**
 * What a kind adds to the generic store: how its objects are prepared, checked and deleted.
 *
 * Models k8s.io/apiserver pkg/registry/rest RESTCreateStrategy, RESTUpdateStrategy and
 * RESTGracefulDeleteStrategy. Strategies are pure: objects in, new objects out.
 */
import type { FieldError } from '#k8s.io/apimachinery/field-error';
import type { DeleteOptions, KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { dns1123SubdomainErrors } from '#k8s.io/apimachinery/validation';
import { metadataFields, type SelectableFields } from '../storage/selection.ts';

export interface UpdateStrategy<T extends KubeObject> {
  /** Restores what this update may not change. Source: PrepareForUpdate. */
  prepareForUpdate(object: T, old: T): T;
  validateUpdate(object: T, old: T): readonly FieldError[];
  warningsOnUpdate?(object: T, old: T): readonly string[];
}

export interface Strategy<T extends KubeObject> extends UpdateStrategy<T> {
  prepareForCreate(object: T): T;
  /** Checks everything but the metadata, which is checked for every kind. */
  validate(object: T): readonly FieldError[];
  warningsOnCreate(object: T): readonly string[];
  /** The errors of a name, or of the base of a generated one. */
  nameErrors(name: string): readonly string[];
  /** Finalizers without a domain must be Kubernetes' own. */
  readonly kubeFinalizers: boolean;
  /** A PUT without resourceVersion is accepted. */
  readonly unconditionalUpdate: boolean;
  /** A PUT to an absent object creates it. */
  readonly createOnUpdate: boolean;
  /** The grace period in seconds; undefined: the object is deleted at once. */
  gracePeriodSeconds?(object: T, options: DeleteOptions): number;
  /**
   * Holds back an object that is to be deleted: returns it marked (or unchanged, when it was marked
   * before), or undefined when it can be deleted.
   */
  holdDeletion?(object: T, now: string): T | undefined;
  /** Why the object of this name cannot be deleted on its own; undefined: it can. */
  refusesDeletion?(name: string): string | undefined;
  /** Whether an object without finalizers in its metadata can be removed. */
  mayGo?(object: T): boolean;
  /** What happens to dependents when the request does not specify it. */
  readonly garbageCollection: 'background' | 'orphan' | 'unsupported';
  /** DELETE returns the object instead of a Status. */
  readonly returnDeletedObject: boolean;
  /** Objects expire after this many seconds; 0: never. */
  readonly ttlSeconds: number;
  /** The fields by which lists and watches can select. */
  readonly fields: SelectableFields;
  /** The field by which watchers are indexed. */
  readonly triggerField?: string;
  /** The strategy of the status subresource, if there is one. */
  readonly status?: UpdateStrategy<T>;
}

/** A strategy whose kind only the strategy itself knows. */
export type AnyStrategy = Strategy<KubeObject>;

const noErrors: readonly FieldError[] = [];

/** A strategy that stores objects as sent, except for the given parts. */
export function defineStrategy<T extends KubeObject>(parts: Partial<Strategy<T>>): AnyStrategy {
  const strategy: Strategy<T> = {
    prepareForCreate: (object) => object,
    validate: () => noErrors,
    warningsOnCreate: () => [],
    prepareForUpdate: (object) => object,
    validateUpdate: () => noErrors,
    nameErrors: dns1123SubdomainErrors,
    kubeFinalizers: true,
    unconditionalUpdate: true,
    createOnUpdate: false,
    garbageCollection: 'background',
    returnDeletedObject: false,
    ttlSeconds: 0,
    ...parts,
    fields: { ...metadataFields, ...parts.fields },
  };
  // The store passes a strategy only objects of its own kind.
  return strategy;
}

/** Sets or removes the status of an object. */
export function withStatus<T extends KubeObject>(object: T, status: unknown): T {
  if (object.status === status) return object;
  if (status !== undefined) return { ...object, status };
  const { status: _, ...rest } = object;
  return rest as T;
}

/** The same object with its generation set. */
export const withGeneration = <T extends KubeObject>(object: T, generation: number): T => ({
  ...object,
  metadata: { ...object.metadata, generation },
});

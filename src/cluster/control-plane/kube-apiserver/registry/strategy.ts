/**
 * What a kind adds to the generic store: how it is prepared, checked and deleted.
 *
 * Models k8s.io/apiserver pkg/registry/rest RESTCreateStrategy, RESTUpdateStrategy and
 * RESTGracefulDeleteStrategy. Strategies are pure: objects in, new objects out.
 */
import type { FieldError } from '#k8s.io/apimachinery/field-error';
import type { DeleteOptions, KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { dns1123SubdomainErrors } from '#k8s.io/apimachinery/validation';
import { metadataFields, type SelectableFields } from '../storage/selection.ts';

export interface UpdateStrategy<T extends KubeObject> {
  /** Brings back what this update may not touch. Source: PrepareForUpdate. */
  prepareForUpdate(object: T, old: T): T;
  validateUpdate(object: T, old: T): readonly FieldError[];
  warningsOnUpdate?(object: T, old: T): readonly string[];
}

export interface Strategy<T extends KubeObject> extends UpdateStrategy<T> {
  prepareForCreate(object: T): T;
  /** Everything but the metadata, which every kind has checked alike. */
  validate(object: T): readonly FieldError[];
  warningsOnCreate(object: T): readonly string[];
  /** What is wrong with a name, or with the base of a generated one. */
  nameErrors(name: string): readonly string[];
  /** Finalizers without a domain must be of kubernetes itself. */
  readonly kubeFinalizers: boolean;
  /** A PUT without resourceVersion is taken as it is. */
  readonly unconditionalUpdate: boolean;
  /** A PUT of what is not there makes it. */
  readonly createOnUpdate: boolean;
  /** The seconds until an object that is deleted goes; undefined: it goes at once. */
  gracePeriodSeconds?(object: T, options: DeleteOptions): number;
  /**
   * Keeps an object that is to be deleted: returns it marked (or as it is, when it was marked
   * before), or undefined when it may go.
   */
  holdDeletion?(object: T, now: string): T | undefined;
  /** Why nobody may delete the object of this name by itself; undefined: one may. */
  refusesDeletion?(name: string): string | undefined;
  /** Whether an object without finalizers in its metadata may go at last. */
  mayGo?(object: T): boolean;
  /** What happens to dependents when the request does not say. */
  readonly garbageCollection: 'background' | 'orphan' | 'unsupported';
  /** DELETE answers with the object and no Status. */
  readonly returnDeletedObject: boolean;
  /** Objects go by themselves after so many seconds; 0: never. */
  readonly ttlSeconds: number;
  /** The fields that lists and watches can select by. */
  readonly fields: SelectableFields;
  /** A field that watchers are indexed by. */
  readonly triggerField?: string;
  /** The status subresource, where there is one. */
  readonly status?: UpdateStrategy<T>;
}

/** A strategy whose kind is known only to itself. */
export type AnyStrategy = Strategy<KubeObject>;

const noErrors: readonly FieldError[] = [];

/** A kind that is stored as it comes, but for what is said otherwise. */
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
  // The store hands a strategy only objects of its own kind.
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

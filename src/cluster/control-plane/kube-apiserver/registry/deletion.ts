/**
 * How a deletion changes an object before it is removed: grace period, finalizers, dependents.
 *
 * Models k8s.io/apiserver pkg/registry/rest delete.go BeforeDelete and
 * deletionFinalizersForGarbageCollection and markAsDeleting of the generic store.go. Pure: objects
 * in, objects out.
 */
import { must } from '#base/assert';
import { parseRfc3339, rfc3339, type SimTime, second } from '#base/sim-time';
import type { DeleteOptions, KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { AnyStrategy } from './strategy.ts';

const orphanFinalizer = 'orphan';
const foregroundFinalizer = 'foregroundDeletion';

export type Graceful =
  /** The kind has no grace period, or it has passed. */
  | { readonly kind: 'none' }
  /** It is already being deleted and this request does not shorten its grace period. */
  | { readonly kind: 'pending' }
  /** The object with its deletion set; it is removed after `seconds`. */
  | { readonly kind: 'marked'; readonly object: KubeObject; readonly seconds: number };

/** Source: rest.BeforeDelete. */
export function beforeDelete(
  strategy: AnyStrategy,
  object: KubeObject,
  options: DeleteOptions,
  now: SimTime,
): Graceful {
  if (strategy.gracePeriodSeconds === undefined) return { kind: 'none' };
  const { metadata } = object;
  if (metadata.deletionTimestamp !== undefined) return shortened(object, options);
  const seconds = strategy.gracePeriodSeconds(object, options);
  const generation = metadata.generation ?? 0;
  return {
    kind: 'marked',
    seconds,
    object: {
      ...object,
      metadata: {
        ...metadata,
        ...(generation > 0 && { generation: generation + 1 }),
        deletionTimestamp: rfc3339(now + seconds * second),
        deletionGracePeriodSeconds: seconds,
      },
    },
  };
}

/** The grace period of a deletion in progress can only become shorter. */
function shortened(object: KubeObject, options: DeleteOptions): Graceful {
  const { metadata } = object;
  const present = metadata.deletionGracePeriodSeconds ?? 0;
  const wanted = options.gracePeriodSeconds;
  if (present === 0) return { kind: 'none' };
  if (wanted === undefined || wanted >= present) return { kind: 'pending' };
  const announced = must(
    parseRfc3339(metadata.deletionTimestamp ?? ''),
    'an object that is being deleted has its time',
  );
  return {
    kind: 'marked',
    seconds: wanted,
    object: {
      ...object,
      metadata: {
        ...metadata,
        deletionTimestamp: rfc3339(announced + (wanted - present) * second),
        deletionGracePeriodSeconds: wanted,
      },
    },
  };
}

/** The finalizers that the propagation policy requires. */
export function deletionFinalizers(
  strategy: AnyStrategy,
  object: KubeObject,
  options: DeleteOptions,
): readonly string[] {
  const present = object.metadata.finalizers ?? [];
  const others = present.filter((name) => name !== orphanFinalizer && name !== foregroundFinalizer);
  const policy = effectivePolicy(strategy, present, options);
  if (policy === 'Orphan') return [...others, orphanFinalizer];
  return policy === 'Foreground' ? [...others, foregroundFinalizer] : others;
}

/** Source: shouldOrphanDependents, shouldDeleteDependents. */
function effectivePolicy(
  strategy: AnyStrategy,
  finalizers: readonly string[],
  options: DeleteOptions,
): 'Orphan' | 'Foreground' | 'Background' {
  if (strategy.garbageCollection === 'unsupported') return 'Background';
  if (options.orphanDependents !== undefined) {
    return options.orphanDependents ? 'Orphan' : 'Background';
  }
  if (options.propagationPolicy !== undefined) return options.propagationPolicy;
  if (finalizers.includes(orphanFinalizer)) return 'Orphan';
  if (finalizers.includes(foregroundFinalizer)) return 'Foreground';
  return strategy.garbageCollection === 'orphan' ? 'Orphan' : 'Background';
}

/** Marks an object that waits for its finalizers. Source: markAsDeleting. */
export function markAsDeleting(object: KubeObject, now: SimTime): KubeObject {
  const { metadata } = object;
  const generation = metadata.generation ?? 0;
  const first = metadata.deletionTimestamp === undefined;
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(first && generation > 0 && { generation: generation + 1 }),
      deletionTimestamp: sooner(metadata.deletionTimestamp, rfc3339(now)),
      deletionGracePeriodSeconds: 0,
    },
  };
}

const sooner = (a: string | undefined, b: string): string => (a === undefined || b < a ? b : a);

/** The same object with these finalizers; an empty list removes the field. */
export function withFinalizers(object: KubeObject, finalizers: readonly string[]): KubeObject {
  const { finalizers: _, ...metadata } = object.metadata;
  return {
    ...object,
    metadata: finalizers.length === 0 ? metadata : { ...metadata, finalizers },
  };
}

/** Whether the last finalizer of a deleted object was removed. Source: ShouldDeleteDuringUpdate. */
export const shouldDeleteDuringUpdate = (
  strategy: AnyStrategy,
  object: KubeObject,
  old: KubeObject,
): boolean =>
  strategy.mayGo?.(object) !== false &&
  old.metadata.deletionTimestamp !== undefined &&
  (object.metadata.finalizers ?? []).length === 0 &&
  (old.metadata.deletionGracePeriodSeconds ?? 0) === 0;

/**
 * The five conditions about the progress of a namespace's deletion. Models
 * kubernetes/pkg/controller/namespace/deletion/status_condition_utils.go.
 */
import { rfc3339, type SimTime } from '#base/sim-time';
import type { Namespace, NamespaceCondition } from '#k8s.io/api/core/v1';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import type { SyncError } from '../controller/workers.ts';

/** The objects of one resource that remain after a deletion. */
export interface Remaining {
  readonly info: ResourceInfo;
  readonly count: number;
  /** How many objects carry each finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
}

/** The result of a round of deletion. */
export interface ContentLeft {
  readonly remaining: readonly Remaining[];
  readonly errors: readonly SyncError[];
  /** Group versions whose resources could not be discovered. */
  readonly stale: readonly string[];
}

/** Source: client-go discovery ErrGroupDiscoveryFailed, StaleGroupVersionError. */
export function discoveryError(stale: readonly string[]): string {
  const each = [...stale].sort().map((one) => `${one}: stale GroupVersion discovery: ${one}`);
  return `unable to retrieve the complete list of server APIs: ${each.join(', ')}`;
}

export function statusConditions(
  { remaining, errors, stale }: ContentLeft,
  now: SimTime,
): readonly NamespaceCondition[] {
  const lastTransitionTime = rfc3339(now);
  const condition = (type: string, isTrue: boolean, reason: string, message: string) => ({
    type,
    status: isTrue ? 'True' : 'False',
    lastTransitionTime,
    reason,
    message,
  });
  return [
    discoveryFailure(stale, condition),
    condition(
      'NamespaceDeletionGroupVersionParsingFailure',
      false,
      'ParsedGroupVersions',
      'All legacy kube types successfully parsed',
    ),
    contentFailure(errors, condition),
    contentRemaining(remaining, condition),
    finalizersRemaining(remaining, condition),
  ];
}

type MakeCondition = (
  type: string,
  isTrue: boolean,
  reason: string,
  message: string,
) => NamespaceCondition;

function discoveryFailure(stale: readonly string[], make: MakeCondition): NamespaceCondition {
  const type = 'NamespaceDeletionDiscoveryFailure';
  if (stale.length === 0) {
    return make(type, false, 'ResourcesDiscovered', 'All resources successfully discovered');
  }
  const count = `Discovery failed for some groups, ${stale.length} failing`;
  return make(type, true, 'DiscoveryFailed', `${count}: ${discoveryError(stale)}`);
}

function contentFailure(errors: readonly SyncError[], make: MakeCondition): NamespaceCondition {
  const type = 'NamespaceDeletionContentFailure';
  if (errors.length === 0) {
    const message = 'All content successfully deleted, may be waiting on finalization';
    return make(type, false, 'ContentDeleted', message);
  }
  const texts = errors.map(({ message }) => message).sort();
  const count = `Failed to delete all resource types, ${errors.length} remaining`;
  return make(type, true, 'ContentDeletionFailed', `${count}: ${texts.join(', ')}`);
}

function contentRemaining(remaining: readonly Remaining[], make: MakeCondition) {
  const type = 'NamespaceContentRemaining';
  if (remaining.length === 0) {
    return make(type, false, 'ContentRemoved', 'All content successfully removed');
  }
  const parts = remaining.map(
    ({ info, count }) => `${info.plural}.${info.group} has ${count} resource instances`,
  );
  const message = `Some resources are remaining: ${parts.sort().join(', ')}`;
  return make(type, true, 'SomeResourcesRemain', message);
}

function finalizersRemaining(remaining: readonly Remaining[], make: MakeCondition) {
  const type = 'NamespaceFinalizersRemaining';
  const counts = new Map<string, number>();
  for (const { finalizers } of remaining) {
    for (const [name, count] of finalizers) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  if (counts.size === 0) {
    const message = 'All content-preserving finalizers finished';
    return make(type, false, 'ContentHasNoFinalizers', message);
  }
  const parts = [...counts].map(([name, count]) => `${name} in ${count} resource instances`);
  const content = 'Some content in the namespace has finalizers remaining';
  return make(type, true, 'SomeFinalizersRemain', `${content}: ${parts.sort().join(', ')}`);
}

/** The namespace with these conditions, or nothing if it has them already. */
export function withConditions(
  namespace: Namespace,
  next: readonly NamespaceCondition[],
): Namespace | undefined {
  const current = namespace.status?.conditions ?? [];
  let isChanged = false;
  const conditions = next.map((condition) => {
    const old = current.find(({ type }) => type === condition.type);
    const isSame =
      old?.status === condition.status &&
      old.reason === condition.reason &&
      old.message === condition.message;
    if (isSame) return old;
    isChanged = true;
    if (old?.status !== condition.status || old.lastTransitionTime === undefined) return condition;
    return { ...condition, lastTransitionTime: old.lastTransitionTime };
  });
  const others = current.filter(({ type }) => !next.some((one) => one.type === type));
  if (!isChanged) return undefined;
  return { ...namespace, status: { ...namespace.status, conditions: [...others, ...conditions] } };
}

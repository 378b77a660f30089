/**
 * Which pods of a node a drain removes, and which block it.
 *
 * Models k8s.io/kubectl pkg/drain filters.go: each filter may skip a pod, warn, or refuse.
 */

import { parseRfc3339, type SimTime, second } from '#base/sim-time';
import type { DaemonSet } from '#k8s.io/api/apps/v1';
import type { Pod } from '#k8s.io/api/core/v1';
import { controllerOf } from '#k8s.io/apimachinery/meta/controller-ref';
import { daemonSets } from '#k8s.io/client-go/rest/resource';
import { isMirrorPod } from '#k8s.io/component-helpers/core/mirror-pod';
import { isPodTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import type { Process } from '#sim/simulation';
import { failureMessage, isNotFound } from '../failure.ts';
import type { Session } from '../session.ts';

export interface DrainChoices {
  readonly force: boolean;
  readonly ignoreDaemonSets: boolean;
  readonly deleteEmptyDir: boolean;
  readonly skipDeletedSeconds: number;
}

interface Verdict {
  readonly remove: boolean;
  readonly warning?: string;
  readonly fatal?: string;
}

export interface PodsForDeletion {
  readonly pods: readonly Pod[];
  readonly warnings: string;
  readonly errors: readonly string[];
}

const okay: Verdict = { remove: true };
const skip: Verdict = { remove: false };

export function* podsForDeletion(
  session: Session,
  found: readonly Pod[],
  choices: DrainChoices,
): Process<PodsForDeletion> {
  const pods: Pod[] = [];
  const warnings = new Map<string, string[]>();
  const fatal = new Map<string, string[]>();
  const note = (map: Map<string, string[]>, text: string | undefined, pod: Pod): void => {
    if (text === undefined) return;
    map.set(text, [...(map.get(text) ?? []), `${pod.metadata.namespace}/${pod.metadata.name}`]);
  };
  for (const pod of found) {
    const verdict = yield* verdictOn(session, pod, choices);
    note(warnings, verdict.warning, pod);
    note(fatal, verdict.fatal, pod);
    if (verdict.remove) pods.push(pod);
  }
  return {
    pods,
    warnings: [...warnings].map(([text, names]) => `${text}: ${names.join(', ')}`).join('; '),
    errors: [...fatal].map(([text, names]) => `cannot delete ${text}: ${names.join(', ')}`),
  };
}

/**
 * The result of the first filter that keeps the pod, or of the last filter: earlier warnings are
 * dropped.
 */
function* verdictOn(session: Session, pod: Pod, choices: DrainChoices): Process<Verdict> {
  const deleted = deletedFilter(pod, choices, session.sim.now);
  const verdict = deleted.remove ? yield* daemonSetFilter(session, pod, choices) : deleted;
  if (!verdict.remove) return verdict;
  const mirrored = mirrorFilter(pod);
  if (!mirrored.remove) return mirrored;
  const stored = localStorageFilter(pod, choices);
  return stored.remove ? unmanagedFilter(pod, choices) : stored;
}

/** A pod that was deleted long ago is not waited for. */
function deletedFilter(
  { metadata }: Pod,
  { skipDeletedSeconds }: DrainChoices,
  now: SimTime,
): Verdict {
  const { deletionTimestamp } = metadata;
  if (skipDeletedSeconds <= 0 || deletionTimestamp === undefined) return okay;
  const since = parseRfc3339(deletionTimestamp) ?? now;
  return now - since > skipDeletedSeconds * second ? skip : okay;
}

const mirrorFilter = (pod: Pod): Verdict => (isMirrorPod(pod) ? skip : okay);

function* daemonSetFilter(
  session: Session,
  pod: Pod,
  { force, ignoreDaemonSets }: DrainChoices,
): Process<Verdict> {
  const controller = controllerOf(pod);
  if (controller?.kind !== 'DaemonSet' || isPodTerminal(pod)) return okay;
  const at = { namespace: pod.metadata.namespace, name: controller.name };
  const set = yield* session.client.get<DaemonSet>(daemonSets, at);
  if (!set.ok) {
    const absent = isNotFound(set.error);
    const message = failureMessage(set.error);
    return absent && force ? { ...okay, warning: message } : { ...skip, fatal: message };
  }
  return ignoreDaemonSets
    ? { ...skip, warning: 'ignoring DaemonSet-managed Pods' }
    : { ...skip, fatal: 'DaemonSet-managed Pods (use --ignore-daemonsets to ignore)' };
}

function localStorageFilter(pod: Pod, { deleteEmptyDir }: DrainChoices): Verdict {
  const local = pod.spec.volumes?.some((volume) => 'emptyDir' in volume) === true;
  if (!local || isPodTerminal(pod)) return okay;
  return deleteEmptyDir
    ? { ...okay, warning: 'deleting Pods with local storage' }
    : { ...skip, fatal: 'Pods with local storage (use --delete-emptydir-data to override)' };
}

function unmanagedFilter(pod: Pod, { force }: DrainChoices): Verdict {
  if (isPodTerminal(pod) || controllerOf(pod) !== undefined) return okay;
  return force
    ? { ...okay, warning: 'deleting Pods that declare no controller' }
    : { ...skip, fatal: 'Pods that declare no controller (use --force to override)' };
}

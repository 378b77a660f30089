/**
 * Which pods a ReplicaSet deletes first when it has too many. Models
 * kubernetes/pkg/controller/controller_utils.go ActivePodsWithRanks.
 */
import { parseRfc3339, type SimTime } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { isPodReady, podReadySince } from './pods.ts';

const deletionCostAnnotation = 'controller.kubernetes.io/pod-deletion-cost';

const phaseOrder: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };

interface Ranked {
  readonly pod: Pod;
  /** How many active pods of related ReplicaSets are on its node. */
  readonly rank: number;
}

/** The `count` pods of `pods` to delete; `related` are the active pods of related sets. */
export function podsToDelete(
  pods: readonly Pod[],
  related: readonly Pod[],
  count: number,
  now: SimTime,
): readonly Pod[] {
  if (count >= pods.length) return pods;
  const onNode = new Map<string, number>();
  for (const { spec } of related) {
    const node = spec.nodeName ?? '';
    onNode.set(node, (onNode.get(node) ?? 0) + 1);
  }
  const ranked = pods.map((pod) => ({ pod, rank: onNode.get(pod.spec.nodeName ?? '') ?? 0 }));
  ranked.sort((a, b) => compare(a, b, now));
  return ranked.slice(0, count).map(({ pod }) => pod);
}

/** Negative: `a` is deleted first. */
function compare(a: Ranked, b: Ranked, now: SimTime): number {
  return (
    byNumber(a.pod, b.pod, (pod) => (pod.spec.nodeName === undefined ? 0 : 1)) ||
    byNumber(a.pod, b.pod, (pod) => phaseOrder[pod.status?.phase ?? ''] ?? 0) ||
    byNumber(a.pod, b.pod, (pod) => (isPodReady(pod) ? 1 : 0)) ||
    byNumber(a.pod, b.pod, deletionCost) ||
    b.rank - a.rank ||
    byAge(a.pod, b.pod, podReadySince, now) ||
    -byNumber(a.pod, b.pod, restarts) ||
    byAge(a.pod, b.pod, (pod) => parseRfc3339(pod.metadata.creationTimestamp), now)
  );
}

const byNumber = (a: Pod, b: Pod, of: (pod: Pod) => number): number => of(a) - of(b);

function deletionCost(pod: Pod): number {
  const text = pod.metadata.annotations?.[deletionCostAnnotation];
  return text !== undefined && /^(0|-?[1-9]\d*)$/.test(text) ? Number(text) : 0;
}

/** The restarts of the container that restarted most often. */
const restarts = (pod: Pod): number =>
  Math.max(0, ...(pod.status?.containerStatuses ?? []).map(({ restartCount }) => restartCount));

/**
 * The younger pod is deleted first, but ages are compared only by their power of two, and within
 * one by UID. Source: logarithmicRankDiff (gate LogarithmicScaleDown, on).
 */
function byAge(a: Pod, b: Pod, since: (pod: Pod) => SimTime | undefined, now: SimTime): number {
  const [sinceA, sinceB] = [since(a), since(b)];
  if (sinceA === sinceB) return 0;
  if (sinceA === undefined) return -1;
  if (sinceB === undefined) return 1;
  const difference = bucket(now - sinceA) - bucket(now - sinceB);
  if (difference !== 0) return difference;
  return a.metadata.uid < b.metadata.uid ? -1 : 1;
}

/** The base-two logarithm of the age in nanoseconds, rounded down, as upstream computes it. */
const bucket = (age: number): number => (age > 0 ? Math.floor(Math.log2(age * 1000)) : -1);

/**
 * Adds and removes taints of a Node. Models kubernetes/pkg/controller/controller_utils.go
 * AddOrUpdateTaintOnNode and RemoveTaintOffNode: a read that may be outdated, then a patch that
 * requires the version it read.
 */
import { type Duration, ms, rfc3339, type SimTime } from '#base/sim-time';
import type { Node, Taint } from '#k8s.io/api/core/v1';
import { isConflict, isNotFound } from '#k8s.io/apimachinery/errors';
import { nodes } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import { type Process, sleep } from '#sim/simulation';

const tries = 5;
const firstRetry: Duration = ms(100);

export const taintKeys = {
  notReady: 'node.kubernetes.io/not-ready',
  unreachable: 'node.kubernetes.io/unreachable',
  memoryPressure: 'node.kubernetes.io/memory-pressure',
  diskPressure: 'node.kubernetes.io/disk-pressure',
  pidPressure: 'node.kubernetes.io/pid-pressure',
  networkUnavailable: 'node.kubernetes.io/network-unavailable',
  unschedulable: 'node.kubernetes.io/unschedulable',
} as const;

export const isSameTaint = (a: Taint, b: Taint): boolean =>
  a.key === b.key && a.effect === b.effect;

export const newTaint = (key: string, effect: Taint['effect'], now: SimTime): Taint => ({
  effect,
  key,
  timeAdded: rfc3339(now),
});

/** Adds and removes taints; returns whether that succeeded. */
export function* swapTaints(
  client: RestClient,
  node: string,
  add: readonly Taint[],
  remove: readonly Taint[],
): Process<boolean> {
  if (add.length > 0) {
    const added = yield* changeTaints(client, node, (taints) => [
      ...taints.filter((taint) => !add.some((one) => isSameTaint(one, taint))),
      ...add,
    ]);
    if (!added) return false;
  }
  if (remove.length === 0) return true;
  return yield* changeTaints(client, node, (taints) =>
    taints.filter((taint) => !remove.some((one) => isSameTaint(one, taint))),
  );
}

function* changeTaints(
  client: RestClient,
  name: string,
  change: (taints: readonly Taint[]) => readonly Taint[],
): Process<boolean> {
  let wait = firstRetry;
  for (let n = 0; n < tries; n++) {
    if (n > 0) yield* sleep(wait);
    if (n > 0) wait *= 2;
    const query = n === 0 ? { resourceVersion: '0' } : {};
    const found = yield* client.get<Node>(nodes, { name, query });
    if (!found.ok) {
      if (isNotFound(found.error)) return false;
      continue;
    }
    const { spec, metadata } = found.value;
    const before = spec.taints ?? [];
    const taints = change(before);
    const isSame =
      taints.length === before.length &&
      taints.every((taint) => before.some((one) => isSameTaint(one, taint)));
    if (isSame) return true;
    const { resourceVersion } = metadata;
    const patch = {
      metadata: { resourceVersion },
      spec: { taints: taints.length === 0 ? null : taints },
    };
    const type = 'application/strategic-merge-patch+json';
    const answer = yield* client.patch(nodes, type, patch, { name });
    if (answer.ok) return true;
    if (!isConflict(answer.error)) return false;
  }
  return false;
}

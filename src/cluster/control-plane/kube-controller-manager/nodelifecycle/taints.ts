/**
 * Which taints a node should carry for its conditions, and how they are written.
 *
 * Models kubernetes/pkg/controller/nodelifecycle (nodeConditionToTaintKeyStatusMap) and
 * kubernetes/pkg/controller/util/node SwapNodeControllerTaint with AddOrUpdateTaintOnNode.
 */
import { rfc3339, type SimTime } from '#base/sim-time';
import type { Node, Taint } from '#k8s.io/api/core/v1';
import type { ConditionStatus } from '#k8s.io/apimachinery/meta/v1';
import { nodes } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import { apiError, type SyncResult } from '../controller/workers.ts';

export const notReady = 'node.kubernetes.io/not-ready';
export const unreachable = 'node.kubernetes.io/unreachable';
const unschedulable = 'node.kubernetes.io/unschedulable';

/** Condition → status → the key of the NoSchedule taint that stands for it. */
const conditionTaints: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Ready: { False: notReady, Unknown: unreachable },
  MemoryPressure: { True: 'node.kubernetes.io/memory-pressure' },
  DiskPressure: { True: 'node.kubernetes.io/disk-pressure' },
  NetworkUnavailable: { True: 'node.kubernetes.io/network-unavailable' },
  PIDPressure: { True: 'node.kubernetes.io/pid-pressure' },
};

const ownKeys = new Set([
  unschedulable,
  ...Object.values(conditionTaints).flatMap((byStatus) => Object.values(byStatus)),
]);

type TaintKey = Pick<Taint, 'key' | 'effect'>;

const same = (a: TaintKey, b: TaintKey): boolean => a.key === b.key && a.effect === b.effect;

export const isReadyUnknown = (node: Node): boolean => readyStatus(node) === 'Unknown';

/** The status of the condition Ready; `Unknown` when the kubelet never posted it. */
export const readyStatus = (node: Node): ConditionStatus =>
  (node.status?.conditions?.find(({ type }) => type === 'Ready')?.status ??
    'Unknown') as ConditionStatus;

/** The NoSchedule taints that the node's conditions and spec.unschedulable ask for. */
export function wantedNoSchedule(node: Node): readonly TaintKey[] {
  const keys = (node.status?.conditions ?? []).flatMap(
    ({ type, status }) => conditionTaints[type]?.[status] ?? [],
  );
  if (node.spec.unschedulable === true) keys.push(unschedulable);
  return keys.map((key) => ({ key, effect: 'NoSchedule' }));
}

/** What to add to the node and what to take away; both empty when it is as it should be. */
export interface TaintChange {
  readonly add: readonly TaintKey[];
  readonly remove: readonly TaintKey[];
}

export function noScheduleChange(node: Node): TaintChange {
  const current = (node.spec.taints ?? []).filter(
    ({ key, effect }) => effect === 'NoSchedule' && ownKeys.has(key),
  );
  const wanted = wantedNoSchedule(node);
  return {
    add: wanted.filter((taint) => !current.some((other) => same(taint, other))),
    remove: current.filter((taint) => !wanted.some((other) => same(taint, other))),
  };
}

export function noExecuteChange(node: Node): TaintChange {
  const status = readyStatus(node);
  const wanted = status === 'True' ? undefined : status === 'False' ? notReady : unreachable;
  const current = (node.spec.taints ?? []).filter(
    ({ key, effect }) => effect === 'NoExecute' && (key === notReady || key === unreachable),
  );
  const has = current.some(({ key }) => key === wanted);
  return {
    add: wanted === undefined || has ? [] : [{ key: wanted, effect: 'NoExecute' }],
    remove: current.filter(({ key }) => key !== wanted),
  };
}

/** Reads the node anew and patches its taints: first what is added, then what is removed. */
export function* swapTaints(
  client: RestClient,
  name: string,
  change: TaintChange,
  now: SimTime,
): Process<SyncResult> {
  const added = change.add.map((taint) => ({ ...taint, timeAdded: rfc3339(now) }));
  const steps = [
    (taints: readonly Taint[]) => [
      ...taints.filter((taint) => !added.some((other) => same(taint, other))),
      ...added,
    ],
    (taints: readonly Taint[]) =>
      taints.filter((taint) => !change.remove.some((other) => same(taint, other))),
  ];
  const needed = [change.add.length > 0, change.remove.length > 0];
  for (const [index, step] of steps.entries()) {
    if (needed[index] !== true) continue;
    const error = yield* patchTaints(client, name, step);
    if (error !== undefined) return error;
  }
  return undefined;
}

function* patchTaints(
  client: RestClient,
  name: string,
  step: (taints: readonly Taint[]) => readonly Taint[],
): Process<SyncResult> {
  const read = yield* client.get<Node>(nodes, { name, query: { resourceVersion: 0 } });
  if (!read.ok) return apiError(read.error);
  const node = read.value;
  const taints = step(node.spec.taints ?? []);
  // The list has no merge key: the patch carries it whole, and null removes it.
  const body = {
    metadata: { resourceVersion: node.metadata.resourceVersion },
    spec: { taints: taints.length === 0 ? null : taints },
  };
  const type = 'application/strategic-merge-patch+json';
  const patched = yield* client.patch<Node>(nodes, type, body, { name });
  return patched.ok ? undefined : apiError(patched.error);
}

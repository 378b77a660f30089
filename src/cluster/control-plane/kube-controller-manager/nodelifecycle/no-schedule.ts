/**
 * The NoSchedule taints that a node's conditions ask for.
 * Models node_lifecycle_controller.go doNoScheduleTaintingPass and its table.
 */
import type { SimTime } from '#base/sim-time';
import type { Node, Taint } from '#k8s.io/api/core/v1';
import { isSameTaint, newTaint, taintKeys } from '../controller/node-taints.ts';

/** Condition type → status → the taint key that says so. */
const taintOfCondition: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Ready: { False: taintKeys.notReady, Unknown: taintKeys.unreachable },
  MemoryPressure: { True: taintKeys.memoryPressure },
  DiskPressure: { True: taintKeys.diskPressure },
  NetworkUnavailable: { True: taintKeys.networkUnavailable },
  PIDPressure: { True: taintKeys.pidPressure },
};

const ownKeys: ReadonlySet<string> = new Set(Object.values(taintKeys));

export function noScheduleChanges(
  node: Node,
  now: SimTime,
): { readonly add: readonly Taint[]; readonly remove: readonly Taint[] } {
  const wanted: Taint[] = [];
  for (const { type, status } of node.status?.conditions ?? []) {
    const key = taintOfCondition[type]?.[status];
    if (key !== undefined) wanted.push(newTaint(key, 'NoSchedule', now));
  }
  if (node.spec.unschedulable === true) {
    wanted.push(newTaint(taintKeys.unschedulable, 'NoSchedule', now));
  }
  const present = (node.spec.taints ?? []).filter(
    ({ key, effect }) => effect === 'NoSchedule' && ownKeys.has(key),
  );
  return {
    add: wanted.filter((taint) => !present.some((one) => isSameTaint(one, taint))),
    remove: present.filter((taint) => !wanted.some((one) => isSameTaint(one, taint))),
  };
}

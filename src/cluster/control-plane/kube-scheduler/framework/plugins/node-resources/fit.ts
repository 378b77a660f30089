/**
 * Whether a node has room for what the pod requests, and how empty it would be (LeastAllocated).
 * Models kubernetes/pkg/scheduler/framework/plugins/noderesources fit.go and least_allocated.go.
 */
import type { Node, Pod } from '#k8s.io/api/core/v1';
import { maxNodeScore, type Plugin } from '../../interface.ts';
import type { NodeInfo } from '../../types/node-info.ts';
import type { PodInfo } from '../../types/pod-info.ts';
import { type Amounts, amountsOf, podRequests } from '../../types/pod-requests.ts';
import { type Status, unresolvable, unschedulable } from '../../types/status.ts';
import { isSamePod, onNode, onPod } from '../helper/hints.ts';

export const nodeResourcesFit: Plugin = {
  name: 'NodeResourcesFit',
  events: [
    {
      resource: 'Pod',
      actions: ['Delete', 'UpdatePodScaleDown'],
      hint: onPod((pod, changed, after) => freesRoom(pod, changed, after)),
    },
    {
      resource: 'Node',
      actions: ['Add', 'UpdateNodeAllocatable'],
      hint: onNode((pod, node) => couldFit(pod, node)),
    },
  ],
  preFilter: () => ({}),
  filter: (_state, info, node) => insufficient(info, node),
  preScore: () => undefined,
  /** The mean share of cpu and memory that stays free, each weighing the same. */
  score(_state, { requests }, node) {
    const cpu = freeShare(node, 'cpu', node.nonZeroMilliCpu + requests.nonZeroMilliCpu);
    const memory = freeShare(node, 'memory', node.nonZeroMemory + requests.nonZeroMemory);
    const shares = [cpu, memory].filter((share) => share !== undefined);
    if (shares.length === 0) return 0;
    return Math.trunc(shares.reduce((sum, share) => sum + share, 0) / shares.length);
  },
};

/** Whole percent that stay free; undefined when the node has none of the resource. */
function freeShare(node: NodeInfo, resource: string, requested: number): number | undefined {
  const allocatable = node.allocatable[resource] ?? 0;
  if (allocatable === 0) return undefined;
  if (requested > allocatable) return 0;
  return Math.trunc(((allocatable - requested) * maxNodeScore) / allocatable);
}

/** Names of all resources that are short. Source: fitsRequest and Filter. */
function insufficient(info: PodInfo, node: NodeInfo): Status | undefined {
  const reasons: string[] = [];
  let never = false;
  const { allocatable, requested } = node;
  if (node.pods.size + 1 > (allocatable['pods'] ?? 0)) reasons.push('Too many pods');
  for (const name of orderedNames(info.requests.requests)) {
    const wanted = info.requests.requests[name] ?? 0;
    const total = allocatable[name] ?? 0;
    if (wanted === 0 || wanted <= total - (requested[name] ?? 0)) continue;
    reasons.push(`Insufficient ${name}`);
    if (wanted > total) never = true;
  }
  if (reasons.length === 0) return undefined;
  return never ? unresolvable(...reasons) : unschedulable(...reasons);
}

const nativeResources = ['cpu', 'memory', 'ephemeral-storage'];

const orderedNames = (requests: Amounts): readonly string[] => {
  const names = Object.keys(requests);
  if (names.length <= 1) return names;
  const others = names.filter((name) => !nativeResources.includes(name)).sort();
  return [...nativeResources.filter((name) => names.includes(name)), ...others];
};

/** A pod that goes away or shrinks helps when the waiting pod asks for what it gives back. */
function freesRoom(pod: Pod, changed: Pod, after: Pod | undefined): boolean {
  if (after === undefined) return true;
  const before = podRequests(changed.spec).requests;
  const now = podRequests(after.spec).requests;
  if (isSamePod(pod, after)) return true;
  return Object.keys(podRequests(pod.spec).requests).some(
    (name) => (now[name] ?? 0) < (before[name] ?? 0),
  );
}

/** Whether the pod would fit on the node if it were empty. Source: isFit. */
function couldFit(pod: Pod, node: Node): boolean {
  const allocatable = amountsOf(node.status?.allocatable);
  const { requests } = podRequests(pod.spec);
  return Object.keys(requests).every((name) => (requests[name] ?? 0) <= (allocatable[name] ?? 0));
}

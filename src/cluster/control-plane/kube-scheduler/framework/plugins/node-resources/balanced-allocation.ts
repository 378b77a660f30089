/**
 * Favours nodes where the pod balances the used shares of cpu and memory.
 * Models kubernetes/pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go.
 */
import { maxNodeScore, type Plugin } from '../../interface.ts';
import type { NodeInfo } from '../../types/node-info.ts';
import type { Amounts } from '../../types/pod-requests.ts';
import { skip } from '../../types/status.ts';

const resources = ['cpu', 'memory'];
const nothing: Amounts = {};

export const nodeResourcesBalancedAllocation: Plugin = {
  name: 'NodeResourcesBalancedAllocation',
  /** A pod that requests neither cpu nor memory balances nothing. */
  preScore(_state, { requests }) {
    return resources.every((name) => (requests.requests[name] ?? 0) === 0) ? skip : undefined;
  },
  score(_state, { requests }, node) {
    const without = balance(node, nothing);
    const withPod = balance(node, requests.requests);
    const half = maxNodeScore / 2;
    return half + Math.trunc((half + withPod - without) / 2);
  },
};

/** 100 when both shares are equal, less by the standard deviation of the shares. */
function balance(node: NodeInfo, added: Amounts): number {
  const shares: number[] = [];
  for (const name of resources) {
    const allocatable = node.allocatable[name] ?? 0;
    if (allocatable === 0) continue;
    const used = (node.requested[name] ?? 0) + (added[name] ?? 0);
    shares.push(Math.min(used / allocatable, 1));
  }
  const [first, second] = shares;
  const deviation = first === undefined || second === undefined ? 0 : Math.abs(first - second) / 2;
  return Math.trunc((1 - deviation) * maxNodeScore);
}

/**
 * Whether a node has room for what the pod requests, and how full it would be.
 * Models kubernetes/pkg/scheduler/framework/plugins/noderesources fit.go.
 */
import type { ScoringStrategy } from '#cluster/config/cluster-config';
import type { Node, Pod } from '#k8s.io/api/core/v1';
import type { Plugin } from '../../interface.ts';
import type { NodeInfo } from '../../types/node-info.ts';
import type { PodInfo } from '../../types/pod-info.ts';
import { type Amounts, amountsOf, podRequests } from '../../types/pod-requests.ts';
import { type Status, unresolvable, unschedulable } from '../../types/status.ts';
import { isSamePod, onNode, onPod } from '../helper/hints.ts';
import { resourceScorer } from './scoring-strategy.ts';

export function nodeResourcesFit(strategy?: ScoringStrategy): Plugin {
  const scorer = resourceScorer(strategy);
  return {
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
        hint: onNode(
          (pod, node, before) =>
            couldFit(pod, node) && (before === undefined || hasMore(pod, node, before)),
        ),
      },
    ],
    preFilter: () => ({}),
    filter: (_state, info, node) => insufficient(info, node),
    preScore: () => undefined,
    score: (_state, { requests }, node) => scorer(requests, node),
  };
}

const none: readonly string[] = [];

/** Names of all insufficient resources. Source: fitsRequest and Filter. */
function insufficient(info: PodInfo, node: NodeInfo): Status | undefined {
  let reasons: readonly string[] = none;
  let never = false;
  const { allocatable, requested } = node;
  if (node.pods.size + 1 > (allocatable['pods'] ?? 0)) reasons = ['Too many pods'];
  for (const name of orderedNames(info.requests.requests)) {
    const wanted = info.requests.requests[name] ?? 0;
    const total = allocatable[name] ?? 0;
    if (wanted === 0 || wanted <= total - (requested[name] ?? 0)) continue;
    reasons = [...reasons, `Insufficient ${name}`];
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

/** A deleted or smaller pod helps when the waiting pod requests the freed resource. */
function freesRoom(pod: Pod, changed: Pod, after: Pod | undefined): boolean {
  if (after === undefined) return true;
  const before = podRequests(changed).requests;
  const now = podRequests(after).requests;
  if (isSamePod(pod, after)) return true;
  return Object.keys(podRequests(pod).requests).some(
    (name) => (now[name] ?? 0) < (before[name] ?? 0),
  );
}

/** Whether the node has more of something that the pod asks for, or room for more pods. */
function hasMore(pod: Pod, node: Node, before: Node): boolean {
  const now = amountsOf(node.status?.allocatable);
  const then = amountsOf(before.status?.allocatable);
  const names = ['pods', ...Object.keys(podRequests(pod).requests)];
  return names.some((name) => (now[name] ?? 0) > (then[name] ?? 0));
}

/** Whether the pod would fit on the node if it were empty. Source: isFit. */
function couldFit(pod: Pod, node: Node): boolean {
  const allocatable = amountsOf(node.status?.allocatable);
  const { requests } = podRequests(pod);
  return Object.keys(requests).every((name) => (requests[name] ?? 0) <= (allocatable[name] ?? 0));
}

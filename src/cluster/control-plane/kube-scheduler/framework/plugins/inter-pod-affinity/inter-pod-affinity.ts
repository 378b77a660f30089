/**
 * Pods that want to be, or must not be, where other pods are.
 * Models kubernetes/pkg/scheduler/framework/plugins/interpodaffinity.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import type { Labels } from '#k8s.io/apimachinery/labels';
import type { Snapshot } from '../../../backend/cache/snapshot.ts';
import type { Listers } from '../../../listers.ts';
import type { Plugin } from '../../interface.ts';
import { skip } from '../../types/status.ts';
import { onNode } from '../helper/hints.ts';
import { adjustFilter, filterNode, prepareFilter } from './filtering.ts';
import { nodeChangeHelps, podChangeHelps } from './hints.ts';
import { type AffinityArgs, normalizeScores, prepareScore, scoreNode } from './scoring.ts';

export function interPodAffinity(
  listers: Listers,
  snapshot: Snapshot,
  args: AffinityArgs = {},
): Plugin {
  const labelsOfNamespace = (namespace: string): Labels | undefined =>
    listers.namespaces.get(namespace)?.metadata.labels;
  return {
    name: 'InterPodAffinity',
    events: [
      {
        resource: 'Pod',
        actions: ['Add', 'UpdatePodLabel', 'Delete'],
        hint: (pod, before, after) =>
          podChangeHelps(
            pod,
            before as Pod | undefined,
            after as Pod | undefined,
            labelsOfNamespace,
          ),
      },
      { resource: 'Node', actions: ['Add', 'UpdateNodeLabel'], hint: onNode(nodeChangeHelps) },
    ],
    preFilter(state, info, nodes) {
      const nodesWithAntiAffinity = snapshot.nodesWithAntiAffinityPods;
      const inPlay = prepareFilter(state, info, {
        nodes,
        nodesWithAntiAffinity,
        labelsOfNamespace,
      });
      return inPlay ? {} : { status: skip };
    },
    addPod: (state, info, added, node) =>
      adjustFilter(state, info, added, node, 1, labelsOfNamespace),
    removePod: (state, info, removed, node) =>
      adjustFilter(state, info, removed, node, -1, labelsOfNamespace),
    filter: (state, info, node) => filterNode(state, info, node),
    preScore(state, info) {
      const inputs = {
        allNodes: snapshot.nodes,
        nodesWithAffinity: snapshot.nodesWithAffinityPods,
        labelsOfNamespace,
        args,
      };
      return prepareScore(state, info, inputs) ? undefined : skip;
    },
    score: (state, _info, node) => scoreNode(state, node),
    normalizeScore: (_state, scores) => normalizeScores(scores),
  };
}

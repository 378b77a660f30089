/**
 * Refuses nodes with a taint the pod does not tolerate, and scores by the softer taints.
 * Models kubernetes/pkg/scheduler/framework/plugins/tainttoleration.
 */
import type { Node, Pod } from '#k8s.io/api/core/v1';
import type { Plugin } from '../../interface.ts';
import { unresolvable } from '../../types/status.ts';
import { isSamePod, onNode, onPod } from '../helper/hints.ts';
import { defaultNormalizeScore } from '../helper/normalize-score.ts';
import { isTolerated, untoleratedTaint } from '../helper/tolerations.ts';

const rejected = unresolvable('node(s) had untolerated taint(s)');

const fits = (pod: Pod, node: Node): boolean =>
  untoleratedTaint(node.spec.taints, pod.spec.tolerations) === undefined;

export const taintToleration: Plugin = {
  name: 'TaintToleration',
  events: [
    {
      resource: 'Node',
      actions: ['Add', 'UpdateNodeTaint'],
      hint: onNode(
        (pod, node, before) => fits(pod, node) && (before === undefined || !fits(pod, before)),
      ),
    },
    {
      resource: 'Pod',
      actions: ['UpdatePodToleration'],
      hint: onPod((pod, changed) => isSamePod(pod, changed)),
    },
  ],
  filter(_state, { pod }, { node }) {
    return node === undefined || fits(pod, node) ? undefined : rejected;
  },
  preScore: () => undefined,
  /** How many PreferNoSchedule taints are not tolerated. */
  score(_state, { pod }, { node }) {
    const taints = node?.spec.taints;
    if (taints === undefined) return 0;
    return taints.filter(
      (taint) => taint.effect === 'PreferNoSchedule' && !isTolerated(taint, pod.spec.tolerations),
    ).length;
  },
  normalizeScore: (_state, scores) => defaultNormalizeScore(scores, true),
};

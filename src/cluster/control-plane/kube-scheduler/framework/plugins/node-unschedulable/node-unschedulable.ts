/**
 * Refuses cordoned nodes, unless the pod tolerates the matching taint.
 * Models kubernetes/pkg/scheduler/framework/plugins/nodeunschedulable.
 */
import type { Node, Pod, Taint } from '#k8s.io/api/core/v1';
import type { Plugin } from '../../interface.ts';
import { unresolvable } from '../../types/status.ts';
import { isSamePod, onNode, onPod } from '../helper/hints.ts';
import { isTolerated } from '../helper/tolerations.ts';

const cordon: Taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

const rejected = unresolvable('node(s) were unschedulable');

const fits = (pod: Pod, node: Node | undefined): boolean =>
  node?.spec.unschedulable !== true || isTolerated(cordon, pod.spec.tolerations);

export const nodeUnschedulable: Plugin = {
  name: 'NodeUnschedulable',
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
      hint: onPod(
        (pod, changed, after) =>
          isSamePod(pod, changed) && isTolerated(cordon, (after ?? pod).spec.tolerations),
      ),
    },
  ],
  filter: (_state, { pod }, { node }) => (fits(pod, node) ? undefined : rejected),
};

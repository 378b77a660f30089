/**
 * Spreads a workload's pods over domains such as nodes and zones.
 * Models kubernetes/pkg/scheduler/framework/plugins/podtopologyspread with System defaulting.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import type { Snapshot } from '../../../backend/cache/snapshot.ts';
import type { Listers } from '../../../listers.ts';
import type { Plugin } from '../../interface.ts';
import { skip } from '../../types/status.ts';
import { onPod } from '../helper/hints.ts';
import { constraintsOf, hasOwnConstraints } from './constraints.ts';
import { adjustFilter, filterNode, prepareFilter } from './filtering.ts';
import { normalizeScores, prepareScore, scoreNode } from './scoring.ts';

const sameNamespace = (pod: Pod, changed: Pod): boolean =>
  pod.metadata.namespace === changed.metadata.namespace;

export const podTopologySpread = (listers: Listers, snapshot: Snapshot): Plugin => ({
  name: 'PodTopologySpread',
  events: [
    {
      resource: 'Pod',
      actions: ['Add', 'UpdatePodLabel', 'Delete'],
      hint: onPod(sameNamespace),
    },
    { resource: 'Node', actions: ['Add', 'Delete', 'UpdateNodeLabel', 'UpdateNodeTaint'] },
  ],
  preFilter(state, { pod }, nodes) {
    const constraints = constraintsOf(pod, 'DoNotSchedule', listers);
    if (constraints.length === 0) return { status: skip };
    prepareFilter(state, pod, constraints, nodes);
    return {};
  },
  addPod: (state, { pod }, added, node) => adjustFilter(state, pod, added.pod, node, 1),
  removePod: (state, { pod }, removed, node) => adjustFilter(state, pod, removed.pod, node, -1),
  filter: (state, { pod }, node) => filterNode(state, pod, node),
  preScore(state, { pod }, feasible) {
    const constraints = constraintsOf(pod, 'ScheduleAnyway', listers);
    if (constraints.length === 0) return skip;
    const requireAllKeys = hasOwnConstraints(pod);
    prepareScore(state, { pod, constraints, requireAllKeys, feasible, all: snapshot.nodes });
    return undefined;
  },
  score: (state, { pod }, node) => scoreNode(state, pod, node),
  normalizeScore: normalizeScores,
});

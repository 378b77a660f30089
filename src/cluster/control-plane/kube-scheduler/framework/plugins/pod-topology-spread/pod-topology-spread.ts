/**
 * Spreads a workload's pods over domains such as nodes and zones.
 * Models kubernetes/pkg/scheduler/framework/plugins/podtopologyspread with System defaulting.
 */
import type { Node, Pod } from '#k8s.io/api/core/v1';
import type { Snapshot } from '../../../backend/cache/snapshot.ts';
import type { Listers } from '../../../listers.ts';
import type { Plugin } from '../../interface.ts';
import { skip } from '../../types/status.ts';
import {
  constraintsOf,
  type DefaultConstraint,
  hasOwnConstraints,
  systemDefaults,
} from './constraints.ts';
import { adjustFilter, filterNode, prepareFilter } from './filtering.ts';
import { nodeChangeHelps, podChangeHelps } from './hints.ts';
import { normalizeScores, prepareScore, scoreNode } from './scoring.ts';

/** `defaults`: for pods without constraints; configured defaults require every key on a node. */
export const podTopologySpread = (
  listers: Listers,
  snapshot: Snapshot,
  defaults: readonly DefaultConstraint[] = systemDefaults,
): Plugin => ({
  name: 'PodTopologySpread',
  events: [
    {
      resource: 'Pod',
      actions: ['Add', 'UpdatePodLabel', 'Delete'],
      hint: (pod, before, after) =>
        podChangeHelps(
          pod,
          before as Pod | undefined,
          after as Pod | undefined,
          constraintsOf(pod, 'DoNotSchedule', listers, defaults),
        ),
    },
    {
      resource: 'Node',
      actions: ['Add', 'Delete', 'UpdateNodeLabel', 'UpdateNodeTaint'],
      hint: (pod, before, after) =>
        nodeChangeHelps(
          after as Node | undefined,
          before as Node | undefined,
          constraintsOf(pod, 'DoNotSchedule', listers, defaults),
        ),
    },
  ],
  preFilter(state, { pod }, nodes) {
    const constraints = constraintsOf(pod, 'DoNotSchedule', listers, defaults);
    if (constraints.length === 0) return { status: skip };
    prepareFilter(state, pod, constraints, nodes);
    return {};
  },
  addPod: (state, { pod }, added, node) => adjustFilter(state, pod, added.pod, node, 1),
  removePod: (state, { pod }, removed, node) => adjustFilter(state, pod, removed.pod, node, -1),
  filter: (state, { pod }, node) => filterNode(state, pod, node),
  preScore(state, { pod }, feasible) {
    const constraints = constraintsOf(pod, 'ScheduleAnyway', listers, defaults);
    if (constraints.length === 0) return skip;
    const requireAllKeys = hasOwnConstraints(pod) || defaults !== systemDefaults;
    prepareScore(state, { pod, constraints, requireAllKeys, feasible, all: snapshot.nodes });
    return undefined;
  },
  score: (state, { pod }, node) => scoreNode(state, pod, node),
  normalizeScore: normalizeScores,
});

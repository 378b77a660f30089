/** More about one Pod's way through the scheduler. */

import type { FactOf } from '#trace/facts';
import type { KubeSchedulerFact } from '#trace/facts/kube-scheduler';
import type { FactDetails, StoryRow } from './fact-details.ts';
import { byPlugin, byScorePlugin, type Citation, plugins, scheduler } from './places.ts';
import { internalSpan, podName } from './span.ts';

export const kubeSchedulerDetails: {
  readonly [T in KubeSchedulerFact['type']]: FactDetails<FactOf<T>>;
} = {
  PodQueued: {
    source: { place: [`${scheduler}/backend/queue/scheduling_queue.go`, 'runPreEnqueuePlugins'] },
    rows: ({ queue, event, pod }) => [
      ['queue', queue],
      ['event', event],
      ['pod', pod],
    ],
  },
  PodPopped: {
    source: { place: [`${scheduler}/backend/queue/active_queue.go`, 'unlockedPop'] },
    span: ({ pod, attempts }) =>
      internalSpan('component', 'Scheduling', { ...podName(pod), attempts }),
    rows: ({ pod, attempts }) => [
      ['pod', pod],
      ['attempt', String(attempts)],
    ],
  },
  PodDequeued: { source: { place: [`${scheduler}/backend/queue/scheduling_queue.go`] } },
  SnapshotTaken: { source: { place: [`${scheduler}/backend/cache/cache.go`] } },
  PreFiltered: {
    source: { place: [`${scheduler}/framework/runtime/framework.go`, 'RunPreFilterPlugins'] },
  },
  NodesFiltered: {
    source: {
      place: [`${scheduler}/schedule_one.go`, 'findNodesThatFitPod'],
      decidedBy: ({ nodes }) =>
        nodes.map(({ feasible, plugin }) => (feasible ? undefined : byPlugin[plugin])),
    },
    leftOut: () => 'leftOut.parallel',
  },
  ExtenderCalled: {
    source: { place: [`${scheduler}/extender.go`] },
    severity: ({ outcome }) => (outcome === 'success' ? 'I' : 'W'),
    rows: ({ extender, verb, reason, nodes, left }) => [
      ['extender', extender],
      ['verb', verb],
      ['nodes', `${left}/${nodes}`],
      ['reason', reason],
    ],
  },
  PostFiltered: {
    source: { place: [`${scheduler}/framework/preemption/preemption.go`, 'Preempt'] },
  },
  PreScored: { source: { place: [`${scheduler}/framework/runtime/framework.go`] } },
  NodesScored: {
    source: {
      place: [`${scheduler}/framework/runtime/framework.go`, 'RunScorePlugins'],
      decidedBy: ({ nodes }) => nodes.slice(0, 1).flatMap(({ plugins: terms }) => scoredBy(terms)),
    },
  },
  HostSelected: {
    source: { place: [`${scheduler}/schedule_one.go`, 'prioritizeNodes'] },
    rows: ({ pod, node, total, ties }) => [
      ['pod', pod],
      ['node', node],
      ['score', String(total)],
      ['ties', ties > 1 ? String(ties) : ''],
    ],
  },
  PodAssumed: {
    source: { place: [`${scheduler}/backend/cache/cache.go`, 'AssumePod'] },
    rows: rowsOfNode,
  },
  ExtensionPointRan: {
    source: { place: [`${scheduler}/schedule_one.go`, 'prepareForBindingCycle'] },
  },
  PodBound: {
    source: { place: [`${plugins}/defaultbinder/default_binder.go`, 'Bind'] },
    rows: rowsOfNode,
  },
  SchedulingFailed: {
    source: { place: [`${scheduler}/schedule_one.go`, 'handleSchedulingFailure'] },
    severity: () => 'W',
    failure: ({ message }) => message,
  },
};

function rowsOfNode({ pod, node }: FactOf<'PodAssumed' | 'PodBound'>): readonly StoryRow[] {
  return [
    ['pod', pod],
    ['node', node],
  ];
}

function scoredBy(
  terms: FactOf<'NodesScored'>['nodes'][number]['plugins'],
): readonly (Citation | undefined)[] {
  return terms
    .filter(({ weighted }) => weighted !== 0)
    .map(({ plugin }) => byScorePlugin[plugin] ?? byPlugin[plugin]);
}

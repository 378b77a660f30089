/** What the interface knows about one Pod's way through the scheduler. */

import type { FactOf } from '#trace/facts';
import type { KubeSchedulerFact } from '#trace/facts/kube-scheduler';
import { caption } from './caption.ts';
import type { FactKind } from './fact-kind.ts';
import { podWords } from './words.ts';

const eachTime = (): string => '';

export const kubeSchedulerFacts: {
  readonly [T in KubeSchedulerFact['type']]: FactKind<FactOf<T>>;
} = {
  PodQueued: {
    verb: 'queue',
    hop: ({ queue }) => queue,
    stage: 'queues',
    caption: ({ pod, queue }) => caption('caption.PodQueued', { pod: podWords(pod), queue }),
  },
  PodPopped: {
    standing: ({ pod, attempts }, run) => {
      const isNews = run.first('the scheduling queue') || attempts > 1;
      return run.main && isNews && run.firstOfCommand(`popped ${pod}`)
        ? { kind: 'watch', state: 'popped' }
        : undefined;
    },
    verb: 'pop',
    begins: 'cycle',
    hop: eachTime,
    station: () => 'Pop',
    stage: 'queues',
    caption: ({ pod }) => caption('caption.PodPopped', { pod: podWords(pod) }),
  },
  PodDequeued: {
    stage: 'queues',
    caption: ({ pod }) => caption('caption.PodDequeued', { pod: podWords(pod) }),
  },
  SnapshotTaken: {
    stage: 'queues',
    caption: ({ nodes }) => caption('caption.SnapshotTaken', { nodes }),
  },
  PreFiltered: {
    station: () => 'PreFilter',
    stage: 'filter',
    caption: () => caption('caption.PreFiltered'),
  },
  NodesFiltered: {
    standing: ({ pod }, run) =>
      run.main && run.firstOfCommand(`filtered ${pod}`)
        ? { kind: 'decide', state: 'filtered' }
        : undefined,
    verb: 'filter',
    hop: eachTime,
    station: () => 'Filter',
    stage: 'filter',
    caption: (fact) => caption('caption.NodesFiltered', feasibleOf(fact)),
    title: (fact, t) => t('title.NodesFiltered', feasibleOf(fact)),
  },
  ExtenderCalled: {
    verb: 'extender',
    hop: eachTime,
    stage: 'filter',
    caption: ({ extender, verb, outcome, reason, nodes, left }) =>
      outcome === 'success'
        ? caption(`caption.ExtenderCalled.${verb}`, { extender, nodes, left })
        : caption(`caption.ExtenderCalled.${outcome}`, { extender, reason }),
  },
  PostFiltered: {
    verb: 'post-filter',
    hop: eachTime,
    stage: 'filter',
    caption: () => caption('caption.PostFiltered'),
  },
  PreScored: {
    station: () => 'PreScore',
    stage: 'score',
    caption: () => caption('caption.PreScored'),
  },
  NodesScored: {
    verb: 'score',
    hop: eachTime,
    station: () => 'Score',
    stage: 'score',
    caption: (fact) => {
      const { kind, params } = highestScore(fact);
      return caption(`caption.NodesScored.${kind}`, params);
    },
    title: (fact, t) => {
      const { kind, params } = highestScore(fact);
      return t(`title.NodesScored.${kind}`, params);
    },
  },
  HostSelected: {
    standing(_, run) {
      if (run.main) return { kind: 'decide', state: 'selected' };
      const stands = run.siblingsSelected && run.firstOfCommand('siblings selected');
      return stands ? { kind: 'decide', state: 'siblings selected' } : undefined;
    },
    verb: 'select',
    hop: eachTime,
    sideStep: () => true,
    station: () => 'Score',
    stage: 'score',
    caption: ({ pod: key, node, total, ties, feasible }) => {
      const pod = podWords(key);
      if (feasible === 1) return caption('caption.HostSelected.only', { pod, node });
      const kind = ties > 1 ? 'tie' : 'one';
      return caption(`caption.HostSelected.${kind}`, { pod, node, total, ties });
    },
  },
  PodAssumed: {
    verb: 'assume',
    hop: eachTime,
    station: () => 'Reserve',
    stage: 'bind',
    caption: ({ node }) => caption('caption.PodAssumed', { node }),
  },
  ExtensionPointRan: {
    station: ({ point }) => point,
    stage: 'bind',
    caption: ({ point, node }) => caption('caption.ExtensionPointRan', { point, node }),
  },
  PodBound: {
    verb: 'bind',
    ends: ['cycle'],
    hop: () => 'once',
    station: () => 'Bind',
    stage: 'bind',
    caption: ({ pod, node }) => caption('caption.PodBound', { pod: podWords(pod), node }),
  },
  SchedulingFailed: {
    standing: ({ message }, run) =>
      run.firstOfCommand(`unschedulable ${message}`)
        ? { kind: 'decide', state: 'unschedulable' }
        : undefined,
    verb: 'fail',
    ends: ['cycle'],
    hop: eachTime,
    sideStep: () => true,
    stage: 'filter',
    caption: ({ message }) => caption('caption.SchedulingFailed', { message }),
  },
};

const feasibleOf = ({ nodes }: FactOf<'NodesFiltered'>) => ({
  feasible: nodes.filter(({ feasible }) => feasible).length,
  total: nodes.length,
});

/** Which node has the highest score, or how many nodes have it. */
function highestScore({ nodes }: FactOf<'NodesScored'>): {
  readonly kind: 'one' | 'tie';
  readonly params: { readonly node: string; readonly n: number; readonly best: number };
} {
  const best = nodes.reduce((most, { total }) => Math.max(most, total), 0);
  const leaders = nodes.filter(({ total }) => total === best);
  const kind = leaders.length > 1 ? 'tie' : 'one';
  return { kind, params: { node: leaders[0]?.node ?? '', n: leaders.length, best } };
}

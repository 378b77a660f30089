/** The words for one pod's way through the scheduler. */
import { assertUnreachable } from '#base/assert';
import type { Fact, FactOf } from '#trace/trace-event';
import { type Caption, caption } from './caption.ts';
import { podWords } from './words.ts';

const types = [
  'PodQueued',
  'PodPopped',
  'PodDequeued',
  'SnapshotTaken',
  'PreFiltered',
  'NodesFiltered',
  'PostFiltered',
  'PreScored',
  'NodesScored',
  'HostSelected',
  'PodAssumed',
  'ExtensionPointRan',
  'PodBound',
  'SchedulingFailed',
] as const;
type SchedulerFact = FactOf<(typeof types)[number]>;

const known: ReadonlySet<string> = new Set(types);
export const isSchedulerFact = (fact: Fact): fact is SchedulerFact => known.has(fact.type);

export function captionOfScheduler(fact: SchedulerFact): Caption {
  const pod = podWords(fact.pod);
  switch (fact.type) {
    case 'PodQueued':
      return caption('caption.PodQueued', { pod, queue: fact.queue });
    case 'PodPopped':
      return caption('caption.PodPopped', { pod });
    case 'PodDequeued':
      return caption('caption.PodDequeued', { pod });
    case 'SnapshotTaken':
      return caption('caption.SnapshotTaken', { nodes: fact.nodes });
    case 'PreFiltered':
      return caption('caption.PreFiltered');
    case 'NodesFiltered': {
      const feasible = fact.nodes.filter((node) => node.feasible).length;
      return caption('caption.NodesFiltered', { feasible, total: fact.nodes.length });
    }
    case 'PostFiltered':
      return caption('caption.PostFiltered');
    case 'PreScored':
      return caption('caption.PreScored');
    case 'NodesScored': {
      const { kind, params } = highestScore(fact);
      return caption(`caption.NodesScored.${kind}`, params);
    }
    case 'HostSelected': {
      const { node, total, ties } = fact;
      if (fact.feasible === 1) return caption('caption.HostSelected.only', { pod, node });
      return caption(`caption.HostSelected.${ties > 1 ? 'tie' : 'one'}`, {
        pod,
        node,
        total,
        ties,
      });
    }
    case 'PodAssumed':
      return caption('caption.PodAssumed', { node: fact.node });
    case 'ExtensionPointRan':
      return caption('caption.ExtensionPointRan', { point: fact.point, node: fact.node });
    case 'PodBound':
      return caption('caption.PodBound', { pod, node: fact.node });
    case 'SchedulingFailed':
      return caption('caption.SchedulingFailed', { message: fact.message });
    default:
      return assertUnreachable(fact);
  }
}

/** Which node leads, or how many do. */
export function highestScore({ nodes }: FactOf<'NodesScored'>): {
  readonly kind: 'one' | 'tie';
  readonly params: { readonly node: string; readonly n: number; readonly best: number };
} {
  const best = nodes.reduce((most, { total }) => Math.max(most, total), 0);
  const leaders = nodes.filter(({ total }) => total === best);
  const kind = leaders.length > 1 ? 'tie' : 'one';
  return { kind, params: { node: leaders[0]?.node ?? '', n: leaders.length, best } };
}

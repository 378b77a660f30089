/** The tellings of how the scheduler finds a node for a Pod. */
import type { FactOf } from '#trace/facts';
import type { ChangedLine, Telling } from '../telling.ts';
import { nameInKey } from '../words.ts';
import { podInEtcd, together } from './anchors.ts';
import { messageLines } from './client.ts';
import { changed, literal, type StoryId, telling } from './compose.ts';
import { asStored, listWords, numberWords, podParam, requestsOf } from './objects.ts';
import { all, type TellingRun } from './telling-run.ts';

const scheduler = 'kube-scheduler';
const filter = `${scheduler}/filter`;
const score = `${scheduler}/score`;

export function ofPopped(fact: FactOf<'PodPopped'>, run: TellingRun): Telling {
  const nodes = run.keysOf('nodes').length;
  const again = fact.attempts > 1 ? '.again' : '';
  return telling({
    line: `story.popped${again}.line`,
    why: `story.popped${again}.why`,
    whatIf: 'story.popped.if',
    params: { nodes, pod: podParam(fact.pod, run), n: fact.attempts },
    anchors: {
      scheduler,
      watch: `watch/${scheduler}`,
      pod: podInEtcd(fact.pod),
      queue: `${scheduler}/activeQ`,
    },
    cast: ['kube-apiserver', scheduler],
    changed: [
      literal(`activeQ: ${nameInKey(fact.pod)}`, '+'),
      literal(`activeQ: ${nameInKey(fact.pod)}`, '-'),
      changed('story.changed.attempt', { n: fact.attempts }),
    ],
    terms: ['scheduler', 'active-q'],
  });
}

export function ofFiltered(fact: FactOf<'NodesFiltered'>, run: TellingRun): Telling {
  const left = fact.nodes.filter(({ feasible }) => feasible);
  const kind = left.length === 0 ? 'none' : left.length === fact.nodes.length ? 'all' : 'some';
  const asks = requestsOf(asStored(run.stored(`pods/${fact.pod}`)));
  const blocking = fact.nodes.find(({ feasible }) => !feasible)?.plugin ?? '';
  const skipped = run.latest('PreFiltered', ({ pod }) => pod === fact.pod);
  return telling({
    line: `story.filtered.${kind}.line`,
    why:
      kind === 'none' && asks !== '' && blocking === 'NodeResourcesFit'
        ? 'story.filtered.fit.why'
        : 'story.filtered.why',
    whatIf: kind === 'none' ? undefined : 'story.filtered.if',
    params: {
      pod: podParam(fact.pod, run),
      n: fact.nodes.length,
      left: numberWords(left.length),
      of: numberWords(fact.nodes.length),
      asked: fact.plugins.length,
      count: numberWords(fact.plugins.length),
      plugins: listWords(fact.plugins),
      blocking,
      asks,
      skipped: skipped?.plugins.filter(({ outcome }) => outcome === 'skip').length ?? 0,
    },
    anchors: { filter, nodes: `${filter}/nodes`, pod: podInEtcd(fact.pod) },
    cast: [filter, ...fact.nodes.slice(0, 3).map(({ node }) => node)],
    changed: answersOf(fact),
    terms: ['filter', 'taint', 'unschedulable-pods'],
  });
}

/** The answer of each node; for many nodes, how many gave each answer. */
function answersOf({ nodes }: FactOf<'NodesFiltered'>): readonly ChangedLine[] {
  const answer = ({ feasible, plugin, reasons }: (typeof nodes)[number]): string =>
    feasible ? '✓' : `${plugin}: ${reasons.join(', ')}`;
  if (nodes.length <= 3) {
    return nodes.map((each) => literal(`${each.node} ${answer(each)}`, each.feasible ? ' ' : '-'));
  }
  const counts = new Map<string, number>();
  for (const each of nodes) counts.set(answer(each), (counts.get(answer(each)) ?? 0) + 1);
  return [...counts].map(([text, count]) => literal(`${count} × ${text}`));
}

export function ofSelected(fact: FactOf<'HostSelected'>, run: TellingRun): Telling {
  const scored = run.latest('NodesScored', ({ pod }) => pod === fact.pod);
  if (!run.main && fact.total > 0) return ofSpread(fact, run);
  const nodes = scored?.nodes ?? [];
  const equal = fact.ties > 1 && fact.ties === nodes.length;
  const kind = fact.feasible === 1 ? 'only' : equal ? 'equal' : fact.ties > 1 ? 'tie' : 'one';
  const best = nodes.find(({ node }) => node === fact.node);
  return telling({
    line: `story.selected.${kind}.line`,
    why: kind === 'only' ? 'story.selected.only.why' : 'story.selected.why',
    whatIf: 'story.selected.if',
    params: {
      pod: podParam(fact.pod, run),
      node: fact.node,
      total: fact.total,
      n: fact.ties,
      ties: numberWords(fact.ties),
      terms: termsOf(best),
    },
    anchors: { score, total: `${score}/total`, node: fact.node, pod: podInEtcd(fact.pod) },
    cast: [
      score,
      fact.node,
      ...nodes
        .map(({ node }) => node)
        .filter((n) => n !== fact.node)
        .slice(0, 2),
    ],
    changed: [
      ...nodes.slice(0, 2).map(({ node, total }) => literal(`${node}: ${total}`)),
      changed('story.changed.chosen', { node: fact.node }),
    ],
    terms: ['score'],
  });
}

type Scored = FactOf<'NodesScored'>['nodes'][number];

/** `TaintToleration 100 × 3, …` for the plugins that gave points. */
const termsOf = (scored: Scored | undefined): string =>
  (scored?.plugins ?? [])
    .filter(({ weighted }) => weighted > 0)
    .map(({ plugin, normalized, weight }) => `${plugin} ${normalized} × ${weight}`)
    .join(', ');

/** All siblings of this command that went elsewhere, or with other points. */
function ofSpread(fact: FactOf<'HostSelected'>, run: TellingRun): Telling {
  const place = run.placeOf(fact.pod);
  const selected = (place?.pods ?? [fact.pod]).flatMap(
    (pod) =>
      run.latest('HostSelected', (each) => each.pod === pod) ?? (pod === fact.pod ? fact : []),
  );
  const since = run.latest('CommandEntered')?.id ?? 0;
  const isTold = ({ pod }: FactOf<'HostSelected'>): boolean =>
    run.told.some((each) => each.type === 'HostSelected' && each.pod === pod);
  const fresh = selected.filter((each) => each.id > since && !isTold(each));
  const others = fresh.length > 0 ? fresh : [fact];
  const nodes = [...new Set(others.map(({ node }) => node))];
  const used = run
    .latest('NodesScored', ({ pod }) => pod === fact.pod)
    ?.nodes.reduce((least, { total }) => Math.min(least, total), fact.total);
  const few = nodes.length <= 3;
  const lineOf = (): StoryId => {
    if (place === undefined) return 'story.spread.named.line';
    // The first Pod of the command is still to come, and no other one was told.
    if (few && selected.length === others.length) return 'story.spread.first.line';
    if (used === undefined || used >= fact.total) return 'story.spread.same.line';
    return few ? 'story.spread.line' : 'story.spread.many.line';
  };
  return telling({
    line: lineOf(),
    why: 'story.spread.why',
    whatIf: 'story.spread.if',
    params: {
      pod: podParam(fact.pod, run),
      used: used ?? 0,
      total: fact.total,
      n: others.length,
      count: numberWords(others.length),
      nodes: few ? listWords(nodes) : nodes.length,
    },
    anchors: {
      pod: podInEtcd(fact.pod),
      used: `${score}/used`,
      total: `${score}/total`,
      nodes: together(nodes.slice(0, 3)),
    },
    cast: [score, ...nodes.slice(0, 3)],
    changed: others
      .slice(0, 3)
      .map(({ pod, node, total }) => literal(`${nameInKey(pod)}: ${total} → ${node}`)),
    terms: ['score'],
  });
}

export function ofFailed(fact: FactOf<'SchedulingFailed'>, run: TellingRun): Telling {
  const after = run.latest('PostFiltered', ({ pod }) => pod === fact.pod);
  const nominated = after?.nominatedNode ?? '';
  const hopeless = /preemption: 0\/\d+ nodes are available: \d+ Preemption is not helpful/.test(
    fact.message,
  );
  const kind =
    nominated !== '' ? 'preempts' : after === undefined ? 'plain' : hopeless ? 'hopeless' : 'none';
  const isKnown = all(run.toldOfCommand, 'SchedulingFailed').some(({ pod }) => pod === fact.pod);
  const again = isKnown && kind !== 'preempts';
  return telling({
    line: again ? 'story.unschedulable.again.line' : `story.unschedulable.${kind}.line`,
    why: kind === 'preempts' ? 'story.unschedulable.preempts.why' : 'story.unschedulable.why',
    whatIf: kind === 'preempts' ? undefined : 'story.unschedulable.if',
    params: { pod: podParam(fact.pod, run), node: nominated },
    anchors: {
      scheduler,
      filter,
      waiting: `${scheduler}/unschedulablePods`,
      pod: podInEtcd(fact.pod),
      node: nominated || filter,
    },
    cast: [filter, `${scheduler}/unschedulablePods`],
    changed: [
      literal(`unschedulablePods: ${nameInKey(fact.pod)}`, '+'),
      ...messageLines(fact.message),
    ],
    terms: ['unschedulable-pods', 'filter'],
  });
}

/** The scheduler as tables: queues, filters by node, scores with their arithmetic, the binding. */

import { type ReactNode, useMemo } from 'react';
import type { SchedulerStage } from '#facts/fact-kind';
import { podOf } from '#facts/names';
import { titleOf } from '#facts/title-of';
import { type Translate, useT } from '#i18n/locale';
import { wordFor } from '#i18n/word-for';
import { roomOf } from '#player/place';
import { usePlayer } from '#player/player';
import type { SchedulingScene } from '#player/scene';
import type { TraceLog } from '#player/trace-log';
import type { Fact, FactOf } from '#trace/facts';
import { answerLooks } from '../../answers.ts';
import { answerSigns, type FilterAnswer, filterAnswers, unfiltered } from '../../filter-answers.ts';
import { newestFacts } from './controller-stage.tsx';
import { Go, StageFrame, StageTable, type TableRow } from './stage-frame.tsx';

interface SchedulerStageProps {
  readonly stage: SchedulerStage;
  readonly width: number | undefined;
}

export function SchedulerStageTables({ stage, width }: SchedulerStageProps): ReactNode {
  const t = useT();
  const attempt = usePlayer(({ scene }) => scene.scheduler.last);
  return (
    <StageFrame
      family="scheduler"
      title={t(`stage.scheduler.${stage}`)}
      width={width}
      about={
        attempt === undefined ? undefined : (
          <>
            <code>{attempt.pod}</code>{' '}
            {t('stage.scheduler.attempt', { n: Math.max(1, attempt.attempts) })}
          </>
        )
      }
    >
      {stage === 'queues' && <Queues />}
      {stage === 'filter' && <Filters attempt={attempt} />}
      {stage === 'score' && <Scores attempt={attempt} />}
      {stage === 'bind' && <Binding attempt={attempt} />}
    </StageFrame>
  );
}

/** The newest facts of all schedulers, newest first. */
function schedulerFacts(
  log: TraceLog,
  cursor: number,
  fits: (fact: Fact) => boolean,
): readonly Fact[] {
  const schedulers = log.components.filter((each) => roomOf(each) === 'kube-scheduler');
  const found = schedulers.flatMap((each) => newestFacts(log, each, cursor, shownFacts, fits));
  return found.sort((a, b) => b.id - a.id).slice(0, shownFacts);
}

const shownFacts = 30;

function Queues(): ReactNode {
  const t = useT();
  const scheduler = usePlayer(({ scene }) => scene.scheduler);
  const log = usePlayer((state) => state.log);
  const cursor = usePlayer((state) => state.cursor);
  const moves = useMemo(
    () =>
      schedulerFacts(log, cursor, ({ type }) => type === 'PodQueued').filter(
        (fact): fact is FactOf<'PodQueued'> & typeof fact => fact.type === 'PodQueued',
      ),
    [log, cursor],
  );
  return (
    <>
      <StageTable
        columns={[t('stage.queue'), 'Pod']}
        rows={(['activeQ', 'backoffQ', 'unschedulablePods'] as const).flatMap((name) =>
          scheduler[name].map((pod) => ({
            key: `${name} ${pod}`,
            cells: [name, <code key="p">{pod}</code>],
            look: name === 'activeQ' ? ('on' as const) : undefined,
          })),
        )}
        empty={t('stage.scheduler.noneWaits')}
      />
      <StageTable
        title={t('stage.scheduler.moves')}
        columns={['Pod', t('stage.queue'), t('stage.event')]}
        rows={moves.map(({ id, pod, queue, event, gate }) => ({
          key: id,
          fact: id,
          cells: [
            <Go key="p" fact={id}>
              {pod}
            </Go>,
            queue,
            gate === undefined ? event : `${event} (${gate})`,
          ],
        }))}
        empty={t('stage.notYet')}
      />
    </>
  );
}

interface AttemptProps {
  readonly attempt: SchedulingScene | undefined;
}

/** Nodes down, plugins across: the first plugin that rejects a node ends its row. */
function Filters({ attempt }: AttemptProps): ReactNode {
  const t = useT();
  const known = usePlayer(({ scene }) => scene.nodes);
  const { nodes = [], plugins = [] } = attempt?.filtered ?? {};
  const leftOut = unfiltered(known, attempt?.filtered);
  const rows = nodes.map(
    (node): TableRow => ({
      key: node.node,
      look: node.feasible ? 'on' : 'fail',
      acts: !node.feasible,
      cells: [
        node.node,
        node.feasible ? t('inside.scheduler.fits') : t('stage.scheduler.refused'),
        ...filterAnswers(plugins, node).map(({ plugin, answer }) => (
          <Answer key={plugin} answer={answer} />
        )),
        node.reasons.join(', '),
      ],
    }),
  );
  const others = leftOut.map(
    (name): TableRow => ({
      key: name,
      look: undefined,
      cells: [
        name,
        t('stage.scheduler.notPut'),
        ...plugins.map((plugin) => <Answer key={plugin} answer="notAsked" />),
        '',
      ],
    }),
  );
  return (
    <>
      <StageTable
        title={t('stage.scheduler.nodes')}
        columns={[t('stage.node'), t('stage.outcome'), ...plugins, t('stage.reason')]}
        rows={[...rows, ...others]}
        empty={t('inside.scheduler.notYet')}
      />
      {nodes.length > 0 && <p className="quiet">{t('stage.scheduler.legend')}</p>}
      {leftOut.length > 0 && <p className="quiet">{t('stage.scheduler.notPut.why')}</p>}
      <StageTable
        title="PreFilter"
        columns={[t('stage.plugin'), t('stage.outcome'), t('stage.reason')]}
        rows={pluginRows(t, attempt?.preFiltered?.plugins ?? [])}
        empty={t('inside.scheduler.notYet')}
      />
      {attempt?.failed !== undefined && <p className="fail">{attempt.failed.message}</p>}
    </>
  );
}

function Answer({ answer }: Pick<FilterAnswer, 'answer'>): ReactNode {
  const t = useT();
  const words = t(`stage.scheduler.${answer}`);
  return (
    <span className={`answer ${answer}`} role="img" aria-label={words} title={words}>
      {answerSigns[answer]}
    </span>
  );
}

function pluginRows(t: Translate, plugins: FactOf<'PreFiltered'>['plugins']): readonly TableRow[] {
  return plugins.map(({ plugin, outcome, reason }) => ({
    key: plugin,
    cells: [plugin, wordFor(t, 'answer', outcome), reason],
    ...answerLooks[outcome],
  }));
}

/** Plugins down, nodes across: raw score, normalized score, weight, and weighted score. */
function Scores({ attempt }: AttemptProps): ReactNode {
  const t = useT();
  const nodes = attempt?.scored?.nodes ?? [];
  const winner = attempt?.selected;
  const plugins = nodes[0]?.plugins ?? [];
  const rows = plugins.map(({ plugin, weight }, row): TableRow => {
    const terms = nodes.map((node) => node.plugins[row]);
    const differs = terms.some((term) => term?.weighted !== terms[0]?.weighted);
    return {
      key: plugin,
      look: differs ? 'on' : 'off',
      cells: [
        plugin,
        ...terms.map((term) =>
          term === undefined
            ? ''
            : `${term.raw} → ${term.normalized} × ${weight} = ${term.weighted}`,
        ),
      ],
    };
  });
  const sums: TableRow = {
    key: 'total',
    look: 'on',
    acts: true,
    cells: [
      t('inside.scheduler.final'),
      ...nodes.map(({ node, plugins: terms, total }) => (
        <b key={node} className={node === winner?.node ? 'winner-sum' : ''}>
          {terms.map(({ weighted }) => weighted).join(' + ')} = {total}
        </b>
      )),
    ],
  };
  return (
    <>
      <StageTable
        title={t('stage.scheduler.arithmetic')}
        columns={[t('stage.plugin'), ...nodes.map(({ node }) => node)]}
        numbers={nodes.map((_, index) => index + 1)}
        rows={nodes.length === 0 ? [] : [...rows, sums]}
        empty={
          winner === undefined
            ? t('inside.scheduler.notYet')
            : t('stage.scheduler.alone', { node: winner.node })
        }
      />
      {winner !== undefined && nodes.length > 0 && (
        <p className="second">
          {t('stage.scheduler.winner', {
            node: winner.node,
            total: winner.total,
            ties: winner.ties,
          })}
        </p>
      )}
    </>
  );
}

const bindingFacts = new Set(['PodAssumed', 'ExtensionPointRan', 'PodBound', 'SchedulingFailed']);

function Binding({ attempt }: AttemptProps): ReactNode {
  const t = useT();
  const log = usePlayer((state) => state.log);
  const cursor = usePlayer((state) => state.cursor);
  const pod = attempt?.pod;
  const facts = useMemo(
    () =>
      schedulerFacts(
        log,
        cursor,
        (fact) => bindingFacts.has(fact.type) && podOf(fact) === pod,
      ).toReversed(),
    [log, cursor, pod],
  );
  return (
    <StageTable
      columns={[t('stage.fact'), t('stage.what'), t('stage.plugin')]}
      rows={facts.map((fact) => ({
        key: fact.id,
        fact: fact.id,
        cells: [
          fact.type === 'ExtensionPointRan' ? fact.point : fact.type,
          <Go key="g" fact={fact.id}>
            {titleOf(fact, t)}
          </Go>,
          fact.type === 'ExtensionPointRan'
            ? fact.plugins
                .map(({ plugin, outcome }) => `${plugin}: ${wordFor(t, 'answer', outcome)}`)
                .join(', ')
            : '',
        ],
      }))}
      empty={t('inside.scheduler.notYet')}
    />
  );
}

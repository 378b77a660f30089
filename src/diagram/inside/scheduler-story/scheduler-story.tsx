/**
 * The scheduler in the story: for each of the last Pods, side by side, which nodes may run it, how
 * well each one fits, the sum, and where the Pod goes.
 */
import './scheduler-story.css';
import type { ReactNode } from 'react';
import type { NodeProps } from 'reactflow';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { SchedulingScene } from '#player/scene';
import type { RoomNode } from '../../elements.ts';
import { answerSigns, filterAnswers } from '../../filter-answers.ts';
import { lastPart } from '../../nodes/short-names.ts';
import { useAnchor } from '../../story/anchored.ts';
import { RoomStrip } from '../node-story/room-strip.tsx';
import { filtersOf, pointsOf, scorersOf, shownNodes, skippedBy } from './shown-scores.ts';

export function SchedulerStory({ data: { room } }: NodeProps<RoomNode>): ReactNode {
  const attempts = usePlayer(({ scene }) => scene.scheduler.recent);
  const current = usePlayer(({ scene }) => scene.scheduler.last?.pod);
  const rows = { filters: filtersOf(attempts), scorers: scorersOf(attempts) };
  return (
    <div className="told-room">
      <RoomStrip room={room} />
      <section className="scheduler-story" aria-label={room} {...useAnchor(room)}>
        <Questions {...rows} skipped={skippedBy(attempts)} />
        {attempts.map((attempt) => (
          <Attempt
            key={attempt.pod}
            {...rows}
            attempt={attempt}
            current={attempt.pod === current}
          />
        ))}
      </section>
    </div>
  );
}

/** The plugins, in the same order in all tables. */
interface Rows {
  readonly filters: readonly string[];
  readonly scorers: readonly string[];
}

/** The questions about each node, row by row, once for all Pods. */
function Questions({ filters, scorers, skipped }: Rows & { readonly skipped: number }): ReactNode {
  const t = useT();
  return (
    <div className="questions">
      <ul {...useAnchor('kube-scheduler/filter')}>
        <li className="asked">{t('story.filter')}</li>
        {filters.map((plugin) => (
          <li key={plugin}>{plugin}</li>
        ))}
        <li className="quiet">{skipped > 0 && t('story.filter.skipped', { n: skipped })}</li>
      </ul>
      <ul {...useAnchor('kube-scheduler/score')}>
        <li className="asked">{t('story.score')}</li>
        {scorers.map((plugin) => (
          <li key={plugin}>{plugin}</li>
        ))}
        {scorers.length > 0 && <li className="sum">{t('story.score.sum')}</li>}
      </ul>
    </div>
  );
}

interface AttemptProps extends Rows {
  readonly attempt: SchedulingScene;
  readonly current: boolean;
}

function Attempt({ attempt, current, filters, scorers }: AttemptProps): ReactNode {
  const columns = useAnchor('kube-scheduler/filter/nodes');
  const nodes = shownNodes(attempt);
  const won = attempt.selected?.node;
  return (
    <article className={current ? 'attempt-told current' : 'attempt-told'}>
      <h3>
        Pod <code>{lastPart(attempt.pod.slice(attempt.pod.indexOf('/') + 1))}</code>
      </h3>
      <div className="columns" {...columns}>
        {nodes.map((node) => (
          <div key={node} className={node === won ? 'column won' : 'column'}>
            <Filters node={node} attempt={attempt} filters={filters} />
            <Scores node={node} attempt={attempt} scorers={scorers} />
          </div>
        ))}
      </div>
      <Outcome attempt={attempt} />
    </article>
  );
}

interface ColumnProps {
  readonly node: string;
  readonly attempt: SchedulingScene;
}

/** One no is enough: a tick or a cross for each plugin that looked at the node. */
function Filters({ node, attempt, filters }: ColumnProps & Pick<Rows, 'filters'>): ReactNode {
  const { filtered } = attempt;
  const anchor = useAnchor(node);
  const found = filtered?.nodes.find((each) => each.node === node);
  const answers = found === undefined ? [] : filterAnswers(filtered?.plugins ?? [], found);
  return (
    <ul>
      <li className="asked" {...anchor}>
        {node}
      </li>
      {filters.map((plugin) => {
        const answer = answers.find((each) => each.plugin === plugin)?.answer ?? 'notAsked';
        return (
          <li key={plugin} className={answer}>
            {answerSigns[answer]}
          </li>
        );
      })}
      <li />
    </ul>
  );
}

/** How well the node fits: the points of each plugin, and the sum as a bar and a number. */
function Scores({ node, attempt, scorers }: ColumnProps & Pick<Rows, 'scorers'>): ReactNode {
  const total = attempt.scored?.nodes.find((each) => each.node === node)?.total;
  const most = Math.max(1, ...(attempt.scored?.nodes ?? []).map((each) => each.total));
  const anchor = useAnchor(`kube-scheduler/score/${total === most ? 'total' : 'used'}`);
  if (total === undefined) return null;
  return (
    <ul>
      <li className="asked" />
      {scorers.map((plugin) => (
        <li key={plugin} className="num">
          {pointsOf(attempt, node, plugin)}
        </li>
      ))}
      <li className="sum num" {...anchor}>
        <svg viewBox="0 0 60 6" preserveAspectRatio="none" aria-hidden="true">
          <rect width={(60 * total) / most} height="6" />
        </svg>
        {total}
      </li>
    </ul>
  );
}

/** Where the Pod goes, as far as that is decided: a promise until the kubelet hears of it. */
function Outcome({ attempt }: { readonly attempt: SchedulingScene }): ReactNode {
  const t = useT();
  const { selected, failed, pod } = attempt;
  const bound = usePlayer(({ scene }) => scene.pods.get(pod)?.node !== undefined);
  const waits = useAnchor('kube-scheduler/unschedulablePods');
  if (failed !== undefined) {
    return (
      <p className="fail" {...waits}>
        {failed.message}
      </p>
    );
  }
  if (selected === undefined) return null;
  return (
    <p className="outcome">
      <b>→ {selected.node}</b>
      <span className="promise">
        {t(bound ? 'diagram.promise.bound' : 'diagram.promise.chosen')}
      </span>
    </p>
  );
}

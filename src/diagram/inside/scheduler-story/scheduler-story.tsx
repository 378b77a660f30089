/**
 * The scheduler in the story: for each of the last Pods, side by side, which nodes may run it, how
 * well each one fits, the sum, and where the Pod goes. All of them share their rows.
 */
import './scheduler-story.css';
import type { ReactNode } from 'react';
import type { NodeProps } from 'reactflow';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { Scene, SchedulingScene } from '#player/scene';
import type { RoomNode } from '../../elements.ts';
import { answerSigns, filterAnswers } from '../../filter-answers.ts';
import { lastPart } from '../../nodes/short-names.ts';
import { useAnchor } from '../../story/anchored.ts';
import { RoomStrip } from '../node-story/room-strip.tsx';
import { momentOf } from '../room-words.ts';
import {
  filtersOf,
  highestOf,
  momentIn,
  ofThisRun,
  pointsOf,
  scorersOf,
  shownNodes,
  silentScorers,
  skippedBy,
  totalOf,
  weightOf,
} from './shown-scores.ts';

export function SchedulerStory({ data: { room } }: NodeProps<RoomNode>): ReactNode {
  const recent = usePlayer(({ scene }) => scene.scheduler.recent);
  const begin = usePlayer(({ steps }) => steps[0]?.at ?? 0);
  const attempts = ofThisRun(recent, begin);
  const current = usePlayer(({ scene }) => scene.scheduler.last?.pod);
  const rows = { filters: filtersOf(attempts), scorers: scorersOf(attempts) };
  const highest = Math.max(1, ...attempts.map(highestOf));
  return (
    <div className="told-room of-scheduler">
      <RoomStrip room={room} />
      <section className="scheduler-story" aria-label={room} {...useAnchor(room)}>
        <Questions {...rows} attempts={attempts} />
        {attempts.map((attempt) => (
          <Attempt
            key={attempt.pod}
            {...rows}
            attempt={attempt}
            begin={begin}
            highest={highest}
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

interface QuestionsProps extends Rows {
  readonly attempts: readonly SchedulingScene[];
}

/** The questions about each node, row by row, once for all Pods. */
function Questions({ filters, scorers, attempts }: QuestionsProps): ReactNode {
  const t = useT();
  const filter = useAnchor('kube-scheduler/filter');
  const score = useAnchor('kube-scheduler/score');
  const skipped = skippedBy(attempts);
  const silent = silentScorers(attempts, scorers);
  return (
    <div className="questions">
      <div className="asks may" {...filter}>
        <b className="asking">{t('story.filter')}</b>
        <span className="rule">{t('story.filter.rule')}</span>
        <ul>
          {filters.map((plugin) => (
            <li key={plugin}>{plugin}</li>
          ))}
        </ul>
        <span className="rule">{skipped > 0 && t('story.filter.skipped', { n: skipped })}</span>
      </div>
      <div className={scorers.length > 0 ? 'asks best' : 'asks best ahead'} {...score}>
        <div className="how">
          <b className="asking">{t('story.score')}</b>
          <span className="rule">{t('story.score.rule')}</span>
          {silent > 0 && <span className="rule">{t('story.score.silent', { n: silent })}</span>}
        </div>
        {scorers.length > 0 && (
          <>
            <ul>
              {scorers.map((plugin, index) => (
                <li key={plugin} className="scorer">
                  <i className={shadeOf(index)} />
                  <span>{plugin}</span>
                  <small className="weight num">× {weightOf(attempts, plugin)}</small>
                </li>
              ))}
            </ul>
            <b className="sum">{t('story.score.sum')}</b>
          </>
        )}
      </div>
      {attempts.some(({ selected }) => selected !== undefined) && (
        <div className="goes">
          <b className="asking">{t('story.goes')}</b>
          <span className="rule">{t('story.goes.rule')}</span>
        </div>
      )}
    </div>
  );
}

/** The plugin that tells the nodes apart has the strongest colour. */
const shadeOf = (index: number): string => `shade s${Math.min(index, 2)}`;

interface AttemptProps extends Rows {
  readonly attempt: SchedulingScene;
  readonly current: boolean;
  /** When the run begins, from which moments are counted. */
  readonly begin: number;
  /** The best sum of all attempts: the height of the highest bar. */
  readonly highest: number;
}

function Attempt(props: AttemptProps): ReactNode {
  const { attempt, current, begin, filters, scorers, highest } = props;
  const t = useT();
  const answers = useAnchor('kube-scheduler/filter/nodes');
  const nodes = shownNodes(attempt);
  const won = attempt.selected?.node;
  const at = momentIn(attempt);
  const each = (cell: (node: string) => ReactNode): ReactNode =>
    nodes.map((node) => (
      <div key={node} className={node === won ? 'cell won' : 'cell'}>
        {cell(node)}
      </div>
    ));
  return (
    <article className={current ? 'attempt-told current' : 'attempt-told'}>
      <h3>
        Pod <code>{lastPart(attempt.pod.slice(attempt.pod.indexOf('/') + 1))}</code>
        {at !== undefined && <small className="moment num">{momentOf(at - begin)}</small>}
      </h3>
      <div className="columns names">
        {each((node) => (
          <NodeName node={node} />
        ))}
      </div>
      <div className="columns answers" {...answers}>
        {each((node) => (
          <Answers node={node} attempt={attempt} filters={filters} />
        ))}
      </div>
      {attempt.scored === undefined && won === undefined && attempt.failed === undefined && (
        <p className="not-yet">{t('room.chain.state.ahead')}</p>
      )}
      {attempt.scored !== undefined && (
        <>
          <div className="columns bars">
            {each((node) => (
              <ScoreBar node={node} attempt={attempt} scorers={scorers} highest={highest} />
            ))}
          </div>
          <div className="columns points num">
            {each((node) => (
              <Points node={node} attempt={attempt} scorers={scorers} />
            ))}
          </div>
          <div className="columns sums num">
            {each((node) => (
              <Total node={node} attempt={attempt} />
            ))}
          </div>
        </>
      )}
      <Outcome attempt={attempt} />
    </article>
  );
}

interface ColumnProps {
  readonly node: string;
  readonly attempt: SchedulingScene;
}

function NodeName({ node }: Pick<ColumnProps, 'node'>): ReactNode {
  return (
    <span className="name" {...useAnchor(node)}>
      {node}
    </span>
  );
}

/** One no is enough: a tick or a cross for each plugin that looked at the node. */
function Answers({ node, attempt, filters }: ColumnProps & Pick<Rows, 'filters'>): ReactNode {
  const { filtered } = attempt;
  const found = filtered?.nodes.find((each) => each.node === node);
  const answers = found === undefined ? [] : filterAnswers(filtered?.plugins ?? [], found);
  return (
    <ul>
      {filters.map((plugin) => {
        const answer = answers.find((each) => each.plugin === plugin)?.answer ?? 'notAsked';
        return (
          <li key={plugin} className={answer}>
            {answerSigns[answer]}
          </li>
        );
      })}
    </ul>
  );
}

/** How well the node fits, as one bar of the points of each plugin. */
function ScoreBar({
  node,
  attempt,
  scorers,
  highest,
}: ColumnProps & Pick<AttemptProps, 'scorers' | 'highest'>): ReactNode {
  const total = totalOf(attempt, node);
  if (total === undefined) return null;
  return (
    <div className="bar" aria-hidden="true" style={{ height: `${(100 * total) / highest}%` }}>
      {scorers.map((plugin, index) => (
        <i
          key={plugin}
          className={shadeOf(index)}
          style={{ flexGrow: pointsOf(attempt, node, plugin) }}
        />
      ))}
    </div>
  );
}

function Points({ node, attempt, scorers }: ColumnProps & Pick<Rows, 'scorers'>): ReactNode {
  if (totalOf(attempt, node) === undefined) return null;
  return (
    <ul>
      {scorers.map((plugin) => (
        <li key={plugin}>{pointsOf(attempt, node, plugin)}</li>
      ))}
    </ul>
  );
}

function Total({ node, attempt }: ColumnProps): ReactNode {
  const total = totalOf(attempt, node);
  const isBest = total === highestOf(attempt);
  return (
    <b className="total" {...useAnchor(`kube-scheduler/score/${isBest ? 'total' : 'used'}`)}>
      {total}
    </b>
  );
}

/** What is still to come, as long as the kubelet of the node has not heard of the Pod. */
function promiseOf({ pods, nodes }: Scene, pod: string) {
  const node = pods.get(pod)?.node;
  if (node === undefined) return 'diagram.promise.chosen';
  return nodes.get(node)?.heard.includes(pod) === true ? undefined : 'diagram.promise.bound';
}

/** Where the Pod goes, as far as that is decided: a promise until the kubelet hears of it. */
function Outcome({ attempt }: { readonly attempt: SchedulingScene }): ReactNode {
  const t = useT();
  const { selected, failed, pod } = attempt;
  const promise = usePlayer(({ scene }) => promiseOf(scene, pod));
  const waits = useAnchor('kube-scheduler/unschedulablePods');
  if (failed !== undefined) {
    return (
      <p className="fail" {...waits}>
        {failed.message}
      </p>
    );
  }
  if (selected === undefined) return null;
  const { node, feasible, ties } = selected;
  return (
    <div className="outcome">
      <p>
        <b className="where">→ {node}</b>
        <span className="rule">
          {feasible === 1 ? t('story.goes.only') : ties > 0 && t('story.goes.first', { n: ties })}
        </span>
      </p>
      {promise !== undefined && <span className="promise">{t(promise)}</span>}
    </div>
  );
}

/**
 * The scheduler as the story tells it: for each of the last Pods beside each other, which nodes may
 * run it, how well each one fits, the sum, and where the Pod goes.
 */
import './scheduler-story.css';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { SchedulingScene } from '#player/scene';
import { answerSigns, filterAnswers } from '../../filter-answers.ts';
import { lastPart } from '../../nodes/short-names.ts';
import { useAnchor } from '../../story/anchored.ts';
import { RoomStrip } from '../node-story/room-strip.tsx';
import { scoreRows, shownNodes } from './shown-scores.ts';

export function SchedulerStory({ room }: { readonly room: string }): ReactNode {
  const attempts = usePlayer(({ scene }) => scene.scheduler.recent);
  const current = usePlayer(({ scene }) => scene.scheduler.last?.pod);
  return (
    <div className="told-room">
      <RoomStrip room={room} />
      <section className="scheduler-story" aria-label={room} {...useAnchor(room)}>
        {attempts.map((attempt) => (
          <Attempt key={attempt.pod} attempt={attempt} current={attempt.pod === current} />
        ))}
      </section>
    </div>
  );
}

interface AttemptProps {
  readonly attempt: SchedulingScene;
  readonly current: boolean;
}

function Attempt({ attempt, current }: AttemptProps): ReactNode {
  const nodes = shownNodes(attempt);
  return (
    <article className={current ? 'attempt-told current' : 'attempt-told'}>
      <h3>
        Pod <code>{lastPart(attempt.pod.slice(attempt.pod.indexOf('/') + 1))}</code>
      </h3>
      <table>
        <thead>
          <tr>
            <td />
            {nodes.map((node) => (
              <th key={node} className={attempt.selected?.node === node ? 'won' : ''}>
                {node}
              </th>
            ))}
          </tr>
        </thead>
        <Filters attempt={attempt} nodes={nodes} />
        <Scores attempt={attempt} nodes={nodes} />
      </table>
      <Outcome attempt={attempt} />
    </article>
  );
}

interface RowsProps {
  readonly attempt: SchedulingScene;
  readonly nodes: readonly string[];
}

/** One no is enough: a tick or a cross for each plugin that looked at a node. */
function Filters({ attempt, nodes }: RowsProps): ReactNode {
  const t = useT();
  const { filtered, preFiltered } = attempt;
  const skipped = preFiltered?.plugins.filter(({ outcome }) => outcome === 'skip').length ?? 0;
  const answers = nodes.map((name) => {
    const node = filtered?.nodes.find((each) => each.node === name);
    return node === undefined ? [] : filterAnswers(filtered?.plugins ?? [], node);
  });
  return (
    <tbody {...useAnchor('kube-scheduler/filter')}>
      <Title words={t('story.filter')} />
      {(filtered?.plugins ?? []).map((plugin, row) => (
        <tr key={plugin}>
          <th scope="row">{plugin}</th>
          {nodes.map((node, column) => (
            <td key={node} className={answers[column]?.[row]?.answer}>
              {answerSigns[answers[column]?.[row]?.answer ?? 'notAsked']}
            </td>
          ))}
        </tr>
      ))}
      {filtered !== undefined && skipped > 0 && (
        <tr>
          <th scope="row" className="fold-chip">
            {t('story.filter.skipped', { n: skipped })}
          </th>
        </tr>
      )}
    </tbody>
  );
}

/** How well a node fits: what each plugin gives, and the sum as a bar and a number. */
function Scores({ attempt, nodes }: RowsProps): ReactNode {
  const t = useT();
  const rows = scoreRows(attempt, nodes);
  const totals = nodes.map(
    (name) => attempt.scored?.nodes.find(({ node }) => node === name)?.total,
  );
  const most = Math.max(1, ...totals.map((total) => total ?? 0));
  const anchor = useAnchor('kube-scheduler/score');
  if (attempt.scored === undefined) {
    return (
      <tbody {...anchor} className="ahead">
        <Title words={t('story.score')} />
        <tr>
          <td>{t('inside.scheduler.notYet')}</td>
        </tr>
      </tbody>
    );
  }
  return (
    <tbody {...anchor}>
      <Title words={t('story.score')} />
      {rows.map(({ plugin, points }) => (
        <tr key={plugin}>
          <th scope="row">{plugin}</th>
          {points.map((each, column) => (
            <td key={nodes[column]} className="num">
              {each}
            </td>
          ))}
        </tr>
      ))}
      <tr className="sum">
        <th scope="row">{t('story.score.sum')}</th>
        {nodes.map((node, column) => (
          <td key={node} className={attempt.selected?.node === node ? 'num won' : 'num'}>
            <svg viewBox="0 0 60 8" aria-hidden="true">
              <rect width={(60 * (totals[column] ?? 0)) / most} height="8" />
            </svg>
            {totals[column] ?? '–'}
          </td>
        ))}
      </tr>
    </tbody>
  );
}

function Title({ words }: { readonly words: string }): ReactNode {
  return (
    <tr className="part-title">
      <th scope="rowgroup">{words}</th>
    </tr>
  );
}

/** Where the Pod goes, as far as it is decided: a promise until the kubelet hears. */
function Outcome({ attempt }: { readonly attempt: SchedulingScene }): ReactNode {
  const t = useT();
  const { selected, failed, pod } = attempt;
  const bound = usePlayer(({ scene }) => scene.pods.get(pod)?.node !== undefined);
  if (failed !== undefined) return <p className="fail">{failed.message}</p>;
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

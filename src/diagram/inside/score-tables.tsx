/** The filter and the score table of one scheduling attempt, and the sums as bars. */

import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { SchedulingScene } from '#player/scene';
import type { FactOf } from '#trace/facts';
import { answerSigns, filterAnswers, unfiltered } from '../filter-answers.ts';
import { OpenStage } from './stage/open-stage.tsx';

/** Columns that a table has room for; other nodes are left out, but never the winner. */
const shownNodes = 5;

interface Attempt {
  readonly attempt: SchedulingScene | undefined;
}

export function FilterTable({ attempt }: Attempt): ReactNode {
  const t = useT();
  const { nodes = [], plugins = [] } = attempt?.filtered ?? {};
  const feasible = nodes.filter((node) => node.feasible).length;
  const known = usePlayer(({ scene }) => scene.nodes);
  const leftOut = unfiltered(known, attempt?.filtered).slice(0, Math.max(0, 10 - nodes.length));
  const skipped = (attempt?.preFiltered?.plugins ?? []).filter(({ outcome }) => outcome === 'skip');
  return (
    <section className={`plate${attempt?.point === 'Filter' ? ' on' : ''}`} aria-label="Filter">
      <h3>
        <OpenStage station="filter">Filter</OpenStage>
        {nodes.length > 0 && (
          <small>{t('inside.scheduler.feasible', { feasible, total: nodes.length })}</small>
        )}
      </h3>
      {nodes.length === 0 && <p className="quiet">{t('inside.scheduler.notYet')}</p>}
      <table>
        <tbody>
          {nodes.slice(0, 10).map((node) => (
            <FilteredNode key={node.node} node={node} plugins={plugins} />
          ))}
          {leftOut.map((name) => (
            <tr key={name} className="off" title={t('stage.scheduler.notPut.why')}>
              <td>{name}</td>
              <td>{t('stage.scheduler.notPut')}</td>
            </tr>
          ))}
          {skipped.map(({ plugin }) => (
            <tr key={plugin} className="off">
              <td>{plugin}</td>
              <td>{t('inside.scheduler.skipped')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Filtered = FactOf<'NodesFiltered'>;

interface FilteredNodeProps {
  readonly node: Filtered['nodes'][number];
  readonly plugins: Filtered['plugins'];
}

/** One node, with a sign for each plugin that looked at it. */
function FilteredNode({ node, plugins }: FilteredNodeProps): ReactNode {
  const t = useT();
  const { feasible, plugin: refusing, reasons } = node;
  return (
    <tr>
      <td>
        {node.node}
        <small className="answers" aria-hidden="true">
          {filterAnswers(plugins, node).map(({ plugin, answer }) => (
            <span
              key={plugin}
              className={`answer ${answer}`}
              title={`${plugin}: ${t(`stage.scheduler.${answer}`)}`}
            >
              {answerSigns[answer]}
            </span>
          ))}
        </small>
      </td>
      <td className={feasible ? 'ok' : 'fail'}>
        {feasible ? t('inside.scheduler.fits') : `${refusing}: ${reasons.join(', ')}`}
      </td>
    </tr>
  );
}

export function ScoreTable({ attempt }: Attempt): ReactNode {
  const t = useT();
  const scored = attempt?.scored;
  const nodes = columnsOf(scored, attempt?.selected?.node);
  const plugins = nodes[0]?.plugins ?? [];
  const winner = attempt?.selected?.node;
  const without =
    winner === undefined
      ? t('inside.scheduler.notYet')
      : t('stage.scheduler.alone', { node: winner });
  const cell = (node: string): string => (node === winner ? 'num winner' : 'num');
  return (
    <section className={`plate score${attempt?.point === 'Score' ? ' on' : ''}`} aria-label="Score">
      <h3>
        <OpenStage station="score">Score</OpenStage>{' '}
        <small>{t('inside.scheduler.normalized')}</small>
      </h3>
      {nodes.length === 0 && <p className="quiet">{without}</p>}
      {nodes.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>{t('inside.scheduler.plugin')}</th>
              <th className="num">{t('inside.scheduler.weight')}</th>
              {nodes.map(({ node }) => (
                <th key={node} className={cell(node)}>
                  {node}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {plugins.map(({ plugin, weight }, row) => {
              const terms = nodes.map((node) => node.plugins[row]?.weighted ?? 0);
              const scores = nodes.map((node) => node.plugins[row]?.normalized ?? 0);
              const differs = terms.some((term) => term !== terms[0]);
              return (
                <tr key={plugin} className={differs ? 'differs' : ''}>
                  <td>{plugin}</td>
                  <td className="num">× {weight}</td>
                  {nodes.map(({ node }, column) => (
                    <td key={node} className={cell(node)}>
                      <small>{scores[column]}</small> {terms[column]}
                    </td>
                  ))}
                </tr>
              );
            })}
            <tr className="total">
              <td colSpan={2}>{t('inside.scheduler.final')}</td>
              {nodes.map(({ node, total }) => (
                <td key={node} className={cell(node)}>
                  {total}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      )}
      <Bars nodes={nodes} winner={winner} />
    </section>
  );
}

type ScoredNode = FactOf<'NodesScored'>['nodes'][number];

function columnsOf(
  scored: FactOf<'NodesScored'> | undefined,
  winner: string | undefined,
): readonly ScoredNode[] {
  const nodes = scored?.nodes ?? [];
  if (nodes.length <= shownNodes) return nodes;
  const best = nodes.filter(({ node }) => node === winner);
  const others = nodes.filter(({ node }) => node !== winner);
  return [...others.slice(0, shownNodes - best.length), ...best];
}

const shades = ['a', 'b', 'c', 'd'] as const;

function Bars({
  nodes,
  winner,
}: {
  readonly nodes: readonly ScoredNode[];
  readonly winner: string | undefined;
}): ReactNode {
  const most = Math.max(1, ...nodes.map(({ total }) => total));
  const width = 220;
  return (
    <div className="bars" aria-hidden="true">
      {nodes.map(({ node, plugins, total }) => {
        let x = 0;
        return (
          <div key={node} className={node === winner ? 'bar-row winner' : 'bar-row'}>
            <span>{node}</span>
            <svg width={width} height="14" aria-hidden="true">
              {plugins
                .filter(({ weighted }) => weighted > 0)
                .map(({ plugin, weighted }, index) => {
                  const start = x;
                  const length = (weighted / most) * width;
                  x += length;
                  return (
                    <rect
                      key={plugin}
                      className={`term ${shades[index % shades.length]}`}
                      x={start}
                      width={Math.max(0, length - 1)}
                      height="14"
                    />
                  );
                })}
            </svg>
            <b className="num">{total}</b>
          </div>
        );
      })}
    </div>
  );
}

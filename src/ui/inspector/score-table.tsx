/** Nodes × plugins: which filter refused, and the sums that decided. */
import { Fragment, type ReactNode } from 'react';
import { type FilterAnswer, filterAnswers, unfiltered } from '#diagram/filter-answers';
import { useScroller } from '#diagram/use-scroller';
import { useT } from '#i18n/locale';
import { player } from '#player/player';
import type { FactOf } from '#trace/facts';
import { Icon } from '../icons.tsx';

export function FilterTable({ fact }: { readonly fact: FactOf<'NodesFiltered'> }): ReactNode {
  const t = useT();
  return (
    <>
      <p className="q">{t('inspector.filters.order', { plugins: fact.plugins.join(' → ') })}</p>
      <ol className="asked">
        {fact.nodes.map((node) => (
          <li
            key={node.node}
            className={node.feasible ? undefined : 'refused'}
            data-acts={!node.feasible || undefined}
          >
            <Icon name={node.feasible ? 'check' : 'denied'} />
            <span>{node.node}</span>
            <span className={node.feasible ? 'ok' : 'fail'}>{node.plugin}</span>
            {node.reasons.length > 0 && <p className="left mono">{node.reasons.join(', ')}</p>}
            {!node.feasible && <NotAsked plugins={fact.plugins} node={node} />}
          </li>
        ))}
        {unfiltered(player.getState().scene.nodes, fact).map((name) => (
          <li key={name} className="inert">
            <Icon name="dash" />
            <span>{name}</span>
            <span>{t('stage.scheduler.notPut')}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

interface NotAskedProps {
  readonly plugins: readonly string[];
  readonly node: FactOf<'NodesFiltered'>['nodes'][number];
}

/** The plugins around a refusal: those before it passed the node, those after it were not asked. */
function NotAsked({ plugins, node }: NotAskedProps): ReactNode {
  const t = useT();
  const answers = filterAnswers(plugins, node);
  const named = (wanted: FilterAnswer['answer']): string =>
    answers.flatMap(({ plugin, answer }) => (answer === wanted ? plugin : [])).join(', ');
  const [passed, spared] = [named('passed'), named('notAsked')];
  return (
    <p className="left q">
      {passed !== '' && t('inspector.filters.passed', { plugins: passed })}{' '}
      {spared !== '' && t('inspector.filters.notAsked', { plugins: spared })}
    </p>
  );
}

/** Plugins down, nodes across; the weighted scores add up to the last row. */
export function ScoreTable({ fact }: { readonly fact: FactOf<'NodesScored'> }): ReactNode {
  const nodes = fact.nodes.slice(0, shownNodes);
  const best = Math.max(...fact.nodes.map(({ total }) => total));
  const frame = useScroller<HTMLDivElement>();
  const alone = fact.nodes.filter(({ total }) => total === best).length === 1;
  const plugins = nodes[0]?.plugins.map(({ plugin }) => plugin) ?? [];
  return (
    <div ref={frame} className={alone ? 'scores alone sideways' : 'scores sideways'}>
      <table>
        <thead>
          <tr>
            <th scope="col" aria-label="plugin" />
            {nodes.map(({ node, total }) => (
              <th key={node} scope="col" className={total === best ? 'win' : ''}>
                {node}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plugins.map((plugin, index) => {
            const row = nodes.map(({ plugins: scores }) => scores[index]?.weighted ?? 0);
            const decides = new Set(row).size > 1;
            return (
              <tr
                key={plugin}
                className={decides ? 'decides' : ''}
                data-acts={decides || undefined}
              >
                <th scope="row">
                  <Words name={plugin} />
                </th>
                {nodes.map(({ node, total }, column) => (
                  <td key={node} className={total === best ? 'num win' : 'num'}>
                    {row[column]}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr data-acts>
            <th scope="row">Σ</th>
            {nodes.map(({ node, total }) => (
              <td key={node} className={total === best ? 'num win' : 'num'}>
                {total}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** The columns that a panel holds; the best nodes of a large cluster come first in the fact. */
const shownNodes = 6;

/** `NodeResourcesBalancedAllocation` may be broken between its words. */
function Words({ name }: { readonly name: string }): ReactNode {
  return name.split(/(?<=[a-z])(?=[A-Z])/).map((word, index) => (
    <Fragment key={word}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}

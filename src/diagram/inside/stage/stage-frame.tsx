/** The frame of a stage: its title, its description, and tables that scroll within it. */
import type { ReactNode } from 'react';
import { player, usePlayer } from '#player/player';
import { useActingInView } from '../../acting-in-view.ts';
import type { AnswerLook } from '../../answers.ts';
import { useScroller } from '../../use-scroller.ts';
import { Inside } from '../inside.tsx';

interface StageFrameProps {
  readonly family: string;
  readonly title: string;
  readonly about?: ReactNode;
  readonly width: number | undefined;
  readonly children: ReactNode;
}

export function StageFrame({ family, title, about, width, children }: StageFrameProps): ReactNode {
  const scroller = useScroller<HTMLElement>();
  useActingInView(scroller);
  return (
    <Inside of="stage" width={width}>
      <section
        ref={scroller}
        className={`stage-scroll sideways ${family} nowheel nopan nodrag`}
        aria-label={title}
      >
        <h3 className="stage-title">{title}</h3>
        {about !== undefined && <p className="second">{about}</p>}
        {children}
      </section>
    </Inside>
  );
}

export interface TableRow extends Partial<AnswerLook> {
  readonly key: string | number;
  readonly cells: readonly ReactNode[];
  /** The fact that reports the row; the row of the fact at the cursor is marked. */
  readonly fact?: number | undefined;
}

interface StageTableProps {
  readonly title?: ReactNode;
  readonly columns: readonly string[];
  /** The indices of columns of numbers. */
  readonly numbers?: readonly number[];
  readonly rows: readonly TableRow[];
  /** The sentence shown when there are no rows. */
  readonly empty: string;
}

export function StageTable({
  title,
  columns,
  numbers = [],
  rows,
  empty,
}: StageTableProps): ReactNode {
  const cursor = usePlayer((state) => state.cursor);
  const classOf = (index: number): string => (numbers.includes(index) ? 'num' : '');
  return (
    <section className="stage-table">
      {title !== undefined && <h4>{title}</h4>}
      {rows.length === 0 ? (
        <p className="quiet">{empty}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th key={column} scope="col" className={classOf(index)}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells, look, acts, fact }) => (
              <tr
                key={key}
                data-acts={acts || (fact !== undefined && fact === cursor) || undefined}
                className={`${look ?? ''}${fact !== undefined && fact === cursor ? ' now' : ''}`}
              >
                {columns.map((column, index) => (
                  <td key={column} className={classOf(index) || lookOf(cells[index])}>
                    {cells[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** A name or one or two words stay on one line; sentences may wrap. */
const lookOf = (cell: ReactNode): string | undefined =>
  typeof cell === 'string' && cell.length <= 14 ? 'brief' : undefined;

interface GoProps {
  readonly fact: number;
  readonly children: ReactNode;
}

/** Words that lead to the fact that they report. */
export function Go({ fact, children }: GoProps): ReactNode {
  return (
    <button type="button" className="go" onClick={() => player.getState().seek(fact)}>
      {children}
    </button>
  );
}

/** A value as its shortest JSON; a long value can be unfolded. */
export function Value({ value }: { readonly value: unknown }): ReactNode {
  const text = value === undefined ? '' : JSON.stringify(value);
  if (text.length <= shortText) return <code>{text}</code>;
  return (
    <details className="value">
      <summary>
        <code>{text.slice(0, shortText)}…</code>
      </summary>
      <pre>{JSON.stringify(value, null, 2)}</pre>
    </details>
  );
}

const shortText = 60;

/** A span of virtual time in milliseconds. */
export const milliseconds = (time: number): string => `${(time / 1000).toFixed(1)} ms`;

/** Lines of life, diamonds and playhead over the rows; each diamond is a button. */
import type { CSSProperties, ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { storedObjectKey } from '#trace/object-key';
import type { Axis, KeyRow, Mark } from './axis-model.ts';
import { unit, xOf } from './axis-unit.ts';
import type { Write } from './writes.ts';

interface DiamondsProps {
  readonly axis: Axis;
  readonly width: number;
  /** Where the axis begins. */
  readonly left: number;
  choose(write: Write): void;
}

const middleOf = (row: number): number => unit.head + row * unit.row + unit.row / 2;

export function Diamonds(props: DiamondsProps): ReactNode {
  const t = useT();
  const { axis, width, left, choose } = props;
  return (
    <>
      <AxisLines {...props} />
      {axis.before && (
        <span className="window-end" style={{ left: left - 12 }} aria-hidden="true">
          ⋯
        </span>
      )}
      {axis.after && (
        <span className="window-end" style={{ left: width - 22 }} aria-hidden="true">
          ⋯
        </span>
      )}
      <ol className="revisions-list" aria-label={t('room.etcd.revisions')}>
        {marksInOrder(axis).map(({ mark, row }) => (
          <li key={mark.write.id}>
            <Diamond
              mark={mark}
              labelled={row.kind === 'key'}
              x={xOf(axis, mark.column, left)}
              y={middleOf(axis.rows.indexOf(row))}
              choose={choose}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

/** From left to right, as the keyboard walks them. */
function marksInOrder({ rows }: Axis): readonly { readonly mark: Mark; readonly row: KeyRow }[] {
  return rows
    .flatMap((row) => row.marks.map((mark) => ({ mark, row })))
    .sort((a, b) => a.mark.column - b.mark.column);
}

interface DiamondProps {
  readonly mark: Mark;
  readonly labelled: boolean;
  readonly x: number;
  readonly y: number;
  choose(write: Write): void;
}

function Diamond({ mark, labelled, x, y, choose }: DiamondProps): ReactNode {
  const t = useT();
  const { write, state } = mark;
  const style: CSSProperties = { left: x - 14, top: y - 14 };
  const words = write.op === 'delete' ? '×' : `v${write.version}`;
  const shown =
    labelled && state !== 'ahead' ? (
      <b className="mark-words" aria-hidden="true">
        {words}
      </b>
    ) : null;
  if (state === 'ahead') {
    const name = t('room.etcd.ahead', { revision: write.revision });
    return <span className="mark ahead" style={style} title={name} />;
  }
  const key = storedObjectKey(write.key);
  const name =
    write.op === 'delete'
      ? t('room.etcd.mark.deleted', { revision: write.revision, key })
      : t('room.etcd.mark', { revision: write.revision, key, version: write.version });
  return (
    <button
      type="button"
      className={`mark ${state}${write.op === 'delete' ? ' deleted' : ''} nodrag nopan`}
      style={style}
      aria-label={name}
      title={t('room.etcd.click')}
      aria-current={state === 'told' ? 'true' : undefined}
      onClick={() => choose(write)}
    >
      {shown}
    </button>
  );
}

/** Numbers of revisions, lines from write to write, and the playhead. */
function AxisLines({ axis, width, left }: DiamondsProps): ReactNode {
  const { rows, columns, past } = axis;
  const bottom = unit.head + rows.length * unit.row;
  const x = (column: number): number => xOf(axis, column, left);
  const head = past === 0 ? left + 8 : x(past - 1) + unit.pitch / 2 + unit.gap - 4;
  const told = rows.flatMap(({ marks }) => marks).find(({ state }) => state === 'told');
  return (
    <svg className="axis-lines" width={width} height={bottom + 6} aria-hidden="true">
      {told !== undefined && (
        <rect
          className="told-column"
          x={x(told.column) - 18}
          y="8"
          width="36"
          height={bottom - 6}
          rx="3"
        />
      )}
      {rows.map((row, index) => (
        <path
          key={`${row.kind} ${row.label}`}
          className="row-rule"
          d={`M14 ${unit.head + (index + 1) * unit.row}H${width - 14}`}
        />
      ))}
      {rows.map((row, index) =>
        row.kind === 'key' ? (
          <Life
            key={row.keys[0]}
            row={row}
            y={middleOf(index)}
            x={x}
            head={head}
            end={width - 16}
          />
        ) : null,
      )}
      {columns.map(({ revision, ahead }, column) => (
        <Revision
          key={revision}
          revision={revision}
          x={x(column)}
          look={column === told?.column ? 'told' : ahead ? 'ahead' : ''}
        />
      ))}
      {axis.refused.map(({ write, column }) => (
        <Refused
          key={write.id}
          x={column === 0 ? left + 4 : x(column - 1) + unit.pitch / 2}
          y={middleOf(rowOfKey(rows, write.key))}
        />
      ))}
      <path className="playhead" d={`M${head} 6V${bottom}`} />
    </svg>
  );
}

const rowOfKey = (rows: readonly KeyRow[], key: string): number => {
  const own = rows.findIndex(({ keys }) => keys.includes(key));
  return own < 0 ? rows.length - 1 : own;
};

interface RevisionProps {
  readonly revision: number;
  readonly x: number;
  readonly look: string;
}

function Revision({ revision, x, look }: RevisionProps): ReactNode {
  return (
    <>
      {look === 'told' && (
        <rect className="told-tag" x={x - 19} y="7" width="38" height="24" rx="4" />
      )}
      <text className={`revision-no mid ${look}`} x={x} y="24">
        {revision}
      </text>
    </>
  );
}

/** A write that was refused: a hollow diamond with a bar, where it tried. */
function Refused({ x, y }: { readonly x: number; readonly y: number }): ReactNode {
  return <path className="refused-write" d={`M${x} ${y - 7}l7 7-7 7-7-7zM${x - 4} ${y}h8`} />;
}

interface LifeProps {
  readonly row: KeyRow;
  readonly y: number;
  readonly x: (column: number) => number;
  readonly head: number;
  readonly end: number;
}

/** How far right the words beside a diamond go. */
const wordsEnd = 31;

/** From the first write to the playhead, or to where the key was deleted; dotted beyond. */
function Life({ row, y, x, head, end }: LifeProps): ReactNode {
  const past = row.marks.filter(({ state }) => state !== 'ahead');
  const path = past.map(({ column, write }, index) => {
    const next = past[index + 1];
    const to = next === undefined ? head - 3 : x(next.column) - 6;
    const from = x(column) + wordsEnd;
    return write.op === 'delete' || to <= from + 8 ? '' : `M${from} ${y}H${to}`;
  });
  return (
    <>
      <path className="life" d={path.join('')} />
      {row.alive && <path className="life ahead" d={`M${head + 4} ${y}H${end}`} />}
    </>
  );
}

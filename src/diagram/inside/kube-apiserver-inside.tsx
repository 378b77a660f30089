/** Inside the API server: the request's way as three columns of stations on one line. */

import { type ReactNode, useMemo } from 'react';
import type { NodeProps } from 'reactflow';
import type { ApiserverStage } from '#facts/fact-kind';
import { useT } from '#i18n/locale';
import { wordFor } from '#i18n/word-for';
import { usePlayer } from '#player/player';
import type { RoomNode } from '../elements.ts';
import { apiserverColumns, type Columns, type Row, type Section } from './apiserver-model.ts';
import { Inside, narrowBelow } from './inside.tsx';
import { OpenStage } from './stage/open-stage.tsx';
import { useRequestFacts } from './stage/request.ts';

const rowHeight = 24;
const headHeight = 32;
const columnGap = 24;
const margin = 16;

export function KubeApiserverInside({ width }: NodeProps<RoomNode>): ReactNode {
  const t = useT();
  const cursor = usePlayer((player) => player.cursor);
  const facts = useRequestFacts();
  const [filters = [], handler = [], registry = []] = useMemo(
    () => apiserverColumns(facts, cursor),
    [facts, cursor],
  );
  const narrow = (width ?? narrowBelow) < narrowBelow;
  const columns: Columns = narrow
    ? [filters, [...handler, ...registry]]
    : [filters, handler, registry];
  const pitch = ((width ?? narrowBelow) - 2 * margin + columnGap) / columns.length;
  const sent = facts.find((fact) => fact.type === 'RequestSent');
  return (
    <Inside of="apiserver" width={width}>
      <p className="inside-title">
        <code>
          {sent === undefined ? t('diagram.apiserver.idle') : `${sent.method} ${sent.url}`}
        </code>
      </p>
      <Line columns={columns} pitch={pitch} />
      {columns.map((sections, column) => (
        <div
          key={sections[0]?.title}
          className="strip"
          style={{ left: margin + column * pitch, width: pitch - columnGap }}
        >
          {sections.map(({ title, rows }) => (
            <section key={title} aria-label={t(`inside.${title}`)}>
              <h3>{t(`inside.${title}`)}</h3>
              {rows.length === 0 && <div className="row off">{t('inside.nothing')}</div>}
              {rows.map((row) => (
                <StationRow key={`${row.name} ${row.fact}`} row={row} section={title} />
              ))}
            </section>
          ))}
        </div>
      ))}
    </Inside>
  );
}

/** Rows of the filters that have a table; each later part has one table for all of its rows. */
const filterStations: Readonly<Record<string, ApiserverStage>> = {
  Authentication: 'authenticate',
  PriorityAndFairness: 'flow-control',
  Authorization: 'authorize',
};
const sectionStations: Readonly<Record<Section['title'], ApiserverStage | undefined>> = {
  filters: undefined,
  handler: 'mutate',
  mutating: 'mutate',
  registry: 'validate',
  validating: 'validate',
  store: 'store',
};
const stationOfRow = (section: Section['title'], name: string): ApiserverStage | undefined =>
  sectionStations[section] ?? filterStations[name];

interface StationRowProps {
  readonly row: Row;
  readonly section: Section['title'];
}

function StationRow({ row, section }: StationRowProps): ReactNode {
  const t = useT();
  const { name, note, weight, state, refused } = row;
  return (
    <div
      className={`row ${weight} ${state}${refused ? ' refused' : ''}`}
      aria-current={state === 'now' ? 'step' : undefined}
    >
      <span className="row-name">
        <OpenStage station={stationOfRow(section, name)}>
          {wordFor(t, 'inside.row', name)}
        </OpenStage>
      </span>
      <span className="row-note">{typeof note === 'string' ? note : t(note.id, note.params)}</span>
    </div>
  );
}

interface Placed {
  readonly row: Row;
  readonly x: number;
  readonly y: number;
}

interface LineProps {
  readonly columns: Columns;
  /** The distance between the left sides of two columns. */
  readonly pitch: number;
}

/** The trunk through all columns, with a station for each row. */
function Line({ columns, pitch }: LineProps): ReactNode {
  const placed = placeRows(columns, pitch);
  const reached = placed.findLastIndex(({ row }) => row.state !== 'ahead');
  return (
    <svg className="inside-line" aria-hidden="true">
      <path className="trunk thin" d={lineThrough(placed)} />
      <path className="trunk thin past" d={lineThrough(placed.slice(0, reached + 1))} />
      {placed.map(({ row, x, y }) => (
        <Station key={`${x} ${y}`} row={row} x={x} y={y} />
      ))}
    </svg>
  );
}

function Station({ row, x, y }: Placed): ReactNode {
  const past = row.state === 'ahead' ? '' : ' past';
  if (row.state === 'now' && row.refused) {
    return <path className="octagon-mark" d={`M${x - 4} ${y - 9}h8l6 6v6l-6 6h-8l-6-6v-6z`} />;
  }
  if (row.state === 'now') {
    return (
      <>
        <circle className="dotring" cx={x} cy={y} r="13" />
        <circle className="dotgap" cx={x} cy={y} r="9.500" />
        <circle className="dot" cx={x} cy={y} r="7" />
      </>
    );
  }
  if (row.weight === 'inert') return <path className={`tick${past}`} d={`M${x - 4} ${y}h8`} />;
  return <circle className={`stn${past}`} cx={x} cy={y} r={row.weight === 'decides' ? 5 : 3} />;
}

const lineTop = 40;

function placeRows(columns: Columns, pitch: number): readonly Placed[] {
  return columns.flatMap((sections, column) => {
    const x = margin + 8 + column * pitch;
    let y = lineTop;
    return sections.flatMap(({ rows }) => {
      y += headHeight;
      const placed = rows.map((row, index) => ({
        row,
        x,
        y: y + index * rowHeight + rowHeight / 2,
      }));
      y += Math.max(1, rows.length) * rowHeight + 8;
      return placed;
    });
  });
}

/** The line goes down each column, and to the next one round the outside, with round corners. */
function lineThrough(placed: readonly Placed[]): string {
  let path = '';
  placed.forEach(({ x, y }, index) => {
    const before = placed[index - 1];
    if (before === undefined) path += `M${x} ${y}`;
    else if (before.x === x) path += `V${y}`;
    else {
      const bottom = before.y + 18;
      const between = x - 26;
      path += `V${bottom - 8}q0 8 8 8H${between - 8}q8 0 8-8`;
      path += `V${y - 10}q0-8 8-8H${x - 8}q8 0 8 8V${y}`;
    }
  });
  return path;
}

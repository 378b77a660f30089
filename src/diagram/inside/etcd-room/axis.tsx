/** The tree of keys beside the axis of revisions: a diamond is a write, with the key's version. */
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { TraceLog } from '#player/trace-log';
import { storedObjectKey } from '#trace/object-key';
import { lastPart } from '../../nodes/short-names.ts';
import { useAnchor } from '../../story/anchored.ts';
import { OpenStage } from '../stage/open-stage.tsx';
import { type Axis as AxisModel, axisOf, type KeyRow, otherKinds } from './axis-model.ts';
import { mostColumns, namesWidth, unit } from './axis-unit.ts';
import { Diamonds } from './diamonds.tsx';
import type { Told } from './use-told.ts';
import type { Write } from './writes.ts';

export interface AxisProps extends Told {
  readonly width: number;
  readonly rows: number;
}

export function Axis({ writes, told, choose, width, rows }: AxisProps): ReactNode {
  const t = useT();
  const cursor = usePlayer((state) => state.cursor);
  const [moved, setMoved] = useState({ at: cursor, by: 0 });
  const shift = moved.at === cursor ? moved.by : 0;
  const left = namesWidth(width);
  const columns = Math.min(
    mostColumns,
    Math.floor((width - left - unit.gap - unit.end - 16) / unit.pitch),
  );
  const axis = useMemo(
    () => axisOf(writes, told, { rows, columns, shift }),
    [writes, told, rows, columns, shift],
  );
  const move = (by: -1 | 1): void => {
    if (by < 0 ? axis.before : axis.after) setMoved({ at: cursor, by: shift + by });
  };
  return (
    <section
      className="room-pane axis nowheel"
      aria-label={t('room.etcd.keys')}
      onKeyDown={(event) => moveBy(event, move)}
      onWheel={({ deltaY, deltaX }) => move(deltaY + deltaX < 0 ? -1 : 1)}
    >
      <header>
        <span className="part-title" {...useAnchor('etcd')}>
          <OpenStage station="keys">{t('room.etcd.keys')}</OpenStage>
        </span>
        <small className="axis-side" style={{ left: left - 98 }}>
          {t('room.etcd.revision')}
        </small>
      </header>
      <ul className="key-tree" style={{ width: left - 14 }}>
        {axis.rows.map((row) => (
          <KeyName
            key={`${row.kind} ${row.label}`}
            row={row}
            axis={axis}
            short={width < shortBelow}
          />
        ))}
      </ul>
      <Diamonds axis={axis} width={width} left={left} choose={choose} />
    </section>
  );
}

/** Shift with an arrow moves the window; the arrows alone are the page's. */
function moveBy(event: KeyboardEvent, move: (by: -1 | 1) => void): void {
  if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
  event.stopPropagation();
  event.preventDefault();
  move(event.key === 'ArrowLeft' ? -1 : 1);
}

/** Below this width a long name is cut to its last part. */
const shortBelow = 960;
const longestName = 34;

interface KeyNameProps {
  readonly row: KeyRow;
  readonly axis: AxisModel;
  readonly short: boolean;
}

/** `pods/default/…-bwgkf` */
function shortKey(label: string): string {
  const at = label.lastIndexOf('/') + 1;
  return label.length <= longestName ? label : label.slice(0, at) + lastPart(label.slice(at));
}

function KeyName({ row, axis, short }: KeyNameProps): ReactNode {
  const t = useT();
  const [key = ''] = row.keys;
  const anchor = useAnchor(row.kind === 'key' ? `etcd/${storedObjectKey(key)}` : 'etcd/keys');
  const gone = row.kind === 'key' && !row.alive;
  const state = `${row.told ? ' told' : ''}${gone ? ' gone' : ''}`;
  const look = `kind-${row.kind} depth-${row.depth}${state}`;
  if (row.kind === 'more') return <More row={row} axis={axis} />;
  if (row.kind === 'key')
    return (
      <li className={look} title={key} {...anchor}>
        <code className="key-name">
          <bdi>{short ? shortKey(row.label) : row.label}</bdi>
        </code>
        {gone && <small className="beside-key">{t('room.etcd.deleted')}</small>}
      </li>
    );
  return (
    <li className={look}>
      <code className="key-name">
        <bdi>{row.label}</bdi>
      </code>
      {row.kind === 'events' && <Kept row={row} />}
    </li>
  );
}

/** How long etcd keeps what has a lease, as it was granted. */
function Kept({ row }: { readonly row: KeyRow }): ReactNode {
  const t = useT();
  const seconds = usePlayer(({ log }) => keptFor(log, row.marks[0]?.write));
  if (seconds === undefined) return null;
  return (
    <small className="beside-key">{t('room.etcd.kept', { n: Math.round(seconds / 60) })}</small>
  );
}

function keptFor(log: TraceLog, write: Write | undefined): number | undefined {
  if (write === undefined || write.lease === 0) return undefined;
  for (const id of log.factsOf(write.component)) {
    const fact = log.fact(id);
    if (fact?.type === 'LeaseGranted' && fact.lease === write.lease) return fact.ttlSeconds;
  }
  return undefined;
}

function More({ row, axis }: Omit<KeyNameProps, 'short'>): ReactNode {
  const t = useT();
  const kinds = usePlayer(({ scene }) => otherKinds(scene.etcd.keys.keys(), axis.rows));
  const n = row.keys.length;
  const yet = axis.rows.some(({ kind }) => kind === 'key' || kind === 'events');
  return (
    <li className="kind-more">
      <OpenStage station="keys">
        {n > 0 && `${t('room.etcd.moreKeys', { n })}, `}
        {t('room.etcd.moreKinds', { n: kinds })}
      </OpenStage>
      {!yet && n === 0 && <small className="beside-key">{t('room.etcd.empty')}</small>}
    </li>
  );
}

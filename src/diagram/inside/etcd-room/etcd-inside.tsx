/**
 * Inside etcd: the tree of keys over the revisions, what one write stored, and who hears of it.
 *
 * With several members their log can stand in place of the keys. In a narrow canvas one of the
 * parts is shown at a time: the one that the moment speaks of, until another one is chosen.
 */
import '../room-pane.css';
import './etcd-room.css';
import './members-log.css';
import { type ReactNode, useMemo, useState } from 'react';
import type { NodeProps } from 'reactflow';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { Fact } from '#trace/facts';
import type { RoomNode } from '../../elements.ts';
import { Inside, narrowBelow, phoneWidth } from '../inside.tsx';
import { Axis } from './axis.tsx';
import { axisOf } from './axis-model.ts';
import { Fan } from './fan.tsx';
import { MembersLogPane } from './members-log.tsx';
import { RevisionList } from './revision-list.tsx';
import { StoredPane } from './stored.tsx';
import { useTold } from './use-told.ts';

export type EtcdPart = 'keys' | 'log' | 'stored' | 'heard';

/** Below this width the parts stand alone. */
const aloneBelow = 800;
const edge = { side: 16, bottom: 12, gap: 12 } as const;
const row = 28;
/** Head and foot of the upper panel beside its rows. */
const around = 46;
/** What the lower panels need. */
const lower = 248;
const rowsOf = { least: 4, most: 9 } as const;

export function EtcdInside({ width = narrowBelow, height = 0 }: NodeProps<RoomNode>): ReactNode {
  const t = useT();
  const told = useTold();
  const [chosen, setChosen] = useState<{ readonly at: number; readonly part: EtcdPart }>();
  const several = usePlayer(({ scene }) => scene.etcd.members.size > 0);
  const cursor = usePlayer((state) => state.cursor);
  const speaks = usePlayer(({ log, scene }) => partOf(log.fact(scene.cursor), several));
  const part = chosen?.at === cursor ? chosen.part : speaks;
  const alone = width < aloneBelow;
  const inner = width - 2 * edge.side;
  const room = Math.floor((height - edge.bottom - edge.gap - lower - around) / row);
  const rows = Math.min(rowsOf.most, Math.max(rowsOf.least, room));
  const drawn = useMemo(
    () => axisOf(told.writes, told.told, { rows, columns: 1, shift: 0 }).rows.length,
    [told.writes, told.told, rows],
  );
  const members = usePlayer(({ scene }) => scene.etcd.members.size);
  const upper = topOf(part) === 'log' ? logHeight(members) : around + drawn * row;
  const below = alone ? height - 48 : Math.max(lower, height - edge.bottom - edge.gap - upper);
  const parts: readonly EtcdPart[] = alone
    ? ['keys', ...(several ? (['log'] as const) : []), 'stored', 'heard']
    : several
      ? ['keys', 'log']
      : [];
  const shows = (each: EtcdPart): boolean =>
    alone ? part === each : each === 'stored' || each === 'heard' || each === topOf(part);
  return (
    <Inside of={`etcd-room etcd${alone ? ' alone' : ''}`} width={width}>
      <section className={`etcd-parts${several ? ' several' : ''}`} aria-label="etcd">
        {parts.length > 0 && (
          <PartButtons
            parts={parts}
            open={alone ? part : topOf(part)}
            choose={(each) => setChosen({ at: cursor, part: each })}
          />
        )}
        {shows('keys') &&
          (width <= phoneWidth ? (
            <RevisionList {...told} />
          ) : (
            <Axis {...told} width={inner} rows={alone ? rowsOf.most : rows} />
          ))}
        {shows('log') && <MembersLogPane {...told} width={inner} />}
        {told.told === undefined ? (
          <p className="room-pane nothing">{t('room.etcd.nothing')}</p>
        ) : (
          <div className="etcd-lower">
            {shows('stored') && <StoredPane told={told.told} height={below} />}
            {shows('heard') && <Fan told={told.told} height={below} />}
          </div>
        )}
      </section>
    </Inside>
  );
}

/** Head, entries and a row for each member. */
const logHeight = (members: number): number => 96 + 46 * members;

const topOf = (part: EtcdPart): EtcdPart => (part === 'log' ? 'log' : 'keys');

/** The part that shows what a fact tells. */
function partOf(fact: Fact | undefined, several: boolean): EtcdPart {
  switch (fact?.type) {
    case 'WatchCacheUpdated':
    case 'WatchEventSent':
    case 'WatchEventReceived':
      return 'heard';
    case 'EntryCommitted':
    case 'RaftRoleChanged':
      return 'log';
    case 'TxnCommitted':
      return several ? 'log' : 'keys';
    default:
      return 'keys';
  }
}

interface PartButtonsProps {
  readonly parts: readonly EtcdPart[];
  readonly open: EtcdPart;
  choose(part: EtcdPart): void;
}

function PartButtons({ parts, open, choose }: PartButtonsProps): ReactNode {
  const t = useT();
  return (
    <div className="part-buttons nodrag nopan">
      {parts.map((part) => (
        <button key={part} type="button" aria-pressed={part === open} onClick={() => choose(part)}>
          {t(`room.etcd.part.${part}`)}
        </button>
      ))}
    </div>
  );
}

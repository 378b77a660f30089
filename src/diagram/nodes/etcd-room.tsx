/**
 * etcd: the revision that it has reached, the keys that the story wrote as tickets, and its members
 * if there are several.
 */
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useT } from '#i18n/locale';
import { shortKind } from '#player/object-words';
import { usePlayer } from '#player/player';
import { subjectAt } from '#player/subject';
import { storedObjectKey } from '#trace/object-key';
import { storyStart, useShown } from '../selectors.ts';
import { useAnchor } from '../story/anchored.ts';
import { Room } from './room.tsx';
import { shownKeys, storyKeys } from './shown-keys.ts';
import { Ticket } from './ticket.tsx';

const Members = lazy(() => import('./etcd-members.tsx'));

interface EtcdRoomProps {
  /** The last one may be the line that counts the keys left out. */
  readonly rows: number;
  /** How many keys fit if none is left out: a ticket is higher than that line. */
  readonly tickets?: number;
  readonly short?: boolean;
}

export function EtcdRoom({ rows, tickets = rows, short = rows === 1 }: EtcdRoomProps): ReactNode {
  const t = useT();
  const etcd = useShown(({ etcd }) => etcd);
  const start = usePlayer(storyStart);
  const written = useShown(({ cursor }) => cursor);
  const subject = usePlayer(({ log, scene }) => subjectAt(log, scene));
  const keys = useMemo(() => storyKeys(etcd, start, written), [etcd, start, written]);
  const several = etcd.members.size > 0;
  // The members have the last row.
  const taken = several && rows > 1 ? 1 : 0;
  const place = { rows: rows - taken, tickets: tickets - taken };
  const shown = shownKeys(keys, place, { fact: written, subject });
  const more = keys.length - shown.length;
  const counter = useAnchor('etcd/revision');
  const state = t('diagram.etcd.state', { revision: etcd.revision, keys: keys.length });
  return (
    <Room
      id="etcd"
      family="etcd"
      fact={
        <span className="mono" {...counter}>
          {t('diagram.etcd.revision', { revision: etcd.revision })}
        </span>
      }
      state={state}
    >
      <div className="room-body tickets-column">
        {keys.length === 0 && (
          <div className="ticket ghost">
            {t(short ? 'diagram.etcd.empty.short' : 'diagram.etcd.empty')}
          </div>
        )}
        {shown.map(({ key, object, revision, fact }) => (
          <Ticket
            key={key}
            kind={shortKind(object?.kind ?? '')}
            name={object?.metadata.name ?? key}
            version={revision}
            anchor={`etcd/${storedObjectKey(key)}`}
            edge={fact === written ? 'new' : 'stored'}
          />
        ))}
        {more > 0 && rows > 1 && <p className="quiet">{t('diagram.more', { n: more })}</p>}
      </div>
      {several && (
        <Suspense>
          <Members words={!short} />
        </Suspense>
      )}
    </Room>
  );
}

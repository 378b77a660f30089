/**
 * etcd: the revision it has reached, the keys that the story wrote as tickets, and its members
 * where it has several.
 */
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useT } from '#i18n/locale';
import { shortKind } from '#player/object-words';
import { usePlayer } from '#player/player';
import type { EtcdScene, StoredKey } from '#player/scene';
import { storyStart } from '../selectors.ts';
import { Room } from './room.tsx';
import { Ticket } from './ticket.tsx';

const Members = lazy(() => import('./etcd-members.tsx'));

const housekeeping =
  /^(compact_rev_key$|\/registry\/(events|leases|masterleases|ranges|minions|endpointslices)\/)/;
const kindOrder = ['Deployment', 'ReplicaSet', 'Pod'];

export function EtcdRoom({
  rows,
  short = rows === 1,
}: {
  readonly rows: number;
  readonly short?: boolean;
}): ReactNode {
  const t = useT();
  const etcd = usePlayer((player) => player.scene.etcd);
  const start = usePlayer(storyStart);
  const written = usePlayer((player) => player.scene.cursor);
  const { story, beside } = useMemo(() => writtenKeys(etcd, start), [etcd, start]);
  // What the step itself writes is shown, whatever it is.
  const now = beside.find(({ fact }) => fact === written);
  const keys = now === undefined ? story : [...story, now];
  const several = etcd.members.size > 0;
  const shown = shownOf(keys, several && rows > 1 ? rows - 1 : rows, written);
  const more = keys.length - shown.length;
  const state = t('diagram.etcd.state', { revision: etcd.revision, keys: keys.length });
  return (
    <Room
      id="etcd"
      family="etcd"
      fact={<span className="mono">{t('diagram.etcd.revision', { revision: etcd.revision })}</span>}
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

/** As many as there are rows, the one just written among them; of one row, the one written last. */
function shownOf(keys: readonly StoredKey[], rows: number, now: number): readonly StoredKey[] {
  if (keys.length <= rows) return keys;
  if (rows > 1) {
    const first = keys.slice(0, rows - 1);
    const written = keys.find(({ fact }) => fact === now);
    if (written === undefined || first.includes(written)) return first;
    return [...first.slice(0, -1), written];
  }
  return [...keys].sort((a, b) => b.revision - a.revision).slice(0, 1);
}

interface WrittenKeys {
  /** By kind, then oldest first; the newest pods win. */
  readonly story: readonly StoredKey[];
  /** What is written over and over beside it. */
  readonly beside: readonly StoredKey[];
}

/** The keys written since the story began. */
function writtenKeys({ keys }: EtcdScene, start: number): WrittenKeys {
  const story: StoredKey[] = [];
  const beside: StoredKey[] = [];
  for (const stored of keys.values()) {
    if (stored.fact >= start) (housekeeping.test(stored.key) ? beside : story).push(stored);
  }
  const place = ({ object }: StoredKey): number => {
    const known = kindOrder.indexOf(object?.kind ?? '');
    return known < 0 ? kindOrder.length : known;
  };
  story.sort((a, b) => place(a) - place(b) || a.createRevision - b.createRevision);
  return { story, beside };
}

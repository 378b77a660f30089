/** The revisions as a list, the newest first: what a phone shows in place of the axis. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { storedObjectKey } from '#trace/object-key';
import type { Told } from './use-told.ts';

const most = 30;

export function RevisionList({ writes, told, choose }: Told): ReactNode {
  const t = useT();
  return (
    <section className="room-pane revision-list" aria-label={t('room.etcd.keys')}>
      <header>{t('room.etcd.keys')}</header>
      {writes.past.length === 0 && <p className="quiet">{t('room.etcd.empty')}</p>}
      <ol>
        {writes.past
          .slice(-most)
          .reverse()
          .map((write) => (
            <li key={write.id}>
              <button
                type="button"
                className="nodrag nopan"
                aria-current={write.id === told?.id ? 'true' : undefined}
                onClick={() => choose(write)}
              >
                <b className="num">{write.revision}</b>
                <code>{storedObjectKey(write.key)}</code>
                <span className="num">{write.op === 'delete' ? '×' : `v${write.version}`}</span>
              </button>
            </li>
          ))}
      </ol>
    </section>
  );
}

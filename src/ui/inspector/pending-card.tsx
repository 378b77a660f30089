/** Why a Pod is Pending: what the scheduler wrote in its conditions, and its last Event. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import { Icon } from '../icons.tsx';
import { describedEvents } from './describe.ts';
import type { Waiting } from './waiting-pods.ts';

interface PendingCardProps {
  readonly first: Waiting;
  /** How many other Pods wait too. */
  readonly others: number;
}

export default function PendingCard({ first, others }: PendingCardProps): ReactNode {
  const t = useT();
  const keys = usePlayer((state) => state.scene.etcd.keys);
  const now = usePlayer((state) => state.scene.at);
  const event = describedEvents(keys.values(), first.pod, now).at(-1);
  return (
    <section className="pending-card" data-testid="pending">
      <h3>
        <Icon name="pending" />
        {t('pending.title', { pod: first.pod.metadata.name })}
      </h3>
      <p>
        <b className="mono">{first.reason}</b>
      </p>
      <p>{first.message}</p>
      {event !== undefined && (
        <button type="button" className="link" onClick={() => player.getState().seek(event.fact)}>
          <Icon name="warning" />
          <span>
            {event.type} {event.reason} · {event.from}
          </span>
          <span className="qq num">{event.age}</span>
        </button>
      )}
      <p className="q">{t('pending.again')}</p>
      {others > 0 && <p className="q">{t('pending.others', { others })}</p>}
    </section>
  );
}

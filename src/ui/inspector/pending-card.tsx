/** Why a Pod is Pending: what the scheduler wrote in its conditions, and its last Event. */
import { type ReactNode, useMemo } from 'react';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import type { KubeObject, StoredKey } from '#player/scene';
import { Icon } from '../icons.tsx';
import { describedEvents } from './describe.ts';

interface PodStatus {
  readonly phase?: string;
  readonly conditions?: readonly {
    readonly type: string;
    readonly status: string;
    readonly reason?: string;
    readonly message?: string;
  }[];
}

interface Waiting {
  readonly pod: KubeObject;
  readonly reason: string;
  readonly message: string;
  readonly fact: number;
}

/** The Pods that no node has been found for, in the order of their keys. */
function waitingPods(keys: Iterable<StoredKey>): readonly Waiting[] {
  const found: Waiting[] = [];
  for (const { object, fact } of keys) {
    if (object?.kind !== 'Pod') continue;
    const { phase, conditions = [] } = (object as { readonly status?: PodStatus }).status ?? {};
    const scheduled = conditions.find(({ type }) => type === 'PodScheduled');
    if (phase !== 'Pending' || scheduled?.status !== 'False') continue;
    const { reason = '', message = '' } = scheduled;
    found.push({ pod: object, reason, message, fact });
  }
  return found;
}

export function PendingCard(): ReactNode {
  const t = useT();
  const keys = usePlayer((state) => state.scene.etcd.keys);
  const now = usePlayer((state) => state.scene.at);
  const waiting = useMemo(() => waitingPods(keys.values()), [keys]);
  const [first] = waiting;
  if (first === undefined) return null;
  const event = describedEvents(keys.values(), first.pod, now).at(-1);
  const others = waiting.length - 1;
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

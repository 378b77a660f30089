/** The time of the request in its parts: the figures are exact, the widths are not to scale. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { momentOf } from '../room-words.ts';
import type { ChainTimes } from './chain-model.ts';

interface TimeBarProps {
  readonly times: ChainTimes;
  readonly refused: boolean;
}

export function TimeBar({ times, refused }: TimeBarProps): ReactNode {
  const t = useT();
  const parts = ['wayIn', 'checks', 'etcd', 'answer', 'wayBack'] as const;
  return (
    <ul className="time-bar" aria-label={t('room.chain.times')}>
      {parts.map((part) => {
        const time = times[part];
        // Nothing was written: there is no answer of etcd to wait for.
        const never = refused && (part === 'etcd' || part === 'answer') && time === undefined;
        return (
          <li key={part} className={`${part}${time === undefined ? ' ahead' : ''}`}>
            <span>
              {time !== undefined && <b className="num">{momentOf(time)}</b>}{' '}
              {never && part === 'etcd' ? t('room.chain.neverAsked') : null}
              {never ? '\u00a0' : t(`room.chain.time.${part}`)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

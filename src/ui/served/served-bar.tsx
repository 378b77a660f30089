/** The strip about a server's run: whether its world stands, and what makes it stand or go on. */
import './served.css';
import type { ReactNode } from 'react';
import { durationWords } from '#facts/words';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { Served } from '#player/player-state';
import { Icon } from '../icons.tsx';
import { RichText } from '../rich-text.tsx';

/** Microseconds of virtual time. */
const steps = [100_000, 1_000_000] as const;

export default function ServedBar(): ReactNode {
  const served = usePlayer((state) => state.served);
  if (served === undefined) return null;
  return served.lost ? <Lost served={served} /> : <World served={served} />;
}

function World({ served: { paused, watching, act } }: { readonly served: Served }): ReactNode {
  const t = useT();
  return (
    <section className="served" aria-label={t('served.label')}>
      <Icon name={paused ? 'pause' : 'clock'} />
      <p role="status">
        <RichText message={t(paused ? 'served.stands' : 'served.goes')} />{' '}
        <span className="num">{t('served.watching', { n: watching })}</span>
      </p>
      {paused &&
        steps.map((duration) => (
          <button
            key={duration}
            type="button"
            className="btn num"
            onClick={() => act({ type: 'step', duration })}
          >
            {t('served.step', { time: durationWords(duration) })}
          </button>
        ))}
      <button
        type="button"
        className={paused ? 'btn primary' : 'btn'}
        onClick={() => act({ type: paused ? 'resume' : 'pause' })}
      >
        {t(paused ? 'served.resume' : 'served.pause')}
      </button>
    </section>
  );
}

function Lost({ served: { reconnect } }: { readonly served: Served }): ReactNode {
  const t = useT();
  return (
    <div className="served lost" role="alert">
      <Icon name="denied" />
      <p>
        <RichText message={t('served.lost')} />
      </p>
      <button type="button" className="btn primary" onClick={reconnect}>
        {t('served.reconnect')}
      </button>
    </div>
  );
}

/** The strip about the door of the page's own run: whether it is open, and who is there. */
import './served.css';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useT } from '#i18n/locale';
import type { MessageId } from '#i18n/t';
import { type DoorState, doorStore } from '#player/door-store';
import { usePlayer } from '#player/player';
import { Icon } from '../icons.tsx';
import { RichText } from '../rich-text.tsx';

type Door = NonNullable<DoorState['door']>;
type DoorVisitor = Door['visitors'][number];

export default function DoorBar(): ReactNode {
  const door = useStore(doorStore, (state) => state.door);
  const goes = usePlayer(({ live }) => live !== undefined);
  if (door === undefined) return null;
  if (door.is === 'opening') return <Strip icon="clock" says="door.opening" />;
  if (door.is === 'lost') return <Lost door={door} />;
  return door.is === 'open' ? <Open door={door} goes={goes} /> : <Closed door={door} />;
}

interface StripProps {
  readonly icon: 'clock' | 'pause' | 'terminal' | 'close' | 'denied';
  readonly says: MessageId;
  /** Something is wrong. */
  readonly warns?: boolean;
  readonly children?: ReactNode;
}

function Strip({ icon, says, warns = false, children }: StripProps): ReactNode {
  const t = useT();
  return (
    <section className={warns ? 'served lost' : 'served'} aria-label={t('door.label')}>
      <Icon name={icon} />
      <p role={warns ? 'alert' : 'status'}>
        <RichText message={t(says)} />
      </p>
      {children}
    </section>
  );
}

function Open({ door, goes }: { readonly door: Door; readonly goes: boolean }): ReactNode {
  const t = useT();
  const goLive = usePlayer((state) => state.goLive);
  return (
    <Strip icon={goes ? 'terminal' : 'pause'} says={goes ? 'door.open' : 'door.stands'}>
      <Visitors visitors={door.visitors} />
      {!goes && (
        <button type="button" className="btn primary" onClick={goLive}>
          {t('door.goOn')}
        </button>
      )}
      <CloseButton door={door} />
    </Strip>
  );
}

function Visitors({ visitors }: Pick<Door, 'visitors'>): ReactNode {
  const t = useT();
  if (visitors.length === 0) return <p className="num">{t('door.nobody')}</p>;
  return (
    <ul className="num">
      {visitors.map((visitor) => (
        <li key={`${visitor.program} ${visitor.person}`}>
          <RichText message={t('door.visitor', wordsOf(visitor, t('door.token')))} />
        </li>
      ))}
    </ul>
  );
}

const wordsOf = ({ program, person, requests, open }: DoorVisitor, token: string) => ({
  program: program === '' ? '?' : program,
  person: person ?? token,
  requests,
  open,
});

function Lost({ door }: { readonly door: Door }): ReactNode {
  const t = useT();
  return (
    <Strip icon="denied" says="door.lost" warns>
      <button type="button" className="btn primary" onClick={door.reconnect}>
        {t('served.reconnect')}
      </button>
      <CloseButton door={door} />
    </Strip>
  );
}

const closedWords = { closed: 'door.closed', left: 'door.left', full: 'door.full' } as const;

function Closed({ door }: { readonly door: Door }): ReactNode {
  const t = useT();
  const { is } = door;
  if (is !== 'closed' && is !== 'left' && is !== 'full') return null;
  return (
    <Strip icon="close" says={closedWords[is]}>
      {is !== 'full' && (
        <button type="button" className="btn" onClick={door.open}>
          {t('door.openIt')}
        </button>
      )}
    </Strip>
  );
}

function CloseButton({ door }: { readonly door: Door }): ReactNode {
  const t = useT();
  return (
    <button type="button" className="btn" onClick={door.close}>
      {t('door.close')}
    </button>
  );
}

/**
 * The second window (`?view=speaker`): left to read, right to steer. What is on the slide, what to
 * say, what comes next; the slide in small, the hands, the chapters; one row of keys.
 *
 * In: messages of the other window. Out: requests to it. This window holds no run of its own.
 */
import '../theme/tokens.css';
import '../theme/base.css';
import './speaker.css';
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '#i18n/locale';
import { Icon, Mark } from '../icons.tsx';
import { Elapsed, type Talk, useTalk } from './elapsed.tsx';
import { MiniSlide } from './mini-slide.tsx';
import { NoteText } from './note-text.tsx';
import { spaced } from './sentences.ts';
import { SpeakerChapters } from './speaker-chapters.tsx';
import { SpeakerHands } from './speaker-hands.tsx';
import { actOnKey, SpeakerKeys } from './speaker-keys.tsx';
import type { SpeakerNotes } from './speaker-protocol.ts';
import { type Connection, useConnection } from './use-connection.ts';

export default function SpeakerPage(): ReactNode {
  const t = useT();
  const connection = useConnection(new URLSearchParams(location.search).get('session') ?? '');
  const { notes, state, send } = connection;
  const talk = useTalk();
  const [shown, setShown] = useState(true);
  useEffect(() => {
    document.title = `${t('speaker.title')} · ${t('app.name')}`;
  }, [t]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === 'n') setShown((before) => !before);
      else actOnKey(event, send);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('keyup', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('keyup', onKey);
    };
  }, [send]);
  return (
    <div className="speaker">
      <header>
        <h1 className="brand">
          <Mark />
          {t('speaker.title')}
        </h1>
        <span className="presented">{notes?.title}</span>
        <Elapsed talk={talk} stopsLeft={notes === undefined ? 0 : notes.total - notes.n} />
      </header>
      {state !== 'connected' && (
        <p className="speaker-state" role="alert">
          <Icon name="warning" />
          {t(`speaker.${state}`)}
          {state === 'silent' && notes !== undefined && notes.address !== '' && (
            <a className="btn" href={notes.address} target="_blank" rel="noopener opener">
              {t('speaker.reopen')}
            </a>
          )}
        </p>
      )}
      {notes !== undefined && (
        <>
          <main>
            <Read notes={notes} shown={shown} />
            <Steer notes={notes} connection={connection} talk={talk} />
          </main>
          <SpeakerKeys notes={notes} away={state !== 'connected'} send={send} />
        </>
      )}
    </div>
  );
}

interface ReadProps {
  readonly notes: SpeakerNotes;
  readonly shown: boolean;
}

function Read({ notes, shown }: ReadProps): ReactNode {
  const t = useT();
  const { number, n, total, chapter, now, said, next } = notes;
  return (
    <section className="read" aria-live="polite">
      <h2>
        <span>{t('speaker.onSlide', { n: number, total })}</span>
        <span className="aside">{chapter}</span>
      </h2>
      <p className="now">
        {now.map((sentence, index) => (
          <span key={sentence} className={index === said ? 'say' : undefined}>
            {spaced(sentence)}
          </span>
        ))}
      </p>
      <section className="own" aria-label={t('speaker.notes')}>
        <h2>
          <span>{t('speaker.say')}</span>
          <span className="aside">{t(shown ? 'speaker.hideNotes' : 'speaker.showNotes')}</span>
        </h2>
        {shown && (
          <ul>
            {notes.notes.map((note) => (
              <li key={note}>
                <NoteText text={note} />
              </li>
            ))}
            {notes.notes.length === 0 && <li className="none">{t('speaker.noNotes')}</li>}
          </ul>
        )}
      </section>
      <section className="following">
        <h2>
          <span>{n < total ? t('speaker.nextStop', { n: n + 1 }) : t('speaker.end')}</span>
        </h2>
        <p className="next">{next}</p>
      </section>
    </section>
  );
}

interface SteerProps {
  readonly notes: SpeakerNotes;
  readonly connection: Connection;
  readonly talk: Talk;
}

function Steer({ notes, connection: { send, state }, talk }: SteerProps): ReactNode {
  const t = useT();
  const away = state !== 'connected';
  return (
    <section className="steer">
      <div>
        <h2>
          <span>{t('speaker.sees')}</span>
          {notes.now.length > 0 && (
            <span className="aside">
              {t('speaker.sentence', { n: notes.said + 1, total: notes.now.length })}
            </span>
          )}
        </h2>
        <MiniSlide notes={notes} />
      </div>
      {notes.question !== undefined && (
        <SpeakerHands question={notes.question} away={away} send={send} />
      )}
      <SpeakerChapters notes={notes} away={away} timeLeft={talk.left} send={send} />
    </section>
  );
}

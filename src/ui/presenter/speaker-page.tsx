/**
 * The second window (`?view=speaker`): what to say, what comes next, how long the talk has lasted,
 * and buttons that control the window of the audience.
 *
 * In: messages of the other window. Out: requests to it. This window holds no run of its own.
 */
import '../theme/tokens.css';
import '../theme/base.css';
import './speaker.css';
import { type ReactNode, useEffect } from 'react';
import { useT } from '#i18n/locale';
import { Icon, Mark } from '../icons.tsx';
import { Elapsed } from './elapsed.tsx';
import type { Deed, SpeakerNotes } from './speaker-protocol.ts';
import { type Connection, useConnection } from './use-connection.ts';

const deedOfKey: Readonly<Record<string, Deed>> = {
  PageDown: 'next',
  ArrowRight: 'next',
  ArrowDown: 'next',
  ' ': 'next',
  PageUp: 'previous',
  ArrowLeft: 'previous',
  ArrowUp: 'previous',
  b: 'blank',
  B: 'blank',
  '.': 'blank',
};

export default function SpeakerPage(): ReactNode {
  const t = useT();
  const connection = useConnection(new URLSearchParams(location.search).get('session') ?? '');
  const { notes, state, send } = connection;
  useEffect(() => {
    document.title = `${t('speaker.title')} · ${t('app.name')}`;
  }, [t]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const deed = deedOfKey[event.key];
      const taken = event.key === ' ' && event.target instanceof HTMLButtonElement;
      if (deed === undefined || taken || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      send({ type: 'do', deed });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [send]);
  return (
    <div className="speaker">
      <header>
        <h1 className="brand">
          <Mark />
          {t('speaker.title')}
        </h1>
        <span className="grow">{notes?.title}</span>
        <Elapsed />
      </header>
      {state !== 'connected' && (
        <p className="speaker-state" role="alert">
          <Icon name="warning" />
          {t(`speaker.${state}`)}
        </p>
      )}
      {notes !== undefined && <Notes notes={notes} connection={connection} />}
    </div>
  );
}

interface NotesProps {
  readonly notes: SpeakerNotes;
  readonly connection: Connection;
}

function Notes({ notes, connection: { send, state } }: NotesProps): ReactNode {
  const t = useT();
  const away = state !== 'connected';
  const button = (deed: Deed, words: string, primary = false): ReactNode => (
    <button
      type="button"
      className={primary ? 'btn primary' : 'btn'}
      disabled={away}
      aria-pressed={deed === 'blank' ? notes.blank : undefined}
      onClick={() => send({ type: 'do', deed })}
    >
      {words}
    </button>
  );
  return (
    <main>
      <section className="say" aria-live="polite">
        <h2>
          {notes.chapter}
          <span className="num">
            {notes.n} / {notes.total}
          </span>
        </h2>
        {notes.own !== '' && (
          <div className="own">
            <h3>{t('speaker.notes')}</h3>
            <p>{notes.own}</p>
          </div>
        )}
        <p className="now">{notes.now === '' ? t('speaker.nothingYet') : notes.now}</p>
        {notes.question !== undefined && (
          <div className="asked">
            <h3>{t(notes.question.revealed ? 'speaker.answered' : 'speaker.asks')}</h3>
            <p>{notes.question.ask}</p>
            <p>
              <b>{notes.question.answer}</b> {notes.question.why}
            </p>
          </div>
        )}
        <h3>{t('speaker.next')}</h3>
        <p className="next">{notes.next === '' ? t('speaker.end') : notes.next}</p>
        <div className="deeds">
          {button('previous', t('presenter.previous'))}
          {button('next', t('presenter.next'), true)}
          {button('blank', t(notes.blank ? 'presenter.back' : 'presenter.blank'))}
        </div>
      </section>
      <nav aria-label={t('chapter.list')}>
        <ol>
          {notes.chapters.map(({ n, title, fact, here }) => (
            <li key={n}>
              <button
                type="button"
                disabled={fact === undefined || away}
                aria-current={here ? 'step' : undefined}
                onClick={() => fact !== undefined && send({ type: 'goTo', fact })}
              >
                <span className="num">{n}</span>
                {title}
              </button>
            </li>
          ))}
        </ol>
      </nav>
    </main>
  );
}

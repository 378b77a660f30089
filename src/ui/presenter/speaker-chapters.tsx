/** The plan of the talk: chapters with their stops, and how many are left. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import type { FromSpeaker, SpeakerChapter, SpeakerNotes } from './speaker-protocol.ts';

interface SpeakerChaptersProps {
  readonly notes: SpeakerNotes;
  readonly away: boolean;
  /** Milliseconds; `undefined` without a plan. */
  readonly timeLeft: number | undefined;
  send(message: FromSpeaker): void;
}

const minute = 60_000;

export function SpeakerChapters({ notes, away, timeLeft, send }: SpeakerChaptersProps): ReactNode {
  const t = useT();
  const { chapters, n, total } = notes;
  const left = Math.max(0, total - n);
  return (
    <nav aria-label={t('chapter.list')}>
      <h2>
        <span>{t('chapter.list')}</span>
        <span className="aside">
          {timeLeft === undefined
            ? t('speaker.left', { n: left })
            : t('speaker.leftWithTime', { n: left, time: Math.ceil(timeLeft / minute) })}
        </span>
      </h2>
      <ol>
        {chapters.map((chapter) => (
          <li key={chapter.n}>
            <button
              type="button"
              className={chapter.done === chapter.stops && !chapter.here ? 'past' : undefined}
              disabled={chapter.fact === undefined || away}
              aria-current={chapter.here ? 'step' : undefined}
              onClick={() =>
                chapter.fact !== undefined && send({ type: 'goTo', fact: chapter.fact })
              }
            >
              <span className="num">{chapter.n}</span>
              <span className="title">{chapter.title}</span>
              <Stops chapter={chapter} />
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** More stops than these are counted. */
const mostDots = 8;

function Stops({
  chapter: { stops, done, here },
}: {
  readonly chapter: SpeakerChapter;
}): ReactNode {
  if (stops > mostDots) {
    return (
      <span className="num quiet">
        {done} / {stops}
      </span>
    );
  }
  const stateOf = (stop: number): string | undefined => {
    if (here && stop === done) return 'h';
    return stop <= done ? 'p' : undefined;
  };
  return (
    <span className="dots" aria-hidden="true">
      {Array.from({ length: stops }, (_, index) => (
        <i key={String(index)} className={stateOf(index + 1)} />
      ))}
    </span>
  );
}

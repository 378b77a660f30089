/** The Events that components recorded up to the cursor, newest first, as kubectl prints them. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import { componentWords, durationWords, objectWords } from '../narration/words.ts';

export function EventsTab(): ReactNode {
  const t = useT();
  const events = usePlayer((state) => state.scene.events);
  const now = usePlayer((state) => state.scene.at);
  const begin = usePlayer((state) => state.steps[0]?.fact ?? 0);
  const shown = events.filter(({ id }) => id >= begin).toReversed();
  if (shown.length === 0) return <p>{t('inspector.events.none')}</p>;
  return (
    <ol className="events">
      {shown.map((event) => (
        <li key={event.id}>
          <button type="button" onClick={() => player.getState().seek(event.id)}>
            <span className={event.eventType === 'Warning' ? 'warn b' : 'b'}>{event.reason}</span>
            <span className="qq num">{durationWords(now - event.at)}</span>
            <span className="mono q">{objectWords(event.regarding)}</span>
            <span className="qq">{componentWords(event.component)}</span>
            <p>{event.message}</p>
          </button>
        </li>
      ))}
    </ol>
  );
}

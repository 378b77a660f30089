/** The notes of the stop under the picture, for who has no second screen and wants them (`N`). */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { captionedFact } from '#player/captioned-fact';
import { usePlayer } from '#player/player';
import { useTelling } from '../caption/telling.ts';
import { useTourWords } from '../tour/tour-words.ts';
import { NoteText } from './note-text.tsx';
import { notesOfStop, useWalkNotes } from './notes-of-stop.ts';
import { useShow } from './show-store.ts';
import { useStop } from './stop.ts';

export function SlideNotes(): ReactNode {
  const shown = useShow((state) => state.notes);
  return shown ? <Notes /> : null;
}

function Notes(): ReactNode {
  const t = useT();
  const at = usePlayer(captionedFact);
  const { words } = useStop(false);
  useTelling();
  useWalkNotes();
  useTourWords();
  const notes = notesOfStop(at, words);
  return (
    <aside className="notes" aria-label={t('speaker.notes')}>
      <h2>{t('speaker.notes')}</h2>
      <ul>
        {notes.map((note) => (
          <li key={note}>
            <NoteText text={note} />
          </li>
        ))}
        {notes.length === 0 && <li>{t('speaker.noNotes')}</li>}
      </ul>
    </aside>
  );
}

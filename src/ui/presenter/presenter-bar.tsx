/** The line above the map: what is presented, and the few buttons that a presenter may need. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import type { MessageId } from '#i18n/t';
import { Icon, type IconName } from '../icons.tsx';
import { Brand } from '../shell/brand.tsx';
import { toggleFullScreen } from './keys.ts';
import { stopPresenting } from './presenter-store.ts';
import { toggleBlank, toggleNotes, useShow } from './show-store.ts';
import { openSpeaker } from './speaker-link.ts';
import { useHasNotes, usePresented } from './use-presented.ts';
import { goBack, goOn } from './walk.ts';

export function PresenterBar(): ReactNode {
  const { title, chapter, chapterName, lang } = usePresented();
  const notes = useShow((state) => state.notes);
  const hasNotes = useHasNotes();
  return (
    <header>
      <Brand bare />
      <span className="presented" lang={lang}>
        {title}
      </span>
      <span className="q chapter" lang={lang}>
        {chapter} <b>{chapterName}</b>
      </span>
      <div className="tools">
        <Tool icon="back" words="presenter.previous" keys="PageUp" act={goBack} />
        <Tool icon="next" words="presenter.next" keys="PageDown" act={goOn} />
        <Tool icon="dash" words="presenter.blank" keys="B" act={toggleBlank} />
        {hasNotes && (
          <Tool icon="notes" words="presenter.notes" keys="N" act={toggleNotes} pressed={notes} />
        )}
        <Tool icon="out" words="presenter.speaker" keys="S" act={openSpeaker} />
        {document.fullscreenEnabled && (
          <Tool icon="full" words="presenter.full" keys="F" act={toggleFullScreen} />
        )}
        <Tool icon="close" words="presenter.leave" keys="Escape" act={stopPresenting} />
      </div>
    </header>
  );
}

interface ToolProps {
  readonly icon: IconName;
  readonly words: MessageId;
  readonly keys: string;
  readonly act: () => void;
  readonly pressed?: boolean;
}

function Tool({ icon, words, keys, act, pressed }: ToolProps): ReactNode {
  const name = useT()(words);
  return (
    <button
      type="button"
      className="btn ghost"
      aria-label={name}
      aria-keyshortcuts={keys}
      aria-pressed={pressed}
      title={`${name} (${keys})`}
      onClick={act}
    >
      <Icon name={icon} />
    </button>
  );
}

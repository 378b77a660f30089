/** The line over a slide: what is presented, and the keys, which fade where no mouse moves. */
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '#i18n/locale';
import type { MessageId } from '#i18n/t';
import { Icon, type IconName } from '../icons.tsx';
import { Brand } from '../shell/brand.tsx';
import { stopPresenting } from './presenter-store.ts';
import { toggleBlank } from './show-store.ts';
import { toggleKeys } from './slide-store.ts';
import { openSpeaker } from './speaker-link.ts';
import { toggleTerminal } from './terminal-shown.ts';
import { usePresented } from './use-presented.ts';
import { goBack, goOn } from './walk.ts';

/** Milliseconds without the mouse until the hints fade. */
const patience = 3000;

export function SlideHead(): ReactNode {
  const { title, chapter, lang } = usePresented();
  const quiet = useQuiet();
  return (
    <header className="sl-head">
      <Brand bare />
      <b className="presented" lang={lang}>
        {title}
      </b>
      <span className="chapter" lang={lang}>
        {chapter}
      </span>
      <div className={quiet ? 'keys quiet' : 'keys'}>
        <Sign icon="back" words="presenter.previous" keys="PageUp" act={goBack} />
        <Hint sign="→" words="presenter.next" keys="PageDown" act={goOn} />
        <Hint sign="B" words="presenter.blank" act={toggleBlank} />
        <Hint sign="T" words="presenter.terminal" act={toggleTerminal} />
        <Hint sign="S" words="presenter.speaker" act={openSpeaker} />
        <Hint sign="?" words="presenter.keys" act={toggleKeys} />
        <Sign icon="close" words="presenter.leave" keys="Escape" act={stopPresenting} />
      </div>
    </header>
  );
}

/** Whether no mouse has moved for a while. */
function useQuiet(): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wake = (): void => {
      setQuiet(false);
      clearTimeout(timer);
      timer = setTimeout(() => setQuiet(true), patience);
    };
    wake();
    addEventListener('pointermove', wake, { passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('pointermove', wake);
    };
  }, []);
  return quiet;
}

interface HintProps {
  /** What is printed on the key. */
  readonly sign: string;
  readonly words: MessageId & `presenter.${string}`;
  readonly keys?: string;
  readonly act: () => void;
}

/** A key and what it does, in a word; its name says it in full. */
function Hint({ sign, words, keys = sign, act }: HintProps): ReactNode {
  const t = useT();
  const name = t(words);
  return (
    <button
      type="button"
      aria-label={name}
      aria-keyshortcuts={keys}
      title={`${name} (${keys})`}
      onClick={act}
    >
      <kbd>{sign}</kbd> {t(`${words}.short` as MessageId)}
    </button>
  );
}

interface SignProps {
  readonly icon: IconName;
  readonly words: MessageId;
  readonly keys: string;
  readonly act: () => void;
}

function Sign({ icon, words, keys, act }: SignProps): ReactNode {
  const name = useT()(words);
  return (
    <button
      type="button"
      aria-label={name}
      aria-keyshortcuts={keys}
      title={`${name} (${keys})`}
      onClick={act}
    >
      <Icon name={icon} />
    </button>
  );
}

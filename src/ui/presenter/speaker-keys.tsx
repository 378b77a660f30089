/** One row of keys under the speaker's window: what the clicker does, and what it cannot. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import type { Deed, FromSpeaker, SpeakerNotes } from './speaker-protocol.ts';

const deedOfKey: Readonly<Record<string, Deed>> = {
  pagedown: 'next',
  arrowright: 'next',
  ' ': 'next',
  pageup: 'previous',
  arrowleft: 'previous',
  arrowdown: 'sentence',
  arrowup: 'sentenceBack',
  b: 'blank',
  '.': 'blank',
  t: 'terminal',
  k: 'point',
  q: 'question',
  enter: 'answer',
  backspace: 'again',
};

type Send = (message: FromSpeaker) => void;

/** Does what a key asks for; the pointer stands for as long as its key is held. */
export function actOnKey(event: KeyboardEvent, send: Send): void {
  const { key, code, shiftKey, target, ctrlKey, metaKey, altKey, type, repeat } = event;
  const deed = deedOfKey[key.toLowerCase()];
  if (type === 'keyup') {
    if (deed === 'point') send({ type: 'do', deed: 'unpoint' });
    return;
  }
  const inButton = target instanceof HTMLButtonElement && (key === ' ' || key === 'Enter');
  const inField = target instanceof HTMLInputElement;
  if (inButton || inField || ctrlKey || metaKey || altKey) return;
  const choice = Number(/^(?:Digit|Numpad)([1-4])$/.exec(code)?.[1] ?? 0) - 1;
  if (choice >= 0) send({ type: 'hands', choice, more: !shiftKey });
  else if (deed === undefined || (repeat && deed === 'point')) return;
  else send({ type: 'do', deed });
  event.preventDefault();
}

interface SpeakerKeysProps {
  readonly notes: SpeakerNotes;
  readonly away: boolean;
  readonly send: Send;
}

export function SpeakerKeys({ notes, away, send }: SpeakerKeysProps): ReactNode {
  const t = useT();
  const blankWords = notes.blank ? 'presenter.back' : 'presenter.blank';
  const key = (deed: Deed, words: string, sign: string, pressed?: boolean): ReactNode => (
    <button
      type="button"
      className={deed === 'next' ? 'btn primary' : 'btn'}
      disabled={away}
      aria-pressed={pressed}
      aria-label={deed === 'blank' ? t(blankWords) : words}
      onClick={() => send({ type: 'do', deed })}
    >
      {words} <kbd>{sign}</kbd>
    </button>
  );
  return (
    <footer className="speaker-keys">
      {key('previous', t('presenter.previous'), '←')}
      {key('next', t('presenter.next'), '→')}
      {key('sentence', t('speaker.sentenceKey'), '↓')}
      <span className="grow" />
      {key('blank', t('speaker.black'), 'B', notes.blank)}
      {key('terminal', t('speaker.terminal'), 'T', notes.terminal)}
      <button
        type="button"
        className="btn"
        disabled={away}
        aria-label={t('speaker.pointer')}
        onPointerDown={() => send({ type: 'do', deed: 'point' })}
        onPointerUp={() => send({ type: 'do', deed: 'unpoint' })}
        onPointerLeave={() => send({ type: 'do', deed: 'unpoint' })}
      >
        {t('speaker.pointer')} <kbd>K</kbd>
      </button>
      {notes.question === undefined
        ? key('question', t('speaker.questionKey'), 'Q')
        : notes.question.right === undefined
          ? key('answer', t('presenter.answer'), 'Enter')
          : key('again', t('presenter.asksAgain'), '⌫')}
    </footer>
  );
}

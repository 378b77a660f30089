/** All keys of a presentation, on `?`. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '#i18n/locale';
import type { MessageId } from '#i18n/t';
import { Dialog } from '../dialog.tsx';
import { toggleKeys } from './slide-store.ts';

const keys: readonly (readonly [string, MessageId])[] = [
  ['→ ←  PageDown PageUp', 'presenter.key.stops'],
  ['↓ ↑', 'presenter.key.sentences'],
  ['Shift → ←', 'presenter.key.stages'],
  ['B  .', 'presenter.blank'],
  ['T', 'presenter.terminal'],
  ['K', 'presenter.key.pointer'],
  ['1 2 3 4', 'presenter.key.hands'],
  ['Enter', 'presenter.key.answer'],
  ['Backspace', 'presenter.key.again'],
  ['Q', 'presenter.key.question'],
  ['N', 'presenter.notes'],
  ['S', 'presenter.speaker'],
  ['F', 'presenter.full'],
  ['Esc', 'presenter.leave'],
];

export function KeySheet(): ReactNode {
  const t = useT();
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (sheet.current?.open === false) sheet.current.showModal();
  }, []);
  return (
    <Dialog ref={sheet} title={t('presenter.keys')} className="key-sheet" onClose={toggleKeys}>
      <dl>
        {keys.map(([sign, words]) => (
          <div key={words}>
            <dt>
              {sign.split(/\s+/).map((each) => (
                <kbd key={each}>{each}</kbd>
              ))}
            </dt>
            <dd>{t(words)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

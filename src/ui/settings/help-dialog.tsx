/** The keys of the page, as a dialog. */
import { type ReactNode, useRef } from 'react';
import { useT } from '#i18n/locale';
import type { MessageId } from '#i18n/t';
import { Dialog } from '../dialog.tsx';
import { helpDialogId } from './toggle-help.ts';

const rows: readonly (readonly [keys: string, what: MessageId])[] = [
  ['→ ←', 'help.step'],
  ['⇧ → ←', 'help.chapter'],
  ['⇧ ↓ ↑', 'help.depth'],
  ['. ,', 'help.event'],
  ['Space', 'help.play'],
  ['< >', 'help.speed'],
  ['Home End', 'help.ends'],
  ['0 – 9', 'help.fraction'],
  ['[ ]', 'help.cause'],
  ['/ Ctrl+K', 'help.search'],
  ['B F8', 'help.breakpoints'],
  ['↓ ↑ F10', 'help.frames'],
  ['⇧ F10', 'help.framesBack'],
  ['M ⇧M', 'help.bookmarks'],
  ['( ) \\', 'help.loop'],
  ['W', 'help.whatif'],
  ['↓ ↑ Z V', 'help.map'],
  ['P', 'help.present'],
  ['Esc 2×', 'front.home'],
  ['L', 'help.lanes'],
  ['`', 'help.terminal'],
  ['C H Y X R I E D G O', 'help.tabs'],
];

export default function HelpDialog(): ReactNode {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog ref={dialog} id={helpDialogId} title={t('menu.keys')}>
      <dl className="keys">
        {rows.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

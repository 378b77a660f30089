/** The link to this step, and to the run's beginning: the address of the page is always one. */
import { type ReactNode, useRef, useState } from 'react';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import { CopyButton } from '../copy-button.tsx';
import { Icon } from '../icons.tsx';

/** Milliseconds in which the address has come to say where the cursor is. */
const settled = 400;

export function ShareButton(): ReactNode {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const [address, setAddress] = useState('');
  const read = (): void => setAddress(location.href);
  const show = (): void => {
    player.getState().pause();
    read();
    // The address follows the cursor a moment later.
    setTimeout(read, settled);
    dialog.current?.showModal();
  };
  return (
    <>
      <button type="button" className="btn share" onClick={show}>
        <Icon name="share" />
        <span>{t('share.title')}</span>
      </button>
      <dialog ref={dialog} className="dialog share-dialog" aria-labelledby="share-title">
        <header>
          <h2 id="share-title">{t('share.title')}</h2>
          <button
            type="button"
            className="btn ghost"
            aria-label={t('menu.close')}
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" />
          </button>
        </header>
        {address !== '' && <Links address={address} />}
        <p className="qq">{t('share.private')}</p>
      </dialog>
    </>
  );
}

function Links({ address }: { readonly address: string }): ReactNode {
  const t = useT();
  const step = usePlayer((state) => state.step?.index);
  const steps = usePlayer((state) => state.steps.length);
  const begun = step !== undefined;
  const start = new URL(address);
  start.searchParams.delete('step');
  const here = begun ? t('share.step', { step: step + 1, steps }) : t('share.start');
  return (
    <>
      <Link label={here} address={address} />
      {begun && <Link label={t('share.run')} address={start.href} />}
      {begun && <Link label="Markdown" address={`[Podyssey: ${here}](${address})`} />}
    </>
  );
}

function Link({ label, address }: { readonly label: string; readonly address: string }): ReactNode {
  const t = useT();
  return (
    <label className="share-link">
      <span>{label}</span>
      <input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      <CopyButton text={address} label={t('share.copy')} />
    </label>
  );
}

/**
 * The links to this step, and to the run's beginning: the address of the page is always the first.
 */
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useT } from '#i18n/locale';
import { player } from '#player/player';
import { Dialog } from '../dialog.tsx';
import { Icon } from '../icons.tsx';

const ShareLinks = lazy(() => import('./share-links.tsx'));
const ExportList = lazy(() => import('./files/export-list.tsx'));

/** Milliseconds until the address follows the cursor. */
const settled = 400;

/** A link is for others, who have not got the program on this machine whose token this is. */
function withoutToken(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('door');
  return url.href;
}

export function ShareButton(): ReactNode {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const [address, setAddress] = useState('');
  const read = (): void => setAddress(withoutToken(location.href));
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
      <Dialog ref={dialog} className="share-dialog" title={t('share.title')}>
        <Suspense>{address !== '' && <ShareLinks address={address} />}</Suspense>
        <p className="qq">{t('share.private')}</p>
        <Suspense>
          {address !== '' && <ExportList address={address} close={() => dialog.current?.close()} />}
        </Suspense>
      </Dialog>
    </>
  );
}

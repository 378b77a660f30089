/**
 * The links to this step, and to the run's beginning: the address of the page is always the first.
 */
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { create } from 'zustand';
import { useT } from '#i18n/locale';
import { player } from '#player/player';
import { Dialog, openDialog } from '../dialog.tsx';
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

const shareDialogId = 'share';

/** Of this step, from when the dialog opens. */
const useAddress = create(() => ({ address: '' }));

const read = (): void => useAddress.setState({ address: withoutToken(location.href) });

/** Opens the dialog at the present step. */
export function openShare(): void {
  player.getState().pause();
  read();
  // The address follows the cursor a moment later.
  setTimeout(read, settled);
  openDialog(shareDialogId);
}

export function ShareButton(): ReactNode {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const { address } = useAddress();
  return (
    <>
      <button type="button" className="btn share" onClick={openShare}>
        <Icon name="share" />
        <span>{t('share.title')}</span>
      </button>
      <Dialog ref={dialog} id={shareDialogId} className="share-dialog" title={t('share.title')}>
        <Suspense>{address !== '' && <ShareLinks address={address} />}</Suspense>
        <p className="qq">{t('share.private')}</p>
        <Suspense>
          {address !== '' && <ExportList address={address} close={() => dialog.current?.close()} />}
        </Suspense>
      </Dialog>
    </>
  );
}

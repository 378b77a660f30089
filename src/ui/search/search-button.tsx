/** What opens the search; the dialog itself is fetched after the page. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { openDialog } from '../dialog.tsx';
import { Icon } from '../icons.tsx';

export const searchDialogId = 'search';

/** Opens the dialog, from a key or from its button. */
export function openSearch(): void {
  openDialog(searchDialogId);
}

export function SearchButton(): ReactNode {
  const t = useT();
  return (
    <button type="button" className="btn search" aria-keyshortcuts="/" onClick={openSearch}>
      <Icon name="search" />
      <span>{t('search.title')}</span>
      <kbd>/</kbd>
    </button>
  );
}

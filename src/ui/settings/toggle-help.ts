/** What opens the dialog of keys; the dialog itself is fetched after the page. */
import { openDialog } from '../dialog.tsx';

export const helpDialogId = 'help';

/** Opens the dialog; pressing the key again closes it. */
export function toggleHelp(): void {
  const dialog = document.getElementById(helpDialogId);
  if (dialog instanceof HTMLDialogElement && dialog.open) dialog.close();
  else openDialog(helpDialogId);
}

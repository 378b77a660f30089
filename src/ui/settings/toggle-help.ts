/** What opens the dialog of keys; the dialog itself is fetched after the page. */
export const helpDialogId = 'help';

/** Opens the dialog; pressing the key again closes it. */
export function toggleHelp(): void {
  const dialog = document.getElementById(helpDialogId);
  if (!(dialog instanceof HTMLDialogElement)) return;
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

/**
 * Opens a popover by its button, or closes it: it stands beside that button, and Tab goes from
 * there into what has opened.
 */
export function pressButtonOf(popover: string): void {
  const button = document.querySelector(`[popovertarget="${popover}"]`);
  if (!(button instanceof HTMLButtonElement)) return;
  const isOpen = document.getElementById(popover)?.matches(':popover-open') === true;
  if (!isOpen) button.focus();
  button.click();
  // Whoever closes it by the same key goes on with the keys of the page.
  if (isOpen) button.blur();
}

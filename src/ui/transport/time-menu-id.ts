/** The id by which the keys find the menu of time. */
export const timeMenuId = 'time-menu';

/** Opens the menu, or closes it, by its button: the menu stands beside whatever opened it. */
export function toggleTimeMenu(): void {
  const button = document.querySelector(`[popovertarget="${timeMenuId}"]`);
  if (button instanceof HTMLButtonElement) button.click();
}

/** The id by which the keys find the choices of “What if…”. */
export const whatIfId = 'what-if';

/** Opens the choices, or closes them, by their button. */
export function toggleWhatIf(): void {
  const button = document.querySelector(`[popovertarget="${whatIfId}"]`);
  if (button instanceof HTMLButtonElement) button.click();
}

/** Finds the terminal's field, for the keys that go there. */
export const terminalInputId = 'terminal-input';

export function focusTerminal(): void {
  document.getElementById(terminalInputId)?.focus();
}

/** Runs the command in the field, like Enter in it. */
export function submitTerminal(): void {
  const input = document.getElementById(terminalInputId);
  if (input instanceof HTMLTextAreaElement) input.form?.requestSubmit();
}

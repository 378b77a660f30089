/** Where the terminal's field is found, for the keys that go there. */
export const terminalInputId = 'terminal-input';

export function focusTerminal(): void {
  document.getElementById(terminalInputId)?.focus();
}

/** Runs the command that stands in the field, as Enter in it does. */
export function submitTerminal(): void {
  const input = document.getElementById(terminalInputId);
  if (input instanceof HTMLInputElement) input.form?.requestSubmit();
}

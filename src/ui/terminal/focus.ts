/** Where the terminal's field is found, for the key that goes there. */
export const terminalInputId = 'terminal-input';

export function focusTerminal(): void {
  document.getElementById(terminalInputId)?.focus();
}

/**
 * The line that was typed in the terminal and not sent, kept by the browser for this tab: it stands
 * in the field again when the tab was lost or loaded again. Only Enter runs it.
 */
const storageKey = (scenario: string): string => `podyssey.line ${scenario}`;

/** What was being typed in a scenario, or `undefined`. */
export function keptLine(scenario: string): string | undefined {
  try {
    return sessionStorage.getItem(storageKey(scenario)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what stands in the field; an empty line is nothing to keep. */
export function keepLine(scenario: string, line: string): void {
  try {
    if (line.trim() === '') sessionStorage.removeItem(storageKey(scenario));
    else sessionStorage.setItem(storageKey(scenario), line);
  } catch {
    // A browser without storage, or a full one, keeps nothing.
  }
}

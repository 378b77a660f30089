/**
 * What was written in the manifest editor and not applied, kept by the browser for this tab: it is
 * there again when the tab was lost, loaded again, or the editor was closed.
 */
const storageKey = 'podyssey.manifest';

interface Kept {
  /** The command that takes the text. */
  readonly line: string;
  /** What the editor began with: another object asks for another text. */
  readonly begun: string;
}

/** The text that was left for a command, or `undefined`. */
export function keptDraft({ line, begun }: Kept): string | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    const [of, from, text] = Array.isArray(kept) ? (kept as unknown[]) : [];
    return of === line && from === begun && typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text; `false` if the browser does not, because its storage is full or closed. */
export function keepDraft({ line, begun }: Kept, text: string): boolean {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([line, begun, text]));
    return true;
  } catch {
    return false;
  }
}

/** It has been applied. */
export function dropDraft(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Then nothing is kept.
  }
}

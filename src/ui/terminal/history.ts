/** The commands typed on this page, oldest first, and a place in them for the arrow keys. */
export interface History {
  readonly lines: readonly string[];
  /** The entry shown; `lines.length`: the new line. */
  readonly at: number;
  /** The text that was being typed before going back. */
  readonly draft: string;
}

export const emptyHistory: History = { lines: [], at: 0, draft: '' };

const longest = 200;

/** Adds a line; the same line twice in a row is kept once. */
export function remember(history: History, line: string): History {
  const known = history.lines.at(-1) === line;
  const lines = known ? history.lines : [...history.lines, line].slice(-longest);
  return { lines, at: lines.length, draft: '' };
}

/** One entry back (−1) or forward (1), with the text for the field. */
export function walk(
  history: History,
  by: -1 | 1,
  current: string,
): { readonly history: History; readonly text: string } {
  const at = Math.min(history.lines.length, Math.max(0, history.at + by));
  const draft = history.at === history.lines.length ? current : history.draft;
  const text = at === history.lines.length ? draft : (history.lines[at] ?? '');
  return { history: { ...history, at, draft }, text };
}

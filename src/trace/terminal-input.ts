/**
 * What a person types while a command runs in their terminal, as a value that timed inputs and
 * facts carry. The page edits lines itself, so text comes a line at a time; a client outside sends
 * keys.
 */

export type TerminalInput =
  /** Text with its line ends. */
  | { readonly kind: 'text'; readonly text: string }
  /** Ctrl-D. */
  | { readonly kind: 'end' }
  /** Ctrl-C. */
  | { readonly kind: 'interrupt' }
  /** The window has another size, in characters. */
  | { readonly kind: 'resize'; readonly columns: number; readonly rows: number };

const mostText = 20_000;
const largestWindow = 2_000;

/** Reads one out of a file that anybody may have written; `undefined`: it is none. */
export function readTerminalInput(value: unknown): TerminalInput | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, text, columns, rows } = value as Readonly<Record<string, unknown>>;
  if (kind === 'end' || kind === 'interrupt') return { kind };
  if (kind === 'text') {
    return typeof text === 'string' && text.length <= mostText ? { kind, text } : undefined;
  }
  if (kind !== 'resize' || !isLength(columns) || !isLength(rows)) return undefined;
  return { kind, columns, rows };
}

const isLength = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= largestWindow;

/** In one line: the text without its line end, `^C`, `^D`, `80×24`. */
export function terminalInputWords(typed: TerminalInput): string {
  switch (typed.kind) {
    case 'text':
      return typed.text.replace(/\n$/, '');
    case 'end':
      return '^D';
    case 'interrupt':
      return '^C';
    case 'resize':
      return `${typed.columns}×${typed.rows}`;
  }
}

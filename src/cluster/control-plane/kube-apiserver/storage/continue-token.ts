/**
 * The token that continues a list: where the next page begins, and at which revision.
 * Models k8s.io/apiserver pkg/storage/continue.go.
 */

export interface ContinueToken {
  /** The revision of the first page; all pages show the same state. */
  readonly revision: number;
  /** The first key of the next page, below the prefix of the list. */
  readonly start: string;
}

/** Source: EncodeContinue. `start` is the last key that was returned. */
export function encodeContinue(revision: number, prefix: string, lastKey: string): string {
  const start = `${lastKey.slice(prefix.length)}\0`;
  return btoa(JSON.stringify({ v: 'meta.k8s.io/v1', rv: revision, start })).replaceAll('=', '');
}

/** Source: DecodeContinue; undefined when the text is no token. */
export function decodeContinue(text: string, prefix: string): ContinueToken | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(atob(text));
  } catch {
    return undefined;
  }
  const { v, rv, start } = parsed as { v?: unknown; rv?: unknown; start?: unknown };
  if (v !== 'meta.k8s.io/v1' || typeof rv !== 'number' || typeof start !== 'string') {
    return undefined;
  }
  return { revision: rv, start: prefix + start };
}

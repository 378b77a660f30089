/**
 * The token that continues a list: where the next page begins, and at which revision.
 * Models k8s.io/apiserver pkg/storage/continue.go.
 */
import { base64url, fromBase64url } from '#base/base64';
import { decodeUtf8, encodeUtf8 } from '#base/utf8';

export interface ContinueToken {
  /** The revision of the first page; all pages show the same state. -1: the present state. */
  readonly revision: number;
  /** The first key of the next page, below the prefix of the list. */
  readonly start: string;
}

/** Source: EncodeContinue. `lastKey` is the last key on the page. */
export const encodeContinue = (revision: number, prefix: string, lastKey: string): string =>
  encodeStart(revision, `${lastKey.slice(prefix.length)}\0`);

/** The same position in a list that continues with the present state. */
export const inconsistentContinue = ({ start }: ContinueToken, prefix: string): string =>
  encodeStart(-1, start.slice(prefix.length));

function encodeStart(revision: number, start: string): string {
  return base64url(encodeUtf8(JSON.stringify({ v: 'meta.k8s.io/v1', rv: revision, start })));
}

/** Source: DecodeContinue; undefined when the text is no token. */
export function decodeContinue(text: string, prefix: string): ContinueToken | undefined {
  const bytes = fromBase64url(text);
  if (bytes === undefined) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(decodeUtf8(bytes));
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const { v, rv, start } = parsed as { v?: unknown; rv?: unknown; start?: unknown };
  if (v !== 'meta.k8s.io/v1' || typeof rv !== 'number' || typeof start !== 'string') {
    return undefined;
  }
  return { revision: rv, start: prefix + start };
}

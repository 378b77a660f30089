/**
 * The marks that a lesson's texts may have: `**bold**`, `*light*`, `` `code` ``, `[text](https://…)`.
 *
 * A text becomes a list of pieces, which are drawn as text; nothing in it is ever read as HTML. A
 * link leads to http or https, to the page itself (`?…`, `#…`), or is no link.
 */

export interface Piece {
  readonly text: string;
  readonly kind: 'text' | 'bold' | 'light' | 'code' | 'link';
  /** Where a link leads. */
  readonly href?: string;
  /** Where the piece begins in the text. */
  readonly at: number;
}

const bold = /\*\*([^*\n]{1,500})\*\*/;
const light = /\*([^*\n]{1,500})\*/;
const code = /`([^`\n]{1,500})`/;
const link = /\[([^[\]\n]{1,300})\]\(([^()\s]{1,600})\)/;
const mark = new RegExp([bold, light, code, link].map(({ source }) => source).join('|'), 'g');

export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const plain = (to: number): void => {
    if (to > from) pieces.push({ kind: 'text', text: text.slice(from, to), at: from });
  };
  for (const found of text.matchAll(mark)) {
    const [whole, strong, weak, typed, words = '', address = ''] = found;
    const at = found.index;
    plain(at);
    from = at + whole.length;
    if (strong !== undefined) pieces.push({ kind: 'bold', text: strong, at });
    else if (weak !== undefined) pieces.push({ kind: 'light', text: weak, at });
    else if (typed !== undefined) pieces.push({ kind: 'code', text: typed, at });
    else if (isLink(address)) pieces.push({ kind: 'link', text: words, href: address, at });
    else pieces.push({ kind: 'text', text: words, at });
  }
  plain(text.length);
  return pieces;
}

/** The text without its marks: for a title, and to be spoken. */
export const plainText = (text: string): string =>
  piecesOf(text)
    .map((piece) => piece.text)
    .join('');

const isLink = (address: string): boolean => /^(https?:\/\/[^\s\\]+|[?#][^\s\\]*)$/i.test(address);

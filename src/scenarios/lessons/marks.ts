/**
 * The marks that a lesson's texts may have: `**bold**`, `*light*`, `` `code` ``, `[text](https://…)`,
 * and `[[anchor|words]]` around what the picture shows.
 *
 * A text becomes a list of pieces, which are drawn as text; nothing in it is ever read as HTML. A
 * link leads to http or https, to the page itself (`?…`, `#…`), or is no link.
 */

export interface Piece {
  readonly text: string;
  readonly kind: 'text' | 'bold' | 'light' | 'code' | 'link' | 'anchor';
  /** Where a link leads. */
  readonly href?: string;
  /** What the words of an anchor are in the picture; with a space between several. */
  readonly anchor?: string;
  /** Where the piece begins in the text. */
  readonly at: number;
}

const bold = /\*\*([^*\n]{1,500})\*\*/;
const light = /\*([^*\n]{1,500})\*/;
const code = /`([^`\n]{1,500})`/;
const link = /\[([^[\]\n]{1,300})\]\(([^()\s]{1,600})\)/;
const anchored = /\[\[([\w./: -]{1,300})\|([^\]\n]{1,300})\]\]/;
const mark = new RegExp(
  [bold, light, code, anchored, link].map(({ source }) => source).join('|'),
  'g',
);

export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const plain = (to: number): void => {
    if (to > from) pieces.push({ kind: 'text', text: text.slice(from, to), at: from });
  };
  for (const found of text.matchAll(mark)) {
    const [whole, strong, weak, typed, anchor, named = '', words = '', address = ''] = found;
    const at = found.index;
    plain(at);
    from = at + whole.length;
    if (strong !== undefined) pieces.push({ kind: 'bold', text: strong, at });
    else if (weak !== undefined) pieces.push({ kind: 'light', text: weak, at });
    else if (typed !== undefined) pieces.push({ kind: 'code', text: typed, at });
    else if (anchor !== undefined) pieces.push({ kind: 'anchor', text: named, anchor, at });
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

export interface NamedLine {
  /** The text without its marks, but with `[[a1|words]]` around what the picture shows. */
  readonly line: string;
  /** What each of these is in the picture. */
  readonly anchors: Readonly<Record<string, string>>;
}

/** A caption as the story tells it. Two stars without a partner are not shown, as in the story. */
export function namedLine(text: string): NamedLine {
  const anchors: Record<string, string> = {};
  const line = piecesOf(text).map(({ text: words, anchor }) => {
    if (anchor === undefined) return words;
    const name = `a${Object.keys(anchors).length + 1}`;
    anchors[name] = anchor;
    return `[[${name}|${words}]]`;
  });
  return { line: line.join(''), anchors };
}

const isLink = (address: string): boolean => /^(https?:\/\/[^\s\\]+|[?#][^\s\\]*)$/i.test(address);

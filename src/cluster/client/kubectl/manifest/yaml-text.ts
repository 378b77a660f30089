/** Texts of YAML that span lines: folding, escapes, literal and folded blocks. */

/** A line end is a blank; an empty line is a line end. Blanks around line ends are dropped. */
export const foldLines = (text: string): string =>
  text.replace(/[ \t]*\n((?:[ \t]*\n)*)[ \t]*/g, (_, empty: string) => {
    const lines = (empty.match(/\n/g) ?? []).length;
    return lines === 0 ? ' ' : '\n'.repeat(lines);
  });

const escapes: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};

/** The text between double quotes; undefined for an escape that YAML does not have. */
export function unescapeDouble(inner: string): string | undefined {
  let unknown = false;
  const joined = inner.replace(/\\\n[ \t]*/g, '\\\n');
  const pieces = joined.split(/(\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[\s\S]))/);
  const texts = pieces.map((piece, i) => {
    if (i % 2 === 0) return foldLines(piece);
    const sign = piece.charAt(1);
    if (piece.length > 2) return String.fromCodePoint(Number.parseInt(piece.slice(2), 16));
    if (sign === '\n') return '';
    const text = escapes[sign];
    if (text === undefined) unknown = true;
    return text ?? '';
  });
  return unknown ? undefined : texts.join('');
}

export interface BlockHeader {
  readonly folded: boolean;
  /** `-` drops the last line ends, `+` keeps all, empty keeps one. */
  readonly chomp: string;
  /** The column of what the text belongs to. */
  readonly parent: number;
  /** The document itself is this text. */
  readonly top: boolean;
  readonly indent: number | undefined;
}

/** Reads a literal or folded text from the line after its header. */
export function blockScalar(
  rest: string,
  header: BlockHeader,
): { readonly text: string; readonly length: number } {
  const all = rest.split('\n');
  const first = all.find((line) => line.trim() !== '') ?? '';
  const least = header.top ? 0 : header.parent + 1;
  const given = header.indent === undefined ? undefined : header.parent + header.indent;
  const indent = given ?? Math.max(least, first.length - first.trimStart().length);
  const count = all.findIndex(
    (line) => line.trim() !== '' && line.length - line.trimStart().length < indent,
  );
  const own = count < 0 ? all : all.slice(0, count);
  const length = own.reduce((sum, line) => sum + line.length + 1, 0);
  const lines = own.map((line) => line.slice(indent));
  // What follows the last line end is no line.
  if (count < 0 && lines.at(-1) === '') lines.pop();
  const last = lines.findLastIndex((line) => line !== '');
  const body = lines.slice(0, last + 1);
  const trailing = lines.length - body.length;
  const text = header.folded ? foldBlock(body) : body.join('\n');
  return { text: text + ending(header.chomp, text === '', trailing), length };
}

function ending(chomp: string, empty: boolean, trailing: number): string {
  if (chomp === '-') return '';
  if (chomp === '+') return '\n'.repeat(trailing + (empty ? 0 : 1));
  return empty ? '' : '\n';
}

/** Lines that are indented further keep their line ends. */
function foldBlock(lines: readonly string[]): string {
  const isText = (line: string | undefined): boolean => /^[^ \t]/.test(line ?? '');
  let text = '';
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    text += line;
    if (i === lines.length - 1) break;
    let next = i + 1;
    while (lines[next] === '') next++;
    const gaps = next - i - 1;
    if (line === '') text += i === 0 || text.endsWith('\n') ? '\n' : '';
    else if (isText(line) && isText(lines[next])) text += gaps === 0 ? ' ' : '\n'.repeat(gaps);
    else text += '\n'.repeat(gaps + 1);
    if (line !== '' || gaps === 0) i = next - 1;
  }
  return text;
}

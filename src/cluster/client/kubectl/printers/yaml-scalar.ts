/**
 * How one text is written in YAML so that it reads back as the same text.
 *
 * Models sigs.k8s.io/yaml goyaml.v2 (encode.go stringv, resolve.go, emitterc.go): plain where that
 * is safe, double quotes where a plain word would be a number, boolean, null or time, single quotes
 * where indicators require it, `|` for several lines; plain and quoted text is folded after column
 * 80.
 */

const bestWidth = 80;

/** Words that mean something other than themselves. Source: resolve.go init. */
const specialWords = new Set(
  (
    'y Y yes Yes YES true True TRUE on On ON n N no No NO false False FALSE off Off OFF ' +
    '~ null Null NULL .nan .NaN .NAN .inf .Inf .INF +.inf +.Inf +.INF -.inf -.Inf -.INF <<'
  ).split(' '),
);

const integer = /^[-+]?(0|[1-9]\d*|0[0-7]+|0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+)$/;
const float = /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/;
const base60 = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/;
const timestamp =
  /^\d{4}-\d{1,2}-\d{1,2}([Tt ]\d{1,2}:\d{1,2}:\d{1,2}(\.\d+)?(Z|[+-]\d\d:\d\d)?)?$/;

/** Whether the word would not be read as text without quotes. */
function resolvesElsewhere(text: string): boolean {
  if (text === '' || specialWords.has(text)) return true;
  const bare = text.replaceAll('_', '');
  if (integer.test(bare) || float.test(bare)) return true;
  return base60.test(text) || timestamp.test(text);
}

interface Allowed {
  readonly plain: boolean;
  readonly singleQuoted: boolean;
  readonly block: boolean;
}

const indicators = '#,[]{}&*!|>\'"%@`';
const isBlank = (char: string): boolean =>
  char === '' || char === ' ' || char === '\t' || char === '\n';

/** Which styles can hold the text. Source: emitterc.go yaml_emitter_analyze_scalar. */
function analyze(text: string): Allowed {
  let plain = !(text.startsWith('---') || text.startsWith('...'));
  let special = false;
  let spaceBreak = false;
  let breakSpace = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    const next = text.charAt(i + 1);
    if (i === 0 && indicators.includes(char)) plain = false;
    if (i === 0 && '?-'.includes(char) && isBlank(next)) plain = false;
    if (char === ':' && isBlank(next)) plain = false;
    if (char === '#' && i > 0 && isBlank(text.charAt(i - 1))) plain = false;
    if (char === '\n') {
      plain = false;
      if (text.charAt(i - 1) === ' ') spaceBreak = true;
      if (next === ' ') breakSpace = true;
    } else if (!isPrintable(char)) special = true;
  }
  const edge = /^[ \n]|[ \n]$/.test(text);
  if (edge || special || spaceBreak || breakSpace) plain = false;
  const broken = special || spaceBreak;
  return {
    plain,
    singleQuoted: !(broken || breakSpace),
    block: !(broken || text.endsWith(' ')),
  };
}

const isPrintable = (char: string): boolean => {
  const code = char.charCodeAt(0);
  if (code < 0x20 || code === 0x7f) return false;
  return code < 0x80 || code === 0x85 || (code >= 0xa0 && code !== 0xfeff && code < 0xfffe);
};

/**
 * Writes a text that begins at `column`; further lines are indented by `indent`. A key is written
 * on one line.
 */
export function yamlString(text: string, column: number, indent: number, key = false): string {
  const allowed = analyze(text);
  if (text.includes('\n')) {
    return !key && allowed.block ? literal(text, indent) : doubleQuoted(text, column, indent, key);
  }
  if (resolvesElsewhere(text)) return doubleQuoted(text, column, indent, key);
  if (allowed.plain) return key ? text : folded(text, column, indent, false);
  if (!allowed.singleQuoted) return doubleQuoted(text, column, indent, key);
  const quoted = text.replaceAll("'", "''");
  return key ? `'${quoted}'` : `'${folded(quoted, column + 1, indent, true)}'`;
}

/**
 * Breaks a line at the first single blank beyond the width.
 * Source: yaml_emitter_write_plain_scalar, yaml_emitter_write_single_quoted.
 */
function folded(text: string, column: number, indent: number, quoted: boolean): string {
  let out = '';
  let at = column;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    const inside = !quoted || (i > 0 && i < text.length - 1);
    const alone = text.charAt(i - 1) !== ' ' && text.charAt(i + 1) !== ' ';
    if (char === ' ' && alone && inside && at > bestWidth) {
      out += `\n${' '.repeat(indent)}`;
      at = indent;
    } else {
      out += char;
      at++;
    }
  }
  return out;
}

const escapes: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\x1b': '\\e',
  '"': '\\"',
  '\\': '\\\\',
  '\x85': '\\N',
  '\xa0': '\\_',
  '\u2028': '\\L',
  '\u2029': '\\P',
};

/** Source: yaml_emitter_write_double_quoted. */
function doubleQuoted(text: string, column: number, indent: number, key: boolean): string {
  let out = '"';
  let at = column + 1;
  let afterBreak = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    const inside = i > 0 && i < text.length - 1;
    if (char === ' ' && !key && !afterBreak && inside && at > bestWidth) {
      const more = text.charAt(i + 1) === ' ';
      out += `\n${' '.repeat(indent)}${more ? '\\' : ''}`;
      at = indent;
      afterBreak = true;
      continue;
    }
    const written = escapes[char] ?? (isPrintable(char) ? char : hexEscape(char));
    out += written;
    at += written.length;
    afterBreak = char === ' ';
  }
  return `${out}"`;
}

const hexEscape = (char: string): string => {
  const code = char.charCodeAt(0);
  const hex = code.toString(16).toUpperCase();
  return code <= 0xff ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`;
};

/** Source: yaml_emitter_write_literal_scalar and its hints. */
function literal(text: string, indent: number): string {
  const indentHint = /^[ \n]/.test(text) ? '2' : '';
  const end = text.endsWith('\n') ? (text.endsWith('\n\n') || text === '\n' ? '+' : '') : '-';
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  const lines = body.split('\n').map((line) => (line === '' ? '' : ' '.repeat(indent) + line));
  return `|${indentHint}${end}\n${lines.join('\n')}`;
}

/** Go templates cut into text, actions and tokens. Models text/template/parse lex.go. */
import { err, ok, type Result } from '#base/result';

/** The text between `{{` and `}}`, without trim markers. */
export interface Action {
  readonly source: string;
  /** The offset of `source` in the template. */
  readonly at: number;
}

export interface Token {
  readonly kind:
    | 'dot'
    | 'field'
    | 'variable'
    | 'string'
    | 'number'
    | 'word'
    | 'open'
    | 'close'
    | 'pipe'
    | 'comma'
    | 'declare'
    | 'assign';
  /** A name without its dot, a string without its quotes. */
  readonly text: string;
  readonly raw: string;
  readonly at: number;
  readonly end: number;
}

const lineOf = (template: string, at: number): number => template.slice(0, at).split('\n').length;

/** Text and actions in order, without comments and trimmed white space. */
export function lexTemplate(template: string): Result<readonly (string | Action)[], string> {
  const pieces: (string | Action)[] = [];
  let at = 0;
  let trimNext = false;
  for (;;) {
    const open = template.indexOf('{{', at);
    let text = template.slice(at, open < 0 ? undefined : open);
    if (trimNext) text = text.trimStart();
    if (open < 0) return ok([...pieces, text]);
    const trimsBefore = /^-\s/.test(template.slice(open + 2));
    if (trimsBefore) text = text.trimEnd();
    pieces.push(text);
    const start = open + (trimsBefore ? 3 : 2);
    const comment = /^\s*\/\*/.test(template.slice(start));
    const end = comment ? endOfComment(template, start) : endOfAction(template, start);
    if (end < 0) {
      const what = comment ? 'unclosed comment' : unclosed(template.slice(start));
      return err(`${lineOf(template, comment ? open : template.length)}: ${what}`);
    }
    const whole = template.slice(start, end);
    trimNext = /\s-$/.test(whole);
    if (!comment) pieces.push({ source: trimNext ? whole.slice(0, -1) : whole, at: start });
    at = end + 2;
  }
}

/** The error of an action that does not end. */
function unclosed(rest: string): string {
  const whole = rest.replace(/"(?:[^"\\\n]|\\.)*"|`[^`]*`/g, '');
  return whole.includes('"') ? 'unterminated quoted string' : 'unclosed action';
}

function endOfComment(template: string, start: number): number {
  const end = template.indexOf('*/', start);
  return end < 0 ? -1 : template.indexOf('}}', end);
}

/** Finds the closing braces of an action; braces in a string do not count. */
function endOfAction(template: string, start: number): number {
  const rest = /^(?:"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)*'|(?!\}\})[^"`'])*/.exec(
    template.slice(start),
  );
  const end = start + (rest?.[0].length ?? 0);
  return template.startsWith('}}', end) ? end : -1;
}

type Shape = readonly [Token['kind'], RegExp];

const shapes: readonly Shape[] = [
  ['declare', /^:=/],
  ['assign', /^=/],
  ['pipe', /^\|/],
  ['comma', /^,/],
  ['open', /^\(/],
  ['close', /^\)/],
  ['string', /^(?:"(?:[^"\\\n]|\\.)*"|`[^`]*`)/],
  ['number', /^'(?:[^'\\\n]|\\.)'/],
  ['number', /^[+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)/],
  ['variable', /^\$\w*/],
  ['field', /^\.[\p{L}_][\p{L}\p{N}_]*/u],
  ['dot', /^\./],
  ['word', /^[\p{L}_][\p{L}\p{N}_]*/u],
];

/** The tokens of an action. */
export function textTokens({ source, at }: Action): Result<readonly Token[], string> {
  const tokens: Token[] = [];
  let offset = 0;
  while (offset < source.length) {
    const rest = source.slice(offset);
    const blank = /^\s+/.exec(rest)?.[0].length ?? 0;
    if (blank > 0) {
      offset += blank;
      continue;
    }
    const found = shapes.find(([, shape]) => shape.test(rest));
    const raw = found?.[1].exec(rest)?.[0] ?? '';
    if (found === undefined) return err(unreadable(rest));
    const text = textOf(found[0], raw);
    if (!text.ok) return text;
    const start = at + offset;
    tokens.push({ kind: found[0], text: text.value, raw, at: start, end: start + raw.length });
    offset += raw.length;
  }
  return ok(tokens);
}

function unreadable([sign = '']: string): string {
  if (sign === '"') return 'unterminated quoted string';
  if (sign === '`') return 'unterminated raw quoted string';
  const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `bad character U+${code} '${sign}'`;
}

function textOf(kind: Token['kind'], raw: string): Result<string, string> {
  if (kind === 'field') return ok(raw.slice(1));
  if (kind !== 'string') return ok(raw);
  return raw.startsWith('`') ? ok(raw.slice(1, -1)) : unquoted(raw.slice(1, -1));
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  '"': '"',
};

/** Source: strconv.Unquote. */
function unquoted(text: string): Result<string, string> {
  let wrong = false;
  const out = text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U(00[01][0-9a-fA-F]{5})|(.))/g,
    (_, hex?: string, unicode?: string, long?: string, letter?: string) => {
      const code = hex ?? unicode ?? long;
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
      wrong ||= escapes[letter ?? ''] === undefined;
      return escapes[letter ?? ''] ?? '';
    },
  );
  return wrong ? err('invalid syntax') : ok(out);
}

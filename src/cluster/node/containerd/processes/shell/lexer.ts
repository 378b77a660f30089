/**
 * Splits a script into operators and words, with quotes and expansions understood.
 * A subset of POSIX sh as busybox ash reads it.
 */
import { unescaped } from '../escapes.ts';
import { ShellSyntaxError, type WordPart } from './syntax.ts';

const bracedPattern = /^(#?)(\w+|[?$#@*!-])(?:(:-|:=|:\+|:\?|##|%%|\/\/|[-=+?#%/:])(.*))?$/s;

/** Substitutions stay unparsed: the parser of scripts is built on this lexer. */
export type RawPart =
  | Extract<WordPart, { kind: 'text' }>
  | {
      readonly kind: 'variable';
      readonly name: string;
      readonly operator: string | undefined;
      readonly operand: readonly RawPart[] | undefined;
      readonly quoted: boolean;
    }
  | {
      readonly kind: 'raw-arithmetic';
      readonly parts: readonly RawPart[];
      readonly quoted: boolean;
    }
  | { readonly kind: 'raw-substitution'; readonly text: string; readonly quoted: boolean };

const operators = [
  '&&',
  '&>',
  '||',
  ';;',
  '<<-',
  '<<',
  '>>',
  '>&',
  '<&',
  '\n',
  ';',
  '&',
  '|',
  '(',
  ')',
  '<',
  '>',
];

export interface RawToken {
  readonly operator: string | undefined;
  /** The number of lines before it. */
  readonly line: number;
  /** After `<<WORD` the text of the here-document. */
  parts: readonly RawPart[];
}

interface HereDocument {
  readonly token: RawToken;
  readonly stripTabs: boolean;
}

export function lex(source: string): readonly RawToken[] {
  const lexer = new Lexer(source);
  return lexer.tokens();
}

class Lexer {
  readonly #source: string;
  #at = 0;
  #documents: HereDocument[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  tokens(): readonly RawToken[] {
    const tokens: RawToken[] = [];
    for (;;) {
      this.#skipBlanks();
      if (this.#at >= this.#source.length) return tokens;
      const line = this.#line();
      const operator = this.#operator();
      if (operator === undefined) {
        tokens.push({ operator: undefined, line, parts: this.#word() });
        continue;
      }
      tokens.push({ operator, line, parts: [] });
      if (/<<-?$/.test(operator)) {
        this.#skipBlanks();
        const token = { operator: undefined, line, parts: this.#word() };
        tokens.push(token);
        this.#documents.push({ token, stripTabs: operator.endsWith('-') });
      } else if (operator === '\n') this.#readDocuments();
    }
  }

  #counted = 0;
  #lines = 0;

  /** The number of lines before the current position. */
  #line(): number {
    for (; this.#counted < this.#at; this.#counted++) {
      if (this.#source[this.#counted] === '\n') this.#lines++;
    }
    return this.#lines;
  }

  /** Reads the here-documents that the previous line named. */
  #readDocuments(): void {
    for (const { token, stripTabs } of this.#documents) {
      const quoted = token.parts.some((part) => part.quoted);
      const delimiter = token.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
      const lines: string[] = [];
      for (;;) {
        const end = this.#source.indexOf('\n', this.#at);
        const raw = this.#source.slice(this.#at, end < 0 ? undefined : end);
        const line = stripTabs ? raw.replace(/^\t+/, '') : raw;
        const isLast = end < 0;
        this.#at = isLast ? this.#source.length : end + 1;
        if (line === delimiter) break;
        if (!isLast || raw !== '') lines.push(isLast ? line : `${line}\n`);
        if (isLast) break;
      }
      const text = lines.join('');
      token.parts = quoted ? [{ kind: 'text', text, quoted: true }] : new Lexer(text).whole();
    }
    this.#documents = [];
  }

  /** Reads the whole source as one word, blanks included. */
  operand(): readonly RawPart[] {
    const parts: RawPart[] = [];
    while (this.#at < this.#source.length) {
      const char = this.#source[this.#at];
      if (char === "'") parts.push(this.#singleQuoted());
      else if (char === '"') parts.push(...this.#doubleQuoted());
      else parts.push(this.#piece(false));
    }
    return parts;
  }

  /** Reads the whole source as the inside of double quotes. */
  whole(): readonly RawPart[] {
    const parts: RawPart[] = [{ kind: 'text', text: '', quoted: true }];
    while (this.#at < this.#source.length) {
      if (this.#source[this.#at] === '"') {
        parts.push({ kind: 'text', text: '"', quoted: true });
        this.#at++;
      } else parts.push(this.#piece(true));
    }
    return parts;
  }

  #skipBlanks(): void {
    for (;;) {
      const char = this.#source[this.#at];
      if (char === '#') {
        while (this.#at < this.#source.length && this.#source[this.#at] !== '\n') this.#at++;
      } else if (char === ' ' || char === '\t') this.#at++;
      else if (char === '\\' && this.#source[this.#at + 1] === '\n') this.#at += 2;
      else return;
    }
  }

  #operator(): string | undefined {
    const digit = /^[0-9](?=[<>])/.exec(this.#source.slice(this.#at, this.#at + 2))?.[0] ?? '';
    const rest = this.#source.slice(this.#at + digit.length, this.#at + digit.length + 3);
    const found = operators.find((operator) => rest.startsWith(operator));
    if (found === undefined) return undefined;
    if (digit > '2') throw new ShellSyntaxError(`file descriptor ${digit} is not simulated`);
    this.#at += digit.length + found.length;
    return digit + found;
  }

  #word(): readonly RawPart[] {
    const parts: RawPart[] = [];
    for (;;) {
      const char = this.#source[this.#at];
      if (char === undefined || /[ \t\n;&|()<>]/.test(char)) return parts;
      if (char === "'") parts.push(this.#singleQuoted());
      else if (char === '"') parts.push(...this.#doubleQuoted());
      else parts.push(this.#piece(false));
    }
  }

  #singleQuoted(): RawPart {
    const end = this.#source.indexOf("'", this.#at + 1);
    if (end < 0) throw new ShellSyntaxError('syntax error: unterminated quoted string');
    const text = this.#source.slice(this.#at + 1, end);
    this.#at = end + 1;
    return { kind: 'text', text, quoted: true };
  }

  #doubleQuoted(): readonly RawPart[] {
    const parts: RawPart[] = [{ kind: 'text', text: '', quoted: true }];
    this.#at++;
    for (;;) {
      const char = this.#source[this.#at];
      if (char === undefined) {
        throw new ShellSyntaxError('syntax error: unterminated quoted string');
      }
      if (char === '"') {
        this.#at++;
        return parts;
      }
      parts.push(this.#piece(true));
    }
  }

  /** A variable, a substitution, an escaped character or a run of plain text. */
  #piece(quoted: boolean): RawPart {
    const char = this.#source[this.#at] ?? '';
    if (char === '$') return this.#expansion(quoted);
    if (char === '`') return this.#backquoted(quoted);
    if (char === '\\') {
      const next = this.#source[this.#at + 1] ?? '';
      this.#at += 2;
      const kept = quoted && !/["$`\\\n]/.test(next) ? `\\${next}` : next;
      return { kind: 'text', text: kept, quoted: true };
    }
    const run = quoted ? /[^"$`\\]+/y : /[^ \t\n;&|()<>'"$`\\]+/y;
    run.lastIndex = this.#at;
    const text = run.exec(this.#source)?.[0] ?? char;
    this.#at += text.length;
    return { kind: 'text', text, quoted };
  }

  #expansion(quoted: boolean): RawPart {
    if (this.#source.startsWith('$((', this.#at)) {
      const text = this.#balanced();
      const inner = text.replace(/^\(/, '').replace(/\)$/, '');
      return { kind: 'raw-arithmetic', parts: new Lexer(inner).whole(), quoted };
    }
    if (this.#source[this.#at + 1] === '(') {
      const text = this.#balanced();
      return { kind: 'raw-substitution', text, quoted };
    }
    if (this.#source[this.#at + 1] === '{') return this.#braced(quoted);
    if (!quoted && this.#source[this.#at + 1] === "'") return this.#escapedText();
    const pattern = /\$([A-Za-z_]\w*|[0-9?$#@*!-])/y;
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match === null) {
      this.#at++;
      return { kind: 'text', text: '$', quoted: true };
    }
    this.#at += match[0].length;
    return {
      kind: 'variable',
      name: match[1] ?? '',
      operator: undefined,
      operand: undefined,
      quoted,
    };
  }

  /** `$'a\\n'`. */
  #escapedText(): RawPart {
    const pattern = /\$'((?:[^'\\]|\\[\s\S])*)'/y;
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match === null) throw new ShellSyntaxError('syntax error: unterminated quoted string');
    this.#at += match[0].length;
    const text = unescaped((match[1] ?? '').replace(/\\(['"])/g, '$1'));
    return { kind: 'text', text, quoted: true };
  }

  /** `${NAME}`, `${#NAME}`, `${NAME:-WORD}` and its kind. */
  #braced(quoted: boolean): RawPart {
    const end = this.#closingBrace(this.#at + 2);
    const inside = this.#source.slice(this.#at + 2, end);
    const match = bracedPattern.exec(inside);
    if (match === null) throw new ShellSyntaxError('syntax error: bad substitution');
    this.#at = end + 1;
    const [, hash, name = '', operator, operand] = match;
    if (hash === '#') return { kind: 'variable', name, operator: 'length', operand: [], quoted };
    const parts = operand === undefined ? undefined : new Lexer(operand).operand();
    return { kind: 'variable', name, operator, operand: parts, quoted };
  }

  #closingBrace(start: number): number {
    let depth = 1;
    for (let i = start; i < this.#source.length; i++) {
      if (this.#source.startsWith('${', i)) depth++;
      else if (this.#source[i] === '}' && --depth === 0) return i;
    }
    throw new ShellSyntaxError('syntax error: missing }');
  }

  #balanced(): string {
    const start = this.#at + 2;
    let depth = 1;
    for (let i = start; i < this.#source.length; i++) {
      if (this.#source[i] === '(') depth++;
      if (this.#source[i] === ')' && --depth === 0) {
        this.#at = i + 1;
        return this.#source.slice(start, i);
      }
    }
    throw new ShellSyntaxError('syntax error: unexpected end of file (expecting ")")');
  }

  #backquoted(quoted: boolean): RawPart {
    const end = this.#source.indexOf('`', this.#at + 1);
    if (end < 0) throw new ShellSyntaxError('syntax error: EOF in backquote substitution');
    const text = this.#source.slice(this.#at + 1, end);
    this.#at = end + 1;
    return { kind: 'raw-substitution', text, quoted };
  }
}

/**
 * Splits a script into operators and words, with quotes and expansions understood.
 * A subset of POSIX sh as busybox ash reads it.
 */
import { ShellSyntaxError, type WordPart } from './syntax.ts';

/** Substitutions are handed over unparsed: the parser of scripts needs this lexer first. */
export type RawPart =
  | Exclude<WordPart, { kind: 'substitution' }>
  | { readonly kind: 'raw-substitution'; readonly text: string; readonly quoted: boolean };

const operators = ['&&', '||', ';;', '>>', '>&', '\n', ';', '&', '|', '(', ')', '<', '>'];

export interface RawToken {
  readonly operator: string | undefined;
  readonly parts: readonly RawPart[];
}

export function lex(source: string): readonly RawToken[] {
  const lexer = new Lexer(source);
  return lexer.tokens();
}

class Lexer {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  tokens(): readonly RawToken[] {
    const tokens: RawToken[] = [];
    for (;;) {
      this.#skipBlanks();
      if (this.#at >= this.#source.length) return tokens;
      const operator = this.#operator();
      if (operator !== undefined) tokens.push({ operator, parts: [] });
      else tokens.push({ operator: undefined, parts: this.#word() });
    }
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
    const digit = /^[012](?=[<>])/.exec(this.#source.slice(this.#at, this.#at + 2))?.[0] ?? '';
    const rest = this.#source.slice(this.#at + digit.length, this.#at + digit.length + 2);
    const found = operators.find((operator) => rest.startsWith(operator));
    if (found === undefined) return undefined;
    this.#at += digit.length + found.length;
    return digit + found;
  }

  #word(): readonly RawPart[] {
    const parts: RawPart[] = [];
    for (;;) {
      const char = this.#source[this.#at];
      if (char === undefined || /[\s;&|()<>]/.test(char)) return parts;
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
    const run = quoted ? /[^"$`\\]+/y : /[^\s;&|()<>'"$`\\]+/y;
    run.lastIndex = this.#at;
    const text = run.exec(this.#source)?.[0] ?? char;
    this.#at += text.length;
    return { kind: 'text', text, quoted };
  }

  #expansion(quoted: boolean): RawPart {
    if (this.#source[this.#at + 1] === '(') {
      const text = this.#balanced();
      return { kind: 'raw-substitution', text, quoted };
    }
    const pattern = /\$(?:\{(\w+|[?$#@*])(?::?-([^}]*))?\}|([A-Za-z_]\w*|[0-9?$#@*!]))/y;
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match === null) {
      this.#at++;
      return { kind: 'text', text: '$', quoted: true };
    }
    this.#at += match[0].length;
    const name = match[1] ?? match[3] ?? '';
    return { kind: 'variable', name, fallback: match[2], quoted };
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

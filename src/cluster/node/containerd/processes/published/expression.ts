/**
 * Expressions as Python, JavaScript and SQL share them: numbers, texts in quotes, `+ - * / % **`,
 * parentheses, and names that the language gives a value.
 *
 * In: the words of an expression. Out: its value, or `undefined` when it is more than that.
 */

export type Value = string | number;

export interface Language {
  /** The value of a name; `undefined`: not known. */
  readonly names: (name: string) => Value | undefined;
  /** Whether `+` joins texts, also with a number. */
  readonly joins: 'texts' | 'all' | 'none';
  /** Whether a division of whole numbers gives a whole number. */
  readonly wholeDivision?: true;
}

const token = /\s*(?:(\d+(?:\.\d+)?)|"([^"\\]*)"|'([^'\\]*)'|(\*\*|\/\/|[-+*/%()])|([\w.$]+))/y;

type Token = { readonly value: Value } | { readonly sign: string } | { readonly name: string };

/** A person's first tries are shorter; a reader goes deeper with each parenthesis. */
const mostTokens = 500;

function tokensOf(text: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  token.lastIndex = 0;
  while (token.lastIndex < end) {
    const [whole, number, double, single, sign, name] = token.exec(text) ?? [];
    if (whole === undefined || tokens.length === mostTokens) return undefined;
    if (number !== undefined) tokens.push({ value: Number(number) });
    else if (sign !== undefined) tokens.push({ sign });
    else if (name !== undefined) tokens.push({ name });
    else tokens.push({ value: double ?? single ?? '' });
  }
  return tokens;
}

/** The value of an expression. */
export function evaluate(text: string, language: Language): Value | undefined {
  const tokens = tokensOf(text);
  if (tokens === undefined || tokens.length === 0) return undefined;
  const reader = new Reader(tokens, language);
  const value = reader.sum();
  return reader.done ? value : undefined;
}

class Reader {
  readonly #tokens: readonly Token[];
  readonly #language: Language;
  #at = 0;

  constructor(tokens: readonly Token[], language: Language) {
    this.#tokens = tokens;
    this.#language = language;
  }

  get done(): boolean {
    return this.#at === this.#tokens.length;
  }

  #sign(...signs: readonly string[]): string | undefined {
    const next = this.#tokens[this.#at];
    if (next === undefined || !('sign' in next) || !signs.includes(next.sign)) return undefined;
    this.#at++;
    return next.sign;
  }

  sum(): Value | undefined {
    let left = this.#product();
    for (let sign = this.#sign('+', '-'); sign !== undefined; sign = this.#sign('+', '-')) {
      left = this.#apply(sign, left, this.#product());
    }
    return left;
  }

  #product(): Value | undefined {
    let left = this.#power();
    const signs = ['*', '/', '//', '%'] as const;
    for (let sign = this.#sign(...signs); sign !== undefined; sign = this.#sign(...signs)) {
      left = this.#apply(sign, left, this.#power());
    }
    return left;
  }

  #power(): Value | undefined {
    const base = this.#atom();
    return this.#sign('**') === undefined ? base : this.#apply('**', base, this.#power());
  }

  #atom(): Value | undefined {
    if (this.#sign('-') !== undefined) return this.#apply('-', 0, this.#atom());
    if (this.#sign('(') !== undefined) {
      const inner = this.sum();
      return this.#sign(')') === undefined ? undefined : inner;
    }
    const next = this.#tokens[this.#at];
    if (next === undefined || 'sign' in next) return undefined;
    this.#at++;
    return 'value' in next ? next.value : this.#language.names(next.name);
  }

  #apply(sign: string, left: Value | undefined, right: Value | undefined): Value | undefined {
    if (left === undefined || right === undefined) return undefined;
    const { joins, wholeDivision } = this.#language;
    if (typeof left === 'string' || typeof right === 'string') {
      const both = typeof left === typeof right;
      const joined = sign === '+' && (joins === 'all' || (joins === 'texts' && both));
      return joined ? `${left}${right}` : undefined;
    }
    switch (sign) {
      case '+':
        return left + right;
      case '-':
        return left - right;
      case '*':
        return left * right;
      case '**':
        return left ** right;
      case '%':
        return right === 0 ? undefined : left % right;
      case '//':
        return right === 0 ? undefined : Math.floor(left / right);
      default:
        if (right === 0) return undefined;
        return wholeDivision === true ? Math.trunc(left / right) : left / right;
    }
  }
}

/** The arguments of a call, cut at its commas outside of quotes and parentheses. */
export function argumentsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let [depth, quote, part] = [0, '', ''];
  for (const letter of text) {
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '(') depth++;
    else if (letter === ')') depth--;
    else if (letter === ',' && depth === 0) {
      parts.push(part);
      part = '';
      continue;
    }
    part += letter;
  }
  return [...parts, part].map((each) => each.trim()).filter((each) => each !== '');
}

/** The statements of a text, cut at `;` and line ends outside of quotes. */
export function statementsOf(text: string, ends = ';\n'): readonly string[] {
  const statements: string[] = [];
  let [quote, part] = ['', ''];
  for (const letter of `${text};`) {
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (ends.includes(letter)) {
      statements.push(part.trim());
      part = '';
      continue;
    }
    part += letter;
  }
  return statements.filter((each) => each !== '');
}

/**
 * Reads the expressions of an awk program, with busybox's precedence: `!` binds tighter than `~`,
 * and an assignment may stand wherever a value may.
 */
import { builtins, type Token, tokensOf } from './lexer.ts';
import {
  type Args,
  type AwkEnd,
  awkError,
  type Expression,
  notSimulated,
  type Place,
} from './syntax.ts';

/** A blank stands for the concatenation, which has no operator. */
const levels: Readonly<Record<string, number>> = {
  ...{ '||': 1, '&&': 2, in: 3, '~': 4, '!~': 4 },
  ...{ '<': 5, '<=': 5, '==': 5, '!=': 5, '>': 5, '>=': 5 },
  ...{ ' ': 6, '+': 7, '-': 7, '*': 8, '/': 8, '%': 8 },
};

/** How deep statements and expressions may be nested. */
const deepest = 200;

export class ExpressionParser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;
  /** In the values of a print, `>` is no operator. */
  #beforeRedirection = false;

  constructor(text: string, source: string) {
    this.#tokens = tokensOf(text, source);
  }

  get token(): Token {
    return this.#tokens[Math.min(this.#at, this.#tokens.length - 1)] as Token;
  }

  is(symbol: string): boolean {
    return this.token.kind === 'symbol' && this.token.text === symbol;
  }

  takes(symbol: string): boolean {
    const is = this.is(symbol);
    if (is) this.#at++;
    return is;
  }

  expect(symbol: string): void {
    if (!this.takes(symbol)) throw this.unexpected();
  }

  unexpected(): AwkEnd {
    return awkError(this.token.at, 'Unexpected token');
  }

  skipLines(): void {
    while (this.takes('\n'));
  }

  /** The name of a function or an array. */
  name(): string {
    const { kind, text } = this.token;
    if (kind !== 'name' && kind !== 'call') throw this.unexpected();
    this.#at++;
    return text;
  }

  nested<T>(read: () => T): T {
    if (++this.#depth > deepest) throw notSimulated('a program nested this deeply');
    const result = read();
    this.#depth--;
    return result;
  }

  expression(): Expression {
    return this.nested(() => {
      const test = this.#binary(0);
      if (!this.takes('?')) return test;
      const yes = this.expression();
      this.skipLines();
      this.expect(':');
      return { kind: 'choice', test, yes, no: this.expression() };
    });
  }

  #list(): Args {
    const items = [this.expression()];
    while (this.takes(',')) items.push(this.expression());
    return items;
  }

  listBeforeRedirection(): Args {
    this.#beforeRedirection = true;
    const items = this.#list();
    this.#beforeRedirection = false;
    return items;
  }

  /** What stands before a closing bracket. */
  #enclosed(close: string): Args {
    const outer = this.#beforeRedirection;
    this.#beforeRedirection = false;
    const items = this.#list();
    this.skipLines();
    this.expect(close);
    this.#beforeRedirection = outer;
    return items;
  }

  /** One value; several of them are a list. */
  inside(close: string): Expression {
    const items = this.#enclosed(close);
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { kind: 'list', items };
  }

  #binary(lowest: number): Expression {
    let left = this.#unary();
    for (;;) {
      const operator = this.#operator();
      const level = levels[operator] ?? -1;
      if (level < lowest) return left;
      if (operator !== ' ') this.#at++;
      left =
        operator === 'in'
          ? { kind: 'in', key: left, name: this.name() }
          : { kind: 'binary', operator, left, right: this.#binary(level + 1) };
    }
  }

  /** The operator that comes next, or a blank before an operand. */
  #operator(): string {
    const { kind, text } = this.token;
    if (kind !== 'symbol' || text === '(' || text === '$' || text === '!') return ' ';
    if (text === '|' && this.#tokens[this.#at + 1]?.text === 'getline') {
      throw notSimulated('a pipe from a command');
    }
    return text === '>' && this.#beforeRedirection ? '' : text;
  }

  #unary(): Expression {
    return this.nested(() => {
      for (const operator of ['!', '-', '+']) {
        if (this.takes(operator)) return { kind: 'unary', operator, of: this.#unary() };
      }
      const left = this.#postfix();
      if (!this.takes('^')) return left;
      return { kind: 'binary', operator: '^', left, right: this.#unary() };
    });
  }

  /** A value with `++` or `--`, or what is assigned to it. */
  #postfix(): Expression {
    const by = this.#step();
    if (by !== 0) return { kind: 'step', to: this.placeOf(this.primary()), by, isAfter: false };
    const value = this.primary();
    if (!isPlace(value)) return value;
    const after = this.#step();
    if (after !== 0) return { kind: 'step', to: value, by: after, isAfter: true };
    const { kind, text } = this.token;
    if (kind !== 'symbol' || !/^[-+*/%^]?=$/.test(text)) return value;
    this.#at++;
    return { kind: 'assign', to: value, operator: text.slice(0, -1), value: this.expression() };
  }

  #step(): number {
    return this.takes('++') ? 1 : this.takes('--') ? -1 : 0;
  }

  placeOf(value: Expression): Place {
    if (!isPlace(value)) throw this.unexpected();
    return value;
  }

  primary(): Expression {
    const { kind, text } = this.token;
    if (kind === 'symbol') return this.#bySymbol();
    this.#at++;
    switch (kind) {
      case 'number':
        return {
          kind: 'constant',
          value: /^0[0-7]+$/.test(text) ? Number(`0o${text}`) : Number(text),
        };
      case 'string':
        return { kind: 'constant', value: text };
      case 'regex':
        return { kind, source: text };
      case 'name':
        return this.takes('[')
          ? { kind: 'element', name: text, key: this.inside(']') }
          : { kind, name: text };
      default:
        return { kind, name: text, args: this.#args(kind, text) };
    }
  }

  #args(kind: 'call' | 'builtin', name: string): Args {
    const { at } = this.token;
    const isGiven = this.takes('(');
    if (!isGiven && name !== 'length') throw this.unexpected();
    const args = !isGiven || this.takes(')') ? [] : this.#enclosed(')');
    const fewest = kind === 'builtin' ? (builtins.get(name) ?? 0) : 0;
    if (args.length < fewest) throw awkError(at, 'Too few arguments');
    return args;
  }

  #bySymbol(): Expression {
    if (this.takes('(')) return this.inside(')');
    if (this.takes('$')) return { kind: 'field', of: this.#fieldNumber() };
    if (!this.takes('getline')) throw this.unexpected();
    const hasPlace = this.token.kind === 'name' || this.is('$');
    const to = hasPlace ? this.placeOf(this.primary()) : undefined;
    return { kind: 'getline', to, from: this.takes('<') ? this.primary() : undefined };
  }

  /** `$i++` counts up the field, `$++i` the variable. */
  #fieldNumber(): Expression {
    return this.nested(() => {
      const by = this.#step();
      if (by !== 0) return { kind: 'step', to: this.placeOf(this.primary()), by, isAfter: false };
      for (const operator of ['!', '-', '+']) {
        if (this.takes(operator)) return { kind: 'unary', operator, of: this.#fieldNumber() };
      }
      return this.primary();
    });
  }
}

const isPlace = (value: Expression): value is Place =>
  value.kind === 'name' || value.kind === 'element' || value.kind === 'field';

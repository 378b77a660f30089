/**
 * `$(( … ))`: whole numbers, variables, the operators of C that scripts use, and assignments.
 * Source: POSIX sh arithmetic expansion as busybox ash does it.
 */
import { ShellSyntaxError } from './syntax.ts';

type Variables = Pick<Map<string, string>, 'get' | 'set'>;

const words = String.raw`0[xX][\da-fA-F]+|\d+|[A-Za-z_]\w*`;
const longOperators = String.raw`\+\+|--|\*\*|<<|>>|[-+*/%&|^]=|<=|>=|==|!=|&&|\|\|`;
const tokenPattern = new RegExp(
  String.raw`\s*(${words}|${longOperators}|[-+*/%()<>!=?:&|^~,])`,
  'y',
);
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
  ['**'],
];

export function evaluateArithmetic(text: string, variables: Variables): number {
  const evaluator = new Evaluator(tokensOf(text), variables);
  return evaluator.whole();
}

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.trimEnd().length) {
    const match = tokenPattern.exec(text);
    if (match === null) throw new ShellSyntaxError('arithmetic syntax error');
    tokens.push(match[1] ?? '');
  }
  return tokens;
}

class Evaluator {
  readonly #tokens: readonly string[];
  readonly #variables: Variables;
  #at = 0;

  constructor(tokens: readonly string[], variables: Variables) {
    this.#tokens = tokens;
    this.#variables = variables;
  }

  whole(): number {
    const value = this.#tokens.length === 0 ? 0 : this.#assignment();
    if (this.#at < this.#tokens.length) throw new ShellSyntaxError('arithmetic syntax error');
    return value;
  }

  #assignment(): number {
    const [name = '', operator = ''] = this.#tokens.slice(this.#at, this.#at + 2);
    if (!/^[A-Za-z_]/.test(name) || !/^[-+*/%&|^]?=$/.test(operator)) return this.#ternary();
    this.#at += 2;
    const right = this.#assignment();
    const value =
      operator === '=' ? right : apply(operator.slice(0, -1), this.#valueOf(name), right);
    this.#variables.set(name, String(value));
    return value;
  }

  #ternary(): number {
    const condition = this.#binary(0);
    if (this.#tokens[this.#at] !== '?') return condition;
    this.#at++;
    const yes = this.#assignment();
    if (this.#tokens[this.#at++] !== ':') throw new ShellSyntaxError('arithmetic syntax error');
    const no = this.#assignment();
    return condition === 0 ? no : yes;
  }

  #binary(level: number): number {
    const operators = levels[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = this.#tokens[this.#at] ?? '';
      if (!operators.includes(operator)) return left;
      this.#at++;
      left = apply(operator, left, this.#binary(level + 1));
    }
  }

  #unary(): number {
    const token = this.#tokens[this.#at++] ?? '';
    if (token === '-') return -this.#unary();
    if (token === '+') return this.#unary();
    if (token === '~') return ~this.#unary();
    if (token === '!') return this.#unary() === 0 ? 1 : 0;
    if (token === '++' || token === '--') {
      const name = this.#tokens[this.#at++] ?? '';
      const value = this.#valueOf(name) + (token === '++' ? 1 : -1);
      this.#variables.set(name, String(value));
      return value;
    }
    if (token === '(') {
      const value = this.#assignment();
      if (this.#tokens[this.#at++] !== ')') throw new ShellSyntaxError('arithmetic syntax error');
      return value;
    }
    if (/^\d/.test(token)) return numberOf(token);
    if (!/^[A-Za-z_]/.test(token)) throw new ShellSyntaxError('arithmetic syntax error');
    const value = this.#valueOf(token);
    const after = this.#tokens[this.#at];
    if (after === '++' || after === '--') {
      this.#at++;
      this.#variables.set(token, String(value + (after === '++' ? 1 : -1)));
    }
    return value;
  }

  #valueOf(name: string): number {
    return Math.trunc(Number(this.#variables.get(name) ?? 0)) || 0;
  }
}

/** `0x1f`, `017`, `15`. */
const numberOf = (text: string): number =>
  /^0[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number(text);

function apply(operator: string, a: number, b: number): number {
  const truth = (value: boolean): number => (value ? 1 : 0);
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
    case '%':
      if (b === 0) throw new ShellSyntaxError('divide by zero');
      return operator === '/' ? Math.trunc(a / b) : a % b;
    case '**':
      return a ** b;
    case '<<':
      return a * 2 ** b;
    case '>>':
      return Math.floor(a / 2 ** b);
    case '&':
      return Number(BigInt(a) & BigInt(b));
    case '|':
      return Number(BigInt(a) | BigInt(b));
    case '^':
      return Number(BigInt(a) ^ BigInt(b));
    case '<':
      return truth(a < b);
    case '<=':
      return truth(a <= b);
    case '>':
      return truth(a > b);
    case '>=':
      return truth(a >= b);
    case '==':
      return truth(a === b);
    case '!=':
      return truth(a !== b);
    case '&&':
      return truth(a !== 0 && b !== 0);
    default:
      return truth(a !== 0 || b !== 0);
  }
}

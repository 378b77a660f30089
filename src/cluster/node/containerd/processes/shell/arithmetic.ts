/**
 * `$(( … ))`: whole numbers of 64 bits that wrap around, variables, the operators of C that
 * scripts use, and assignments.
 *
 * Models busybox shell/math.c: the value of a variable is an expression too; both sides of `&&`,
 * `||` and `?:` are evaluated. In: the expression and the variables of the shell. Out: the value,
 * or a ShellSyntaxError in busybox's words.
 */
import { ShellSyntaxError } from './syntax.ts';

type Variables = Pick<Map<string, string>, 'get' | 'set'>;

const words = String.raw`\d[\w#@]*|[A-Za-z_]\w*`;
const longOperators = String.raw`\+\+|--|\*\*|<<=|>>=|<<|>>|[-+*/%&|^]=|<=|>=|==|!=|&&|\|\|`;
const tokenPattern = new RegExp(
  String.raw`\s*(${words}|${longOperators}|[-+*/%()<>!=?:&|^~,])`,
  'y',
);
const assignments = /^(?:[-+*/%&|^]|<<|>>)?=$/;
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
];

const syntaxError = (text = 'arithmetic syntax error'): ShellSyntaxError =>
  new ShellSyntaxError(text);

/** What a register holds: `intmax_t`. */
const wrapped = (value: bigint): bigint => BigInt.asIntN(64, value);

/** The value, from -2^63 to 2^63 - 1. */
export function evaluateArithmetic(text: string, variables: Variables): bigint {
  return new Evaluator(text, variables, []).whole();
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.trimEnd().length) {
    const match = tokenPattern.exec(text);
    if (match === null) throw syntaxError();
    tokens.push(match[1] ?? '');
  }
  return tokens;
}

class Evaluator {
  readonly #tokens: string[];
  readonly #variables: Variables;
  /** The variables whose values are being evaluated. */
  readonly #within: readonly string[];
  #at = 0;

  constructor(text: string, variables: Variables, within: readonly string[]) {
    this.#tokens = tokensOf(text);
    this.#variables = variables;
    this.#within = within;
  }

  whole(): bigint {
    const value = this.#tokens.length === 0 ? 0n : this.#comma();
    if (this.#at < this.#tokens.length) throw syntaxError();
    return value;
  }

  #comma(): bigint {
    let value = this.#assignment();
    while (this.#takes(',')) value = this.#assignment();
    return value;
  }

  #assignment(): bigint {
    const [name = '', operator = ''] = this.#tokens.slice(this.#at, this.#at + 2);
    if (!isName(name) || !assignments.test(operator)) return this.#ternary();
    this.#at += 2;
    const right = this.#assignment();
    if (operator === '=') return this.#set(name, right);
    return this.#set(name, apply(operator.slice(0, -1), this.#valueOf(name), right));
  }

  #ternary(): bigint {
    const condition = this.#binary(0);
    if (!this.#takes('?')) return condition;
    const yes = this.#assignment();
    if (!this.#takes(':')) throw syntaxError('malformed ?: operator');
    const no = this.#assignment();
    return condition === 0n ? no : yes;
  }

  #binary(level: number): bigint {
    const operators = levels[level];
    if (operators === undefined) return this.#power();
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = this.#operator();
      if (!operators.includes(operator)) return left;
      this.#at++;
      left = apply(operator, left, this.#binary(level + 1));
    }
  }

  /** Behind a value `--` is a minus and a sign. */
  #operator(): string {
    const token = this.#tokens[this.#at] ?? '';
    if (token !== '--' && token !== '++') return token;
    const sign = token.charAt(0);
    this.#tokens.splice(this.#at, 1, sign, sign);
    return sign;
  }

  /** `2**3**2` is `2**(3**2)`. */
  #power(): bigint {
    const base = this.#unary();
    return this.#takes('**') ? power(base, this.#power()) : base;
  }

  #unary(): bigint {
    const token = this.#tokens[this.#at++] ?? '';
    const next = this.#tokens[this.#at] ?? '';
    if ((token === '++' || token === '--') && isName(next)) {
      this.#at++;
      return this.#set(next, wrapped(this.#valueOf(next) + (token === '++' ? 1n : -1n)));
    }
    if (token === '-') return wrapped(-this.#unary());
    if (token === '+' || token === '++' || token === '--') return this.#unary();
    if (token === '~') return ~this.#unary();
    if (token === '!') return this.#unary() === 0n ? 1n : 0n;
    if (token === '(') {
      const value = this.#comma();
      if (!this.#takes(')')) throw syntaxError();
      return value;
    }
    if (/^\d/.test(token)) return numberOf(token);
    if (!isName(token)) throw syntaxError();
    const value = this.#valueOf(token);
    if (next === '++' || next === '--') {
      this.#at++;
      this.#set(token, wrapped(value + (next === '++' ? 1n : -1n)));
    }
    return value;
  }

  #takes(token: string): boolean {
    const is = this.#tokens[this.#at] === token;
    if (is) this.#at++;
    return is;
  }

  #set(name: string, value: bigint): bigint {
    this.#variables.set(name, String(value));
    return value;
  }

  /** Source: arith_lookup_val. */
  #valueOf(name: string): bigint {
    if (this.#within.includes(name)) throw syntaxError('expression recursion loop detected');
    const text = this.#variables.get(name) ?? '';
    return new Evaluator(text, this.#variables, [...this.#within, name]).whole();
  }
}

const isName = (token: string): boolean => /^[A-Za-z_]/.test(token);

const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_';
const beyond = 2n ** 64n;

/** `0x1f`, `017`, `15`, `2#101`; what 64 bits cannot hold is 0. */
function numberOf(text: string): bigint {
  const [base = '', figures] = text.split('#');
  if (figures !== undefined) return inBase(Number(base), figures);
  const octal = /^0[0-7]*$/.test(text);
  if (!octal && !/^(?:0[xX][\da-fA-F]+|[1-9]\d*)$/.test(text)) throw syntaxError();
  const value = BigInt(octal ? `0o0${text}` : text);
  return value < beyond ? wrapped(value) : 0n;
}

/** Up to base 36 small and capital letters are the same. */
function inBase(base: number, figures: string): bigint {
  let value = 0n;
  for (const figure of figures) {
    const digit = digits.indexOf(base <= 36 ? figure.toLowerCase() : figure);
    if (digit < 0 || digit >= base) throw syntaxError();
    value = wrapped(value * BigInt(base) + BigInt(digit));
  }
  return value;
}

/** By squares, so that a large exponent costs no more than its digits. */
function power(base: bigint, exponent: bigint): bigint {
  if (exponent < 0n) throw syntaxError('exponent less than 0');
  let value = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) value = wrapped(value * square);
    square = wrapped(square * square);
  }
  return value;
}

/** As on x86 a shift only looks at six bits of its width. */
const shiftOf = (width: bigint): bigint => width & 63n;

function apply(operator: string, a: bigint, b: bigint): bigint {
  const truth = (value: boolean): bigint => (value ? 1n : 0n);
  switch (operator) {
    case '+':
      return wrapped(a + b);
    case '-':
      return wrapped(a - b);
    case '*':
      return wrapped(a * b);
    case '/':
    case '%':
      if (b === 0n) throw syntaxError('divide by zero');
      return operator === '/' ? wrapped(a / b) : a % b;
    case '<<':
      return wrapped(a << shiftOf(b));
    case '>>':
      return a >> shiftOf(b);
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
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
      return truth(a !== 0n && b !== 0n);
    default:
      return truth(a !== 0n || b !== 0n);
  }
}

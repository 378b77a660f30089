/** expr: arithmetic, comparisons, `length` and matches, from left to right. */
import { err, ok, type Result } from '#base/result';
import type { ProcessContext, Program } from '../program.ts';
import { posixRegex } from './regex.ts';

const wrapped = (value: bigint): bigint => BigInt.asIntN(64, value);
const truth = (value: boolean): bigint => (value ? 1n : 0n);

/** Whole numbers of 64 bits; undefined: a division by zero. */
const arithmetic: Readonly<Record<string, (a: bigint, b: bigint) => bigint | undefined>> = {
  '+': (a, b) => wrapped(a + b),
  '-': (a, b) => wrapped(a - b),
  '*': (a, b) => wrapped(a * b),
  '/': (a, b) => (b === 0n ? undefined : wrapped(a / b)),
  '%': (a, b) => (b === 0n ? undefined : a % b),
  '<': (a, b) => truth(a < b),
  '>': (a, b) => truth(a > b),
  '=': (a, b) => truth(a === b),
  '!=': (a, b) => truth(a !== b),
  '<=': (a, b) => truth(a <= b),
  '>=': (a, b) => truth(a >= b),
};

const isNumber = (text: string): boolean => /^-?\d+$/.test(text);
const noExpression = err('syntax error');

export const expr: Program = function* (context) {
  const value = evaluated(context, context.argv.slice(1));
  if (!value.ok) {
    context.err(`expr: ${value.error}\n`);
    return 2;
  }
  context.out(`${value.value}\n`);
  return value.value === '0' || value.value === '' ? 1 : 0;
};

/** Evaluates from left to right. */
function evaluated(context: ProcessContext, words: readonly string[]): Result<string, string> {
  const [first, operator = '', third, ...rest] = words;
  if (first === undefined) return noExpression;
  if (first === 'length' && words.length === 2) return ok(String(operator.length));
  if (words.length === 1) return ok(first);
  if (third === undefined) return noExpression;
  const value =
    operator === ':' ? matched(context, first, third) : compared(first, operator, third);
  return value.ok ? evaluated(context, [value.value, ...rest]) : value;
}

/** What the group of a pattern takes of a text, or how much the whole of it takes. */
function matched(context: ProcessContext, text: string, pattern: string): Result<string, string> {
  const expression = posixRegex(context, `^${pattern}`, false);
  if (!expression.ok) return noExpression;
  const groups = expression.value.exec(text)?.groups ?? [];
  return ok(groups[1] ?? (pattern.includes('\\(') ? '' : String(groups[0]?.length ?? 0)));
}

function compared(a: string, operator: string, b: string): Result<string, string> {
  const apply = arithmetic[operator];
  if (apply !== undefined && isNumber(a) && isNumber(b)) {
    const value = apply(BigInt(a), BigInt(b));
    return value === undefined ? err('division by zero') : ok(String(value));
  }
  const texts: Readonly<Record<string, boolean>> = {
    '=': a === b,
    '!=': a !== b,
    '<': a < b,
    '>': a > b,
  };
  const holds = texts[operator];
  if (holds !== undefined) return ok(holds ? '1' : '0');
  return apply === undefined ? noExpression : err('non-numeric argument');
}

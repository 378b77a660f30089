/** expr: arithmetic, comparisons, `length` and matches, from left to right. */
import type { ProcessContext, Program } from '../program.ts';
import { posixRegex } from './regex.ts';

const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => Math.trunc(a / b),
  '%': (a, b) => a % b,
  '<': (a, b) => (a < b ? 1 : 0),
  '>': (a, b) => (a > b ? 1 : 0),
  '=': (a, b) => (a === b ? 1 : 0),
  '!=': (a, b) => (a !== b ? 1 : 0),
  '<=': (a, b) => (a <= b ? 1 : 0),
  '>=': (a, b) => (a >= b ? 1 : 0),
};

export const expr: Program = function* (context) {
  const { argv, out, err } = context;
  const value = evaluated(context, argv.slice(1));
  if (value === undefined) {
    err('expr: syntax error\n');
    return 2;
  }
  out(`${value}\n`);
  return value === '0' || value === '' ? 1 : 0;
};

/** Evaluates from left to right; undefined when it is not an expression. */
function evaluated(context: ProcessContext, words: readonly string[]): string | undefined {
  const [first, second, third] = words;
  if (first === undefined) return undefined;
  if (first === 'length' && words.length === 2) return String(second?.length ?? 0);
  if (words.length === 1) return first;
  const operator = second ?? '';
  if (third === undefined) return undefined;
  let value: string | undefined;
  if (operator === ':') {
    const expression = posixRegex(context, `^${third}`, false);
    if (!expression.ok) return undefined;
    const groups = expression.value.exec(first)?.groups ?? [];
    value = groups[1] ?? (third.includes('\\(') ? '' : String(groups[0]?.length ?? 0));
  } else value = compared(first, operator, third);
  return value === undefined ? undefined : evaluated(context, [value, ...words.slice(3)]);
}

function compared(a: string, operator: string, b: string): string | undefined {
  const apply = arithmetic[operator];
  const [left, right] = [Number(a), Number(b)];
  if (apply !== undefined && a !== '' && b !== '' && !Number.isNaN(left) && !Number.isNaN(right)) {
    return String(apply(left, right));
  }
  const texts: Readonly<Record<string, boolean>> = {
    '=': a === b,
    '!=': a !== b,
    '<': a < b,
    '>': a > b,
  };
  const holds = texts[operator];
  return holds === undefined ? undefined : holds ? '1' : '0';
}

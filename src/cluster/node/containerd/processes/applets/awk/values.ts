/**
 * The values of awk: numbers, texts, input that looks like a number and so is both, and undefined,
 * which is both 0 and the empty text.
 */

/** Input that looks like a number, such as a field `010`. */
export interface NumericText {
  readonly text: string;
  readonly number: number;
}

export type Value = number | string | NumericText | undefined;

/** As strtod reads. */
const leadingNumber =
  /^\s*([-+]?)(0x[\da-f]+|(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?|inf(?:inity)?|nan)/i;

function read(text: string): { readonly number: number; readonly length: number } | undefined {
  const found = leadingNumber.exec(text);
  if (found === null) return undefined;
  const [all, sign, digits = ''] = found;
  const size = /^i/i.test(digits) ? Number.POSITIVE_INFINITY : Number(digits);
  return { number: sign === '-' ? -size : size, length: all.length };
}

/** A text from outside: a field, a line, or what the command line assigns. Blanks alone are 0. */
export function inputValue(text: string): Value {
  if (text === '') return text;
  const { number, length } = read(text) ?? { number: 0, length: 0 };
  return /^[ \t]*$/.test(text.slice(length)) ? { text, number } : text;
}

export function numberOf(value: Value): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return read(value)?.number ?? 0;
  return value?.number ?? 0;
}

export const isTrue = (value: Value): boolean =>
  typeof value === 'string' ? value !== '' : numberOf(value) !== 0;

/** Whether a comparison of two numbers or two texts holds. */
export function holds<T extends number | string>(operator: string, left: T, right: T): boolean {
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  if (operator === '<') return left < right;
  if (operator === '<=') return left <= right;
  return operator === '>' ? left > right : left >= right;
}

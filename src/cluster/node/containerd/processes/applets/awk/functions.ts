/** The built-in functions of awk. */
import { type Regexp, replaceMatches } from '#base/regexp';
import { mostInVariable } from '../../bounds.ts';
import { formatted } from './format.ts';
import { type Args, type Expression, outOfMemory } from './syntax.ts';
import { inputValue, numberOf, type Value } from './values.ts';

/** What they use of the program that runs. */
export interface Machine {
  value(of: Expression): Value;
  text(of: Expression): string;
  /** A pattern, which a text may be too. */
  regex(of: Expression): Regexp;
  /** The elements of an array, which an unused name becomes. */
  array(of: Expression | undefined): Map<string, Value>;
  isArray(of: Expression): boolean;
  /** Changes what the expression names, if it is a place. */
  assign(to: Expression, value: Value): void;
  fields(text: string, separator: Expression | undefined): readonly string[];
  setVariable(name: string, value: Value): void;
  /** Ends writing to a file; whether there was one. */
  close(name: string): boolean;
  readonly convfmt: string;
}

type Builtin = (machine: Machine, args: Args) => Value;

const record: Expression = { kind: 'field', of: { kind: 'constant', value: 0 } };

/** A function of texts and numbers. */
const plain =
  (compute: (...texts: readonly string[]) => Value): Builtin =>
  (machine, args) =>
    compute(...args.map((arg) => machine.text(arg)));

/** Engines differ in the last digits of these; what is left is the same in all of them. */
const alike = (value: number): number =>
  Number.isFinite(value) ? Number(value.toPrecision(14)) : value;

/** A higher one is not multiplied out. */
const mostFactors = 1024;

/** `base ^ exponent`: with a whole exponent it is exact wherever multiplication is. */
export function power(base: number, exponent: number): number {
  const factors = Math.abs(exponent);
  if (!Number.isInteger(factors) || factors > mostFactors) return alike(base ** exponent);
  let result = 1;
  let square = base;
  for (let rest = factors; rest > 0; rest = Math.trunc(rest / 2)) {
    if (rest % 2 === 1) result *= square;
    square *= square;
  }
  return exponent < 0 ? 1 / result : result;
}

const math =
  (compute: (...numbers: readonly number[]) => number): Builtin =>
  (machine, args) =>
    alike(compute(...args.map((arg) => numberOf(machine.value(arg)))));

const substitute =
  (isGlobal: boolean): Builtin =>
  (machine, [pattern = record, replacement = record, target = record]) => {
    const expression = machine.regex(pattern);
    const parts = partsOf(machine.text(replacement));
    const text = machine.text(target);
    let count = 0;
    let { length } = text;
    const changed = replaceMatches(text, expression, isGlobal, ([all = '']) => {
      count++;
      for (const part of parts) length += (part ?? all).length;
      if (length > 2 * mostInVariable) throw outOfMemory();
      return parts.map((part) => part ?? all).join('');
    });
    machine.assign(target, changed);
    return count;
  };

/** A replacement in parts; what was matched takes the place of an undefined one. */
const partsOf = (replacement: string): readonly (string | undefined)[] =>
  (replacement.match(/\\[\s\S]|[^\\&]+|&|\\/g) ?? []).map((part) => {
    if (part === '&') return undefined;
    return part.length === 2 && /^\\[\\&]/.test(part) ? part.slice(1) : part;
  });

const match: Builtin = (machine, [text = record, pattern = record]) => {
  const found = machine.regex(pattern).exec(machine.text(text));
  const start = found === undefined ? 0 : found.index + 1;
  machine.setVariable('RSTART', start);
  machine.setVariable('RLENGTH', found?.groups[0]?.length ?? -1);
  return start;
};

const split: Builtin = (machine, [text = record, array, separator]) => {
  const parts = machine.fields(machine.text(text), separator);
  const elements = machine.array(array);
  elements.clear();
  for (const [index, part] of parts.entries()) elements.set(String(index + 1), inputValue(part));
  return parts.length;
};

/** As in busybox, a start before the text does not shorten what is taken. */
const substr: Builtin = (machine, [of = record, from = record, count]) => {
  const text = machine.text(of);
  const start = Math.max(Math.trunc(numberOf(machine.value(from)) - 1) || 0, 0);
  if (count === undefined) return text.slice(start);
  const length = Math.trunc(numberOf(machine.value(count))) || 0;
  return text.slice(start, start + Math.max(length, 0));
};

const sprintf: Builtin = (machine, [format = record, ...args]) =>
  formatted(
    machine.text(format),
    args.map((arg) => machine.value(arg)),
    machine.convfmt,
  );

const length: Builtin = (machine, [of = record]) =>
  machine.isArray(of) ? machine.array(of).size : machine.text(of).length;

export const functions: Readonly<Record<string, Builtin>> = {
  atan2: math((y = 0, x = 0) => Math.atan2(y, x)),
  close: (machine, [name = record]) => (machine.close(machine.text(name)) ? 0 : -1),
  cos: math(Math.cos),
  exp: math(Math.exp),
  // Nothing is kept back that could be seen from outside.
  fflush: () => 0,
  gsub: substitute(true),
  index: plain((text = '', part = '') => (part === '' ? 0 : text.indexOf(part) + 1)),
  int: (machine, [of = record]) => Math.trunc(numberOf(machine.value(of))),
  length,
  log: math(Math.log),
  match,
  sin: math(Math.sin),
  split,
  sprintf,
  sqrt: (machine, [of = record]) => Math.sqrt(numberOf(machine.value(of))),
  sub: substitute(false),
  substr,
  tolower: plain((text = '') => text.replace(/[A-Z]+/g, (part) => part.toLowerCase())),
  toupper: plain((text = '') => text.replace(/[a-z]+/g, (part) => part.toUpperCase())),
};

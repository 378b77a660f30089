/**
 * Takes flags out of a list of words.
 *
 * Models github.com/spf13/pflag FlagSet.Parse: `--flag value`, `--flag=value`, `-f value`,
 * `-fvalue`, bundled shorthands, `--`, flags after arguments. Errors are pflag's own sentences.
 */
import { err, ok, type Result } from '#base/result';
import { microsOf } from '#k8s.io/apimachinery/duration';
import type { FlagSpec } from './flag-spec.ts';

/**
 * The values of a command's flags after parsing. Reading a flag that the command does not have is a
 * bug.
 */
export class FlagValues {
  readonly #values = new Map<string, readonly string[]>();
  readonly #changed = new Set<string>();

  constructor(specs: Iterable<FlagSpec>) {
    for (const spec of specs) {
      const many = spec.type === 'stringSlice' || spec.type === 'stringArray';
      this.#values.set(spec.name, many && spec.default === '' ? [] : [spec.default]);
    }
  }

  /** Parser only. */
  set(spec: FlagSpec, value: string): void {
    const before = this.#changed.has(spec.name) ? this.#list(spec.name) : [];
    this.#changed.add(spec.name);
    if (spec.type === 'stringSlice') {
      this.#values.set(spec.name, [...before, ...(value === '' ? [] : value.split(','))]);
    } else if (spec.type === 'stringArray') this.#values.set(spec.name, [...before, value]);
    else this.#values.set(spec.name, [value]);
  }

  /** Whether it was given on the command line. */
  changed(name: string): boolean {
    return this.#changed.has(name);
  }

  /** Whether the command knows the flag at all. */
  has(name: string): boolean {
    return this.#values.has(name);
  }

  string(name: string): string {
    return this.#list(name)[0] ?? '';
  }

  bool(name: string): boolean {
    return parseGoBool(this.string(name)) ?? false;
  }

  int(name: string): number {
    return parseGoInt(this.string(name)) ?? 0;
  }

  /** Microseconds. */
  duration(name: string): number {
    return parseGoDuration(this.string(name)) ?? 0;
  }

  list(name: string): readonly string[] {
    return this.#list(name);
  }

  /** The given flags, for the trace. */
  given(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#changed].map((name) => [name, this.#list(name).join(',')]));
  }

  #list(name: string): readonly string[] {
    const values = this.#values.get(name);
    if (values === undefined) throw new Error(`this command has no flag --${name}`);
    return values;
  }
}

export interface ParsedWords {
  readonly args: readonly string[];
  readonly dashArgs?: readonly string[];
}

/** Reads the words; what is left over are the arguments. */
export function parseFlags(
  words: readonly string[],
  specs: ReadonlyMap<string, FlagSpec>,
  values: FlagValues,
): Result<ParsedWords, string> {
  const args: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    if (word === '--') return ok({ args, dashArgs: words.slice(i + 1) });
    if (!word.startsWith('-') || word === '-') {
      args.push(word);
      continue;
    }
    const next = words[i + 1];
    const used = word.startsWith('--')
      ? parseLong(word, next, specs, values)
      : parseShort(word, next, specs, values);
    if (!used.ok) return used;
    i += used.value;
  }
  return ok({ args });
}

/** How many further words were taken as a value. */
type Used = Result<0 | 1, string>;

function parseLong(
  word: string,
  next: string | undefined,
  specs: ReadonlyMap<string, FlagSpec>,
  values: FlagValues,
): Used {
  const equals = word.indexOf('=');
  const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
  if (name === '' || name.startsWith('-')) return err(`bad flag syntax: ${word}`);
  const spec = specs.get(name);
  if (spec === undefined) return err(`unknown flag: --${name}`);
  if (equals >= 0) return assign(spec, word.slice(equals + 1), 0, values);
  if (spec.noValue !== undefined) return assign(spec, spec.noValue, 0, values);
  if (next === undefined) return err(`flag needs an argument: --${name}`);
  return assign(spec, next, 1, values);
}

function parseShort(
  word: string,
  next: string | undefined,
  specs: ReadonlyMap<string, FlagSpec>,
  values: FlagValues,
): Used {
  const letters = word.slice(1);
  for (let i = 0; i < letters.length; i++) {
    const letter = letters.charAt(i);
    const rest = letters.slice(i + 1);
    const spec = byShorthand(specs, letter);
    if (spec === undefined) return err(`unknown shorthand flag: '${letter}' in ${word}`);
    if (rest.startsWith('=')) return assign(spec, rest.slice(1), 0, values);
    if (spec.noValue === undefined) {
      if (rest !== '') return assign(spec, rest, 0, values);
      if (next === undefined) return err(`flag needs an argument: '${letter}' in ${word}`);
      return assign(spec, next, 1, values);
    }
    const set = assign(spec, spec.noValue, 0, values);
    if (!set.ok) return set;
  }
  return ok(0);
}

function byShorthand(specs: ReadonlyMap<string, FlagSpec>, letter: string): FlagSpec | undefined {
  for (const spec of specs.values()) if (spec.shorthand === letter) return spec;
  return undefined;
}

function assign(spec: FlagSpec, value: string, used: 0 | 1, values: FlagValues): Used {
  const problem = invalidValue(spec, value);
  if (problem !== undefined) {
    const name =
      spec.shorthand === undefined ? `--${spec.name}` : `-${spec.shorthand}, --${spec.name}`;
    return err(`invalid argument ${JSON.stringify(value)} for "${name}" flag: ${problem}`);
  }
  values.set(spec, value);
  return ok(used);
}

function invalidValue({ type }: FlagSpec, value: string): string | undefined {
  const quoted = JSON.stringify(value);
  if (type === 'int' && parseGoInt(value) === undefined) {
    return `strconv.ParseInt: parsing ${quoted}: invalid syntax`;
  }
  if (type === 'bool' && parseGoBool(value) === undefined) {
    return `strconv.ParseBool: parsing ${quoted}: invalid syntax`;
  }
  if (type === 'duration' && parseGoDuration(value) === undefined) {
    return `time: invalid duration ${quoted}`;
  }
  return undefined;
}

const trueWords = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const falseWords = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

/** Source: Go strconv.ParseBool. */
function parseGoBool(text: string): boolean | undefined {
  if (trueWords.has(text)) return true;
  return falseWords.has(text) ? false : undefined;
}

/** Source: Go strconv.ParseInt with base 0, decimal and hexadecimal. */
function parseGoInt(text: string): number | undefined {
  return /^[+-]?(\d+|0[xX][\da-fA-F]+)$/.test(text) ? Number(text) : undefined;
}

/**
 * Reads a duration (`8s`, `1m30s`, `250ms`, `1.5h`) into microseconds; undefined when it is not
 * one.
 * Source: Go time.ParseDuration.
 */
function parseGoDuration(text: string): number | undefined {
  const body = /^[+-]?/.test(text) ? text.replace(/^[+-]/, '') : text;
  const sign = text.startsWith('-') ? -1 : 1;
  if (body === '0') return 0;
  const parts = body.matchAll(/(\d+\.?\d*|\.\d+)(ns|us|µs|ms|s|m|h)/g);
  let total = 0;
  let length = 0;
  for (const [whole, number = '', unit = ''] of parts) {
    total += Number(number) * (microsOf[unit] ?? 0);
    length += whole.length;
  }
  return length > 0 && length === body.length ? sign * Math.round(total) : undefined;
}

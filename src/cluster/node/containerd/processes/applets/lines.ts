/** Applets that pass lines through: head, tail, sort, uniq, tr, cut, sed, tee, seq. */
import { second } from '#base/sim-time';
import { type Process, sleep } from '#sim/simulation';
import { absolute, type ProcessContext, type Program } from '../program.ts';

/** How often `tail -f` looks at its files. */
const followPeriod = second;

interface Given {
  readonly options: ReadonlyMap<string, string>;
  readonly names: readonly string[];
}

/** Options of which those in `valued` take a value. */
function optionsOf(argv: readonly string[], valued: string): Given {
  const options = new Map<string, string>();
  const names: string[] = [];
  const words = argv.slice(1);
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (!/^-./.test(word) || /^-\d/.test(word)) {
      if (/^-\d+$/.test(word)) options.set('n', word.slice(1));
      else names.push(word);
      continue;
    }
    for (let at = 1; at < word.length; at++) {
      const letter = word.charAt(at);
      if (!valued.includes(letter)) options.set(letter, '');
      else {
        const rest = word.slice(at + 1);
        options.set(letter, rest === '' ? (words[++i] ?? '') : rest);
        break;
      }
    }
  }
  return { options, names };
}

/** All text of the named files, or of the standard input. */
function textOf(context: ProcessContext, names: readonly string[]): string | undefined {
  if (names.length === 0) return context.stdin;
  let all = '';
  for (const name of names) {
    const text = name === '-' ? context.stdin : context.files.read(absolute(context, name));
    if (text === undefined) {
      context.err(`${context.argv[0]}: ${name}: No such file or directory\n`);
      return undefined;
    }
    all += text;
  }
  return all;
}

const linesOf = (text: string): readonly string[] =>
  text === '' ? [] : text.replace(/\n$/, '').split('\n');

const unlines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

export const head: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, 'nc');
  const zeroes = names[0] === '/dev/zero' && options.has('c');
  const bytes = byteCount(options.get('c') ?? '');
  if (zeroes) return yield* grow(context, bytes);
  const text = textOf(context, names);
  if (text === undefined) return 1;
  if (options.has('c')) context.out(text.slice(0, bytes));
  else context.out(unlines(linesOf(text).slice(0, Number(options.get('n') ?? 10))));
  return 0;
};

export const tail: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, 'nc');
  const follows = options.has('f') || options.has('F');
  // A file without an end is kept in memory until there is none left.
  if (names[0] === '/dev/zero') return yield* grow(context, Number.POSITIVE_INFINITY);
  const isNull = names[0] === '/dev/null';
  const text = isNull ? '' : textOf(context, names);
  if (text === undefined) return 1;
  const count = options.get('n') ?? '10';
  const lines = linesOf(text);
  const from = count.startsWith('+') ? Number(count) - 1 : lines.length - Number(count);
  context.out(unlines(lines.slice(Math.max(0, from))));
  return follows ? yield* follow(context, names[0] ?? '', text.length) : 0;
};

function* follow(context: ProcessContext, name: string, start: number): Process<number> {
  let seen = start;
  for (;;) {
    yield* sleep(followPeriod);
    const text = context.files.read(absolute(context, name)) ?? '';
    if (text.length > seen) context.out(text.slice(seen));
    seen = text.length;
  }
}

const step = 4 * 1024 * 1024;
const stepTime = second / 200;

/** Takes memory bit by bit until `bytes` are taken, or the kernel ends the process. */
function* grow({ allocate }: ProcessContext, bytes: number): Process<number> {
  let taken = 0;
  while (taken < bytes) {
    const more = Math.min(step, bytes - taken);
    yield* sleep(stepTime);
    allocate?.(more);
    taken += more;
  }
  allocate?.(-taken);
  return 0;
}

const sizes: Readonly<Record<string, number>> = {
  '': 1,
  k: 2 ** 10,
  K: 2 ** 10,
  m: 2 ** 20,
  M: 2 ** 20,
  g: 2 ** 30,
  G: 2 ** 30,
};

/** `10`, `4k`, `1M`. */
export function byteCount(text: string): number {
  const [, number = '0', unit = ''] = /^(\d+)([kKmMgG]?)/.exec(text) ?? [];
  return Number(number) * (sizes[unit] ?? 1);
}

export const sort: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, 'kt');
  const text = textOf(context, names);
  if (text === undefined) return 1;
  const numeric = (a: string, b: string): number => Number.parseFloat(a) - Number.parseFloat(b);
  let lines = [...linesOf(text)].sort(options.has('n') ? numeric : undefined);
  if (options.has('r')) lines.reverse();
  if (options.has('u')) lines = [...new Set(lines)];
  context.out(unlines(lines));
  return 0;
};

export const uniq: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, '');
  const counted: { line: string; count: number }[] = [];
  for (const line of linesOf(textOf(context, names) ?? '')) {
    const last = counted.at(-1);
    if (last?.line === line) last.count++;
    else counted.push({ line, count: 1 });
  }
  for (const { line, count } of counted) {
    context.out(options.has('c') ? `${String(count).padStart(7)} ${line}\n` : `${line}\n`);
  }
  return 0;
};

/** Sets of characters with ranges; `-d` deletes. */
export const tr: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, '');
  const [from, to] = names.map(characters);
  const text = context.stdin.replace(/[\s\S]/g, (char) => {
    const at = from?.indexOf(char) ?? -1;
    if (at < 0) return char;
    return options.has('d') ? '' : (to?.[Math.min(at, to.length - 1)] ?? char);
  });
  context.out(text);
  return 0;
};

function characters(set: string): readonly string[] {
  const plain = set
    .replace(/\\0/g, '\0')
    .replace(/\\n/g, '\n')
    .replace(/\\t/g, '\t')
    .replace('[:upper:]', 'A-Z')
    .replace('[:lower:]', 'a-z')
    .replace('[:digit:]', '0-9');
  return [
    ...plain.replace(/(.)-(.)/gs, (_all, first: string, last: string) => {
      let range = '';
      for (let code = first.charCodeAt(0); code <= last.charCodeAt(0); code++) {
        range += String.fromCharCode(code);
      }
      return range;
    }),
  ];
}

export const cut: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, 'dfc');
  const wanted = (options.get('f') ?? options.get('c') ?? '').split(',').map((part) => {
    const [first = '', last = first] = part.split('-');
    return [Number(first || 1), last === '' ? Number.POSITIVE_INFINITY : Number(last)] as const;
  });
  const isWanted = (index: number): boolean =>
    wanted.some(([first, last]) => index + 1 >= first && index + 1 <= last);
  const separator = options.has('c') ? '' : (options.get('d') ?? '\t');
  for (const line of linesOf(textOf(context, names) ?? '')) {
    const fields = line.split(separator).filter((_field, index) => isWanted(index));
    context.out(`${fields.join(separator)}\n`);
  }
  return 0;
};

/** `s/a/b/g`, `/a/d`, `Np` with -n; several with -e or `;`. */
export const sed: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, 'e');
  const script = options.get('e') ?? names[0] ?? '';
  const files = options.has('e') ? names : names.slice(1);
  const text = textOf(context, files);
  if (text === undefined) return 1;
  const commands = script.split(';').map((part) => part.trim());
  const output: string[] = [];
  for (const [index, line] of linesOf(text).entries()) {
    let current: string | undefined = line;
    for (const command of commands) current = edited(current, command, index + 1, output);
    if (current !== undefined && !options.has('n')) output.push(current);
  }
  context.out(unlines(output));
  return 0;
};

function edited(
  line: string | undefined,
  command: string,
  number: number,
  output: string[],
): string | undefined {
  if (line === undefined) return undefined;
  const substitution = /^s(.)(.*?)\1(.*?)\1([gi]*)$/s.exec(command);
  if (substitution !== null) {
    const [, , pattern = '', replacement = '', flags] = substitution;
    const text = replacement.replace(/&/g, '$$&').replace(/\\(\d)/g, '$$$1');
    return line.replace(new RegExp(pattern, flags), text);
  }
  const [, address = '', action = ''] = /^(\d+|\/.*\/)?([dp])$/.exec(command) ?? [];
  const matches = address.startsWith('/')
    ? new RegExp(address.slice(1, -1)).test(line)
    : address === '' || Number(address) === number;
  if (!matches) return line;
  if (action === 'd') return undefined;
  output.push(line);
  return line;
}

export const tee: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, '');
  context.out(context.stdin);
  for (const name of names) {
    const path = absolute(context, name);
    const before = options.has('a') ? (context.files.read(path) ?? '') : '';
    const error = context.files.write(path, before + context.stdin);
    if (error !== undefined) context.err(`tee: ${name}: ${error}\n`);
  }
  return 0;
};

export const seq: Program = function* ({ argv, out }) {
  const numbers = argv.slice(1).map(Number);
  const [first = 1, increment = 1, last = first] =
    numbers.length === 1
      ? [1, 1, numbers[0]]
      : numbers.length === 2
        ? [numbers[0], 1, numbers[1]]
        : numbers;
  for (let n = first; increment > 0 ? n <= last : n >= last; n += increment) out(`${n}\n`);
  return 0;
};

const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => Math.trunc(a / b),
  '%': (a, b) => a % b,
  '<': (a, b) => (a < b ? 1 : 0),
  '>': (a, b) => (a > b ? 1 : 0),
  '=': (a, b) => (a === b ? 1 : 0),
};

export const expr: Program = function* ({ argv, out, err }) {
  const [, a = '', operator = '', b = ''] = argv;
  const apply = arithmetic[operator];
  if (apply === undefined || Number.isNaN(Number(a)) || Number.isNaN(Number(b))) {
    err('expr: syntax error\n');
    return 2;
  }
  const value = apply(Number(a), Number(b));
  out(`${value}\n`);
  return value === 0 ? 1 : 0;
};

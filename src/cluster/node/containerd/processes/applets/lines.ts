/** Applets that pass lines through: head, tail, sort, uniq, tr, cut, tee, seq, nl, tac, rev, … */

import { second } from '#base/sim-time';
import { type Process, sleep } from '#sim/simulation';
import { killedExitCode, mostNumbers } from '../bounds.ts';
import { absolute, type ProcessContext, type Program, writeFile } from '../program.ts';
import { filesOf, linesOf, optionsOf, textOf, unlines } from './inputs.ts';

/** How often `tail -f` looks at its files. */
const followPeriod = second;

export const head: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, 'nc');
  const zeroes = names[0] === '/dev/zero' && options.has('c');
  const bytes = byteCount(options.get('c') ?? '');
  if (zeroes) return yield* grow(context, bytes);
  const { files, failed } = filesOf(context, names);
  const count = Number(options.get('n') ?? 10);
  for (const [index, { name, text }] of files.entries()) {
    if (names.length > 1) context.out(`${index > 0 ? '\n' : ''}==> ${name} <==\n`);
    const lines = text.split(/(?<=\n)/);
    if (options.has('c')) context.out(text.slice(0, bytes));
    else context.out(lines.slice(0, count < 0 ? lines.length + count : count).join(''));
  }
  return failed ? 1 : 0;
};

export const tail: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, 'ncs');
  const follows = options.has('f') || options.has('F');
  // A file without an end is read into memory until none is left.
  if (names[0] === '/dev/zero') return yield* grow(context, Number.POSITIVE_INFINITY);
  const isNull = names[0] === '/dev/null';
  const { files, failed } = isNull
    ? { files: [], failed: false }
    : filesOf(context, names, (name, why) => `can't open '${name}': ${why}`);
  if (failed && files.length === 0 && !options.has('F')) {
    context.err('tail: no files\n');
    return 1;
  }
  const count = options.get('c') ?? options.get('n') ?? '10';
  for (const [index, { name, text }] of files.entries()) {
    if (names.length > 1) context.out(`${index > 0 ? '\n' : ''}==> ${name} <==\n`);
    const pieces = options.has('c') ? [...text] : text === '' ? [] : text.split(/(?<=\n)/);
    const from = count.startsWith('+')
      ? Number(count) - 1
      : pieces.length - Math.abs(Number(count));
    context.out(pieces.slice(Math.max(0, from)).join(''));
  }
  const [first] = files;
  if (follows) return yield* follow(context, names[0] ?? '', first?.text.length ?? 0);
  return failed ? 1 : 0;
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

/** Takes memory step by step until it has `bytes`, or until the kernel kills the process. */
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
  const { options, names } = optionsOf(context.argv, 'kto');
  const text = textOf(context, names);
  if (text === undefined) return 1;
  const [from = '1', to] = (options.get('k') ?? '').split(',').map((part) => part.split('.')[0]);
  const numeric = options.has('n') || /n/.test(options.get('k') ?? '');
  const keyOf = (line: string): string => {
    if (!options.has('k')) return line;
    const fields = line.split(options.get('t') ?? /(?<=\S)(?=\s)/);
    const last = to === undefined ? undefined : Number.parseInt(to, 10);
    return fields.slice(Number.parseInt(from, 10) - 1, last).join(options.get('t') ?? '');
  };
  const compare = (a: string, b: string): number => {
    const [left, right] = [keyOf(a), keyOf(b)];
    const byKey = numeric
      ? (Number.parseFloat(left) || 0) - (Number.parseFloat(right) || 0)
      : order(left, right);
    return byKey === 0 && !options.has('s') ? order(a, b) : byKey;
  };
  let lines = [...linesOf(text)].sort(compare);
  if (options.has('r')) lines.reverse();
  if (options.has('u')) lines = [...new Set(lines)];
  context.out(unlines(lines));
  return 0;
};

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

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

/** Sets of characters with ranges; `-d` deletes, `-s` squeezes, `-c` means all others. */
export const tr: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, '');
  const [from = [], to] = names.map(characters);
  const others = options.has('c') || options.has('C');
  let last: string | undefined;
  const text = [...context.readStdin()].map((char) => {
    const at = from.indexOf(char);
    const chosen = others ? at < 0 : at >= 0;
    if (chosen && options.has('d')) return '';
    const wanted =
      to === undefined || to.length === 0 ? char : to[Math.min(Math.max(at, 0), to.length - 1)];
    const result = chosen ? (wanted ?? char) : char;
    const repeated = options.has('s') && chosen && result === last;
    last = chosen ? result : undefined;
    return repeated ? '' : result;
  });
  context.out(text.join(''));
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

export const tee: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, '');
  const text = context.readStdin();
  context.out(text);
  let code = 0;
  for (const name of names) {
    const path = absolute(context, name);
    const before = options.has('a') ? (context.files.read(path) ?? '') : '';
    const error = writeFile(context, path, before + text);
    if (error === undefined) continue;
    context.err(`tee: ${name}: ${error}\n`);
    code = 1;
  }
  return code;
};

export const seq: Program = function* ({ argv, out, err }) {
  const words = argv.slice(1);
  const options = new Map<string, string>();
  while (/^-[ws]/.test(words[0] ?? '')) {
    const [word = ''] = words.splice(0, 1);
    const rest = word.slice(2);
    options.set(word.charAt(1), word.startsWith('-w') ? '' : rest || (words.shift() ?? ''));
  }
  const numbers = words.map(Number);
  if (numbers.length === 0 || numbers.some(Number.isNaN)) {
    err('Usage: seq [-w] [-s SEP] [FIRST [INC]] LAST\n');
    return 1;
  }
  const [first = 1, increment = 1] =
    numbers.length === 1 ? [] : [numbers[0], numbers.length === 3 ? numbers[1] : 1];
  const last = numbers.at(-1) ?? 1;
  const count = Math.floor((last - first) / increment) + 1;
  if (count > mostNumbers) {
    err(`seq: more than ${mostNumbers} numbers are not simulated: killed\n`);
    return killedExitCode;
  }
  const width = options.has('w') ? String(Math.max(first, last)).length : 0;
  const list: string[] = [];
  for (let n = first; increment > 0 ? n <= last : n >= last; n += increment) {
    list.push(String(n).padStart(width, '0'));
    if (increment === 0) break;
  }
  if (list.length > 0) out(`${list.join(options.get('s') ?? '\n')}\n`);
  return 0;
};

export const nl: Program = function* (context) {
  const text = textOf(context, optionsOf(context.argv, 'bwsv').names);
  if (text === undefined) return 1;
  let number = 0;
  const numbered = linesOf(text).map((line) =>
    line === '' ? '' : `${String(++number).padStart(6)}\t${line}`,
  );
  context.out(unlines(numbered));
  return 0;
};

/** An applet that maps the lines of its input. */
const ofLines = (change: (lines: readonly string[]) => readonly string[]): Program =>
  function* (context) {
    const text = textOf(context, optionsOf(context.argv, '').names);
    if (text === undefined) return 1;
    context.out(unlines(change(linesOf(text))));
    return 0;
  };

export const tac = ofLines((lines) => lines.toReversed());
export const rev = ofLines((lines) => lines.map((line) => [...line].reverse().join('')));

const lineCount = 200;

/** Prints the same line until nobody reads it. */
export const yes: Program = function* ({ argv, out }) {
  const text = `${argv.slice(1).join(' ') || 'y'}\n`.repeat(lineCount);
  for (;;) {
    out(text);
    yield* sleep(stepTime);
  }
};

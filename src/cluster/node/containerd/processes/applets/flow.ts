/** Applets that only take time or say yes or no: sleep, true, false, test. */
import { seconds } from '#base/sim-time';
import { Signal } from '#sim/signal';
import { type Process, type Simulation, sleep as sleepFor } from '#sim/simulation';
import { absolute, type Program } from '../program.ts';

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

export const sleep: Program = function* ({ argv, err, sim }) {
  const [duration] = argv.slice(1);
  if (duration === 'infinity') return yield* forever(sim);
  const match = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(duration ?? '');
  if (match === null) {
    err(`sleep: invalid number '${duration ?? ''}'\n`);
    return 1;
  }
  yield* sleepFor(seconds(Number(match[1]) * (units[match[2] ?? ''] ?? 1)));
  return 0;
};

function* forever(sim: Simulation): Process<never> {
  const never = new Signal(sim);
  for (;;) yield* never.wait();
}

export const yes: Program = function* () {
  return 0;
};

export const no: Program = function* () {
  return 1;
};

/** `-f`, `-e`, `-d`, `-s`, `-n`, `-z`, `=`, `!=` and the number comparisons. */
export const test: Program = function* (context) {
  const words = context.argv.slice(1).filter((word) => word !== ']');
  const [negated, rest] = words[0] === '!' ? [true, words.slice(1)] : [false, words];
  return evaluate(rest, (path) => absolute(context, path), context.files) === negated ? 1 : 0;
};

function evaluate(
  words: readonly string[],
  resolve: (path: string) => string,
  files: Parameters<Program>[0]['files'],
): boolean {
  const [a = '', b, c] = words;
  if (b === undefined) return a !== '';
  if (c === undefined) {
    const text = files.read(resolve(b));
    if (a === '-n') return b !== '';
    if (a === '-z') return b === '';
    if (a === '-d') return files.isDirectory(resolve(b));
    if (a === '-s') return text !== undefined && text !== '';
    return text !== undefined || (a === '-e' && files.isDirectory(resolve(b)));
  }
  const [left, right] = [Number(a), Number(c)];
  const comparisons: Readonly<Record<string, boolean>> = {
    '=': a === c,
    '==': a === c,
    '!=': a !== c,
    '-eq': left === right,
    '-ne': left !== right,
    '-lt': left < right,
    '-le': left <= right,
    '-gt': left > right,
    '-ge': left >= right,
  };
  return comparisons[b] ?? false;
}

/**
 * python3: `-c` with what `print` can say of simple expressions, `-m http.server`, `--version`.
 * Without a program it reads one from its input; a conversation in a terminal is refused.
 */
import { ms } from '#base/sim-time';
import { type ProcessContext, type Program, timeOnCpu } from '../../program.ts';
import { argumentsOf, evaluate, statementsOf, type Value } from '../expression.ts';
import { notHere } from '../own-words.ts';
import { wholeInput } from '../typed-lines.ts';
import { httpServer } from './http-server.ts';

const startTime = ms(25);
const memory = 10 * 2 ** 20;
/** Seconds: a year, which no run has. */
const longestSleep = 31_536_000;

/** The program of a version. */
export const python = (version: string): Program =>
  function* (context) {
    const words = context.argv.slice(1);
    const unbuffered = words[0] === '-u' || (context.env.get('PYTHONUNBUFFERED') ?? '') !== '';
    if (words[0] === '-u') words.shift();
    const [option = '', script = '', ...rest] = words;
    context.allocate?.(memory);
    yield timeOnCpu(context, startTime);
    if (option === '-V' || option === '--version') {
      context.out(`Python ${version}\n`);
      return 0;
    }
    if (option === '-m' && script === 'http.server') {
      return yield* httpServer(context, version, rest, unbuffered);
    }
    if (option === '' && context.terminal !== undefined) {
      return notHere(context, 'python', 'only programs are, not a conversation in a terminal');
    }
    const text = option === '-c' ? script : yield* wholeInput(context);
    if (option !== '' && option !== '-c') {
      return notHere(
        context,
        'python',
        `only -c, -m http.server and -V are, not ${words.join(' ')}`,
      );
    }
    return yield* run(context, statementsOf(text));
  };

function* run(context: ProcessContext, statements: readonly string[]) {
  for (const statement of statements) {
    if (/^import (os|sys|time)(, *(os|sys|time))*$/.test(statement)) continue;
    const pause = /^time\.sleep\((\d+(?:\.\d+)?)\)$/.exec(statement)?.[1];
    if (pause !== undefined) {
      yield ms(1000 * Math.min(Number(pause), longestSleep));
      continue;
    }
    const exit = /^(?:sys\.)?exit\((\d*)\)$/.exec(statement);
    if (exit !== null) return Number(exit[1] || 0) & 255;
    const call = /^print\((.*)\)$/s.exec(statement);
    if (call === null) return notHere(context, 'python', `no statement like ${statement}`);
    const code = print(context, argumentsOf(call[1] ?? ''));
    if (code !== 0) return code;
  }
  return 0;
}

function print(context: ProcessContext, texts: readonly string[]): number {
  const values: string[] = [];
  for (const text of texts) {
    const value =
      variableOf(context, text) ?? evaluate(text, { names: () => undefined, joins: 'texts' });
    if (value === undefined) return notHere(context, 'python', `no expression like ${text}`);
    // What `/` gives is a float, whole or not.
    const isFloat =
      typeof value === 'number' && Number.isInteger(value) && /(?<!\/)\/(?!\/)/.test(text);
    values.push(isFloat ? value.toFixed(1) : String(value));
  }
  context.out(`${values.join(' ')}\n`);
  return 0;
}

/** `os.environ["NAME"]`, `os.environ.get("NAME")`, `os.getenv("NAME")`. */
function variableOf({ env }: ProcessContext, text: string): Value | undefined {
  const pattern = /^os\.(?:environ\[|environ\.get\(|getenv\()["'](\w+)["'][\])]$/;
  const name = pattern.exec(text)?.[1];
  return name === undefined ? undefined : (env.get(name) ?? 'None');
}

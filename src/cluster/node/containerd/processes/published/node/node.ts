/**
 * node: `-e` and `-p` with what `console.log` can say of simple expressions, and `--version`.
 * Without a program it reads one from its input; a conversation in a terminal is refused.
 */
import { ms } from '#base/sim-time';
import { type ProcessContext, type Program, timeOnCpu } from '../../program.ts';
import { argumentsOf, evaluate, statementsOf, type Value } from '../expression.ts';
import { notHere } from '../own-words.ts';
import { wholeInput } from '../typed-lines.ts';

const startTime = ms(40);
const memory = 40 * 2 ** 20;

/** The program of a version. */
export const nodeProgram = (version: string): Program =>
  function* (context) {
    const [option = '', script = ''] = context.argv.slice(1);
    context.allocate?.(memory);
    yield timeOnCpu(context, startTime);
    if (option === '-v' || option === '--version') {
      context.out(`v${version}\n`);
      return 0;
    }
    if (option === '-p' || option === '--print') return print(context, version, [script]);
    const evaluates = option === '-e' || option === '--eval';
    if (option !== '' && !evaluates) {
      return notHere(context, 'node', `only -e, -p and --version are, not ${option}`);
    }
    if (option === '' && context.terminal !== undefined) {
      return notHere(context, 'node', 'only programs are, not a conversation in a terminal');
    }
    const text = evaluates ? script : yield* wholeInput(context);
    for (const statement of statementsOf(text)) {
      const exit = /^process\.exit\((\d*)\)$/.exec(statement);
      if (exit !== null) return Number(exit[1] || 0) & 255;
      const call = /^console\.(log|error)\((.*)\)$/s.exec(statement);
      if (call === null) return notHere(context, 'node', `no statement like ${statement}`);
      const where = call[1] === 'error' ? context.err : context.out;
      const code = print({ ...context, out: where }, version, argumentsOf(call[2] ?? ''));
      if (code !== 0) return code;
    }
    return 0;
  };

function print(context: ProcessContext, version: string, texts: readonly string[]): number {
  const names = (name: string): Value | undefined => {
    const variable = /^process\.env\.(\w+)$/.exec(name)?.[1];
    if (variable !== undefined) return context.env.get(variable) ?? 'undefined';
    if (name === 'process.version') return `v${version}`;
    if (name === 'process.pid') return context.pid ?? 1;
    return name === 'process.platform' ? 'linux' : undefined;
  };
  const values: string[] = [];
  for (const text of texts) {
    const value = evaluate(text, { names, joins: 'all' });
    if (value === undefined) return notHere(context, 'node', `no expression like ${text}`);
    values.push(String(value));
  }
  context.out(`${values.join(' ')}\n`);
  return 0;
}

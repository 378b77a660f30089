/**
 * awk: `-F -v -f`, a program, and operands that are files or assignments.
 *
 * Models busybox awk without what would start other programs (`system`, pipes) and without clock
 * and chance (`systime`, `strftime`, `rand`, `srand`): a program that uses them is refused. A run
 * that works for too long is ended (budget.ts).
 */
import { microsecond, ms } from '#base/sim-time';
import { type ProcessContext, type Program, timeOnCpu } from '../../program.ts';
import { ExitShell } from '../../shell/exits.ts';
import { filesOf } from '../inputs.ts';
import { unquoted } from './lexer.ts';
import { parseAwk } from './parser.ts';
import { Run } from './run.ts';
import { AwkEnd, type Script } from './syntax.ts';
import { inputValue } from './values.ts';

const stepTime = 0.1 * microsecond;
/** Less is part of the start of a command. */
const leastTime = ms(1);

const usage =
  'Usage: awk [OPTIONS] [AWK_PROGRAM] [FILE]...\n\n' +
  '\t-v VAR=VAL\tSet variable\n\t-F SEP\t\tUse SEP as field separator\n' +
  '\t-f FILE\t\tRead program from FILE\n';

export const awk: Program = function* (context) {
  try {
    const run = started(context);
    const code = run.run();
    const time = run.budget.steps * stepTime;
    if (time >= leastTime) yield timeOnCpu(context, Math.round(time));
    return code;
  } catch (end) {
    // Patterns are counted by the shell too.
    if (end instanceof ExitShell) return end.code;
    if (!(end instanceof AwkEnd)) throw end;
    if (end.message !== '') context.err(end.message === usage ? usage : `awk: ${end.message}\n`);
    return end.code;
  }
};

/** Reads the command line and the program. */
function started(context: ProcessContext): Run {
  const script: Script = { begin: [], rules: [], end: [], functions: new Map() };
  const run = new Run(context, script);
  const words = [...context.argv.slice(1)];
  let hasProgram = false;
  while (/^-./.test(words[0] ?? '')) {
    const word = words.shift() ?? '';
    if (word === '--') break;
    const value = word.slice(2) || words.shift();
    const isKnown = /^-[Fvf]/.test(word) && value !== undefined;
    if (!isKnown) throw new AwkEnd(1, usage);
    if (word.startsWith('-F')) run.variables.set('FS', unquoted(value));
    else if (word.startsWith('-v')) {
      if (!run.assignOperand(value)) throw new AwkEnd(1, usage);
    } else {
      hasProgram = true;
      const problem = (name: string, why: string): string => `can't open '${name}': ${why}`;
      const [file] = filesOf(context, [value], problem).files;
      if (file === undefined) throw new AwkEnd(1);
      parseAwk(file.text, value, script);
    }
  }
  const program = hasProgram ? undefined : words.shift();
  if (!hasProgram && program === undefined) throw new AwkEnd(1, usage);
  if (program !== undefined) parseAwk(program, 'cmd. line', script);
  const { variables } = run;
  for (const [index, word] of ['awk', ...words].entries()) {
    variables.array('ARGV').set(String(index), inputValue(word));
  }
  variables.set('ARGC', words.length + 1);
  for (const [name, value] of context.env) variables.array('ENVIRON').set(name, inputValue(value));
  return run;
}

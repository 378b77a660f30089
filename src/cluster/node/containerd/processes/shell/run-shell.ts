/** The shell as a program of an image: its arguments, and where its script comes from. */
import type { Process } from '#sim/simulation';
import { appletsWith } from '../applets/applets.ts';
import { deepest, stackExitCode } from '../bounds.ts';
import { absolute, noStdin, type ProcessContext } from '../program.ts';
import { Input } from './input.ts';
import { Interpreter } from './interpreter.ts';
import { parseScript } from './parser.ts';
import { ShellState } from './state.ts';
import { type Script, ShellSyntaxError } from './syntax.ts';
import { runTyped } from './typed.ts';

/** `sh -c SCRIPT` or `sh FILE`; without either the shell reads its standard input. */
export function* runShell(context: ProcessContext): Process<number> {
  const { argv, out, err, input: live } = context;
  const stdin = context.readStdin();
  // Options end at the first other word: what follows belongs to the script.
  const first = argv.findIndex((word, index) => index > 0 && !/^[-+]/.test(word));
  const options = argv.slice(0, first < 0 ? undefined : first);
  const at = options.findIndex((word, index) => index > 0 && /^-\w*c$/.test(word));
  const operands = first < 0 ? [] : argv.slice(first);
  const [file] = operands;
  const own = argv[0] ?? 'sh';
  const source = at >= 0 ? argv[at + 1] : file === undefined ? stdin : scriptOf(context, file);
  if (source === undefined) {
    const why =
      at >= 0 ? '-c requires an argument' : `can't open '${file}': No such file or directory`;
    err(`${own}: ${why}\n`);
    return 2;
  }
  const words = at >= 0 ? argv.slice(at + 2) : operands;
  const [script] = words;
  const named = script === undefined ? { name: own } : { name: script, script };
  const shell = new ShellState({ ...context, readStdin: noStdin }, undefined, named);
  shell.positional = words.slice(1);
  shell.line = at >= 0 ? 0 : 1;
  shell.firstLine = shell.line;
  for (const word of argv.slice(1, at < 0 ? undefined : at + 1)) {
    if (!/^-\w+$/.test(word)) break;
    for (const letter of word.slice(1)) if (letter !== 'c') shell.options.add(letter);
  }
  if (context.kept !== undefined) shell.resume(context.kept);
  shell.variables.set('PWD', shell.cwd);
  shell.exported.add('PWD');
  shell.variables.set('SHLVL', String(Number(context.env.get('SHLVL') ?? 0) + 1));
  shell.exported.add('SHLVL');
  if (shell.depth > deepest) {
    shell.complain({ err }, `more than ${deepest} programs in each other: segmentation fault`);
    return stackExitCode;
  }
  const programs = { shell: runShell, applets: context.image?.programs ?? applets };
  if (live !== undefined && at < 0 && file === undefined) {
    return yield* runTyped(new Interpreter(shell, programs), { input: live, out, err });
  }
  let parsed: Script;
  try {
    parsed = parseScript(source);
  } catch (error) {
    if (!(error instanceof ShellSyntaxError)) throw error;
    shell.complain({ err }, error.message);
    return 2;
  }
  const input = live ?? new Input(at < 0 && file === undefined ? '' : stdin);
  const interpreter = new Interpreter(shell, programs);
  const code = yield* interpreter.runToExit(parsed, { input, out, err }, at >= 0);
  context.leave?.(shell.kept);
  return code;
}

/** The programs of a busybox image by name. */
const applets = appletsWith(runShell);

const scriptOf = (context: ProcessContext, file: string): string | undefined =>
  context.files.read(absolute(context, file));

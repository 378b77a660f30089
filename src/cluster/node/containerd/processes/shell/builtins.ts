/** Commands that change the shell itself: exit, trap, cd, export, set, shift, read, wait, … */
import type { Process } from '#sim/simulation';
import { signalNumbers, signalOf } from '../signals.ts';
import { alias, unalias } from './aliases.ts';
import { evaluateArithmetic } from './arithmetic.ts';
import { ExitShell, LoopControl, ReturnFromFunction } from './exits.ts';
import { foreground, jobs, wait } from './jobs.ts';
import { quoted } from './quote.ts';
import type { Shell } from './shell.ts';
import type { Streams } from './state.ts';

/** Returns its exit status; a generator when it has to wait. */
type Builtin = (
  shell: Shell,
  argv: readonly string[],
  streams: Streams,
) => number | Process<number>;

const exit: Builtin = (shell, argv, streams) => {
  throw new ExitShell(argv[1] === undefined ? shell.state.status : numberFor(shell, argv, streams));
};

/** The number after a builtin's name; anything else ends the shell. */
function numberFor(shell: Shell, [name, word = '']: readonly string[], streams: Streams): number {
  if (/^\d+$/.test(word)) return Number(word) & 255;
  shell.state.complain(streams, `Illegal number: ${word}`, name);
  throw new ExitShell(2);
}

const leaveFunction: Builtin = (shell, argv, streams) => {
  if (argv[1] !== undefined) shell.state.status = numberFor(shell, argv, streams);
  throw new ReturnFromFunction();
};

const trap: Builtin = (shell, argv, streams) => {
  const [, action = '', ...signals] = argv.filter((word) => word !== '--');
  if (argv.length === 1) {
    const traps = [...shell.state.traps].map(([signal, text]) => [signal.replace('SIG', ''), text]);
    const order = ['EXIT', ...Object.keys(signalNumbers).map((name) => name.slice(3))];
    traps.sort(([a = ''], [b = '']) => order.indexOf(a) - order.indexOf(b));
    for (const [signal, text = ''] of traps) streams.out(`trap -- ${quoted(text)} ${signal}\n`);
    return 0;
  }
  for (const word of signals) {
    const signal = word === 'EXIT' || word === '0' ? 'EXIT' : signalOf(word);
    if (signal === undefined) {
      shell.state.complain(streams, `${word}: invalid signal specification`, 'trap');
      return 1;
    }
    if (action === '-') shell.state.traps.delete(signal);
    else shell.state.traps.set(signal, action);
    if (signal === 'EXIT') continue;
    if (action === '-') shell.state.context.signals.handled.delete(signal);
    else shell.state.context.signals.handled.add(signal);
  }
  return 0;
};

const cd: Builtin = (shell, argv, streams) => {
  const [word = shell.state.variables.get('HOME') ?? '/'] = argv.slice(1);
  const target = word === '-' ? (shell.state.variables.get('OLDPWD') ?? '') : word;
  const path = target.startsWith('/') ? target : `${shell.state.cwd}/${target}`;
  const { files } = shell.state.context;
  if (!files.isDirectory(path)) {
    const why = files.read(path) === undefined ? files.whyMissing(path) : 'Not a directory';
    shell.state.complain(streams, `can't cd to ${target}: ${why}`, 'cd');
    return 2;
  }
  shell.state.variables.set('OLDPWD', shell.state.cwd);
  shell.state.cwd = files.resolve(path);
  shell.state.variables.set('PWD', shell.state.cwd);
  if (word === '-') streams.out(`${shell.state.cwd}\n`);
  return 0;
};

const exportVariables: Builtin = (shell, argv, { out }) => {
  const words = argv.slice(1).filter((word) => word !== '-p');
  for (const word of words) {
    const [name = '', value] = word.split(/=(.*)/s);
    if (value !== undefined) shell.state.assign(name, value);
    shell.state.exported.add(name);
  }
  if (words.length > 0) return 0;
  for (const name of [...shell.state.exported].sort()) {
    out(`export ${name}=${quoted(shell.state.variables.get(name) ?? '')}\n`);
  }
  return 0;
};

const readonlyVariables: Builtin = (shell, argv) => {
  for (const word of argv.slice(1)) {
    const [name = '', value] = word.split(/=(.*)/s);
    if (value !== undefined) shell.state.assign(name, value);
    shell.state.readonly.add(name);
  }
  return 0;
};

const local: Builtin = (shell, argv) => {
  for (const word of argv.slice(1)) {
    const [name = '', value] = word.split(/=(.*)/s);
    shell.state.makeLocal(name);
    if (value !== undefined) shell.state.assign(name, value);
  }
  return 0;
};

const unset: Builtin = (shell, argv) => {
  for (const name of argv.slice(1)) {
    shell.state.variables.delete(name);
    shell.state.exported.delete(name);
  }
  return 0;
};

/** `-e`, `-u`, `-x` and positional parameters after `--`. */
const longOptions: Readonly<Record<string, string>> = {
  errexit: 'e',
  nounset: 'u',
  xtrace: 'x',
};

const set: Builtin = (shell, argv, { out }) => {
  if (argv.length === 1) {
    for (const name of [...shell.state.variables.keys()].sort()) {
      out(`${name}=${quoted(shell.state.variables.get(name) ?? '')}\n`);
    }
  }
  const rest = argv.slice(1);
  while (/^[-+][a-z]+$/.test(rest[0] ?? '')) {
    const [word = ''] = rest.splice(0, 1);
    for (const letter of word.slice(1)) {
      if (word.startsWith('-')) shell.state.options.add(letter);
      else shell.state.options.delete(letter);
    }
    if (!word.endsWith('o')) continue;
    const name = rest.shift() ?? '';
    if (word.startsWith('-')) shell.state.options.add(longOptions[name] ?? name);
    else shell.state.options.delete(longOptions[name] ?? name);
  }
  if (rest[0] === '--') shell.state.positional = rest.slice(1);
  else if (rest.length > 0) shell.state.positional = rest;
  return 0;
};

const shift: Builtin = (shell, argv) => {
  const count = Number(argv[1] ?? 1);
  if (count > shell.state.positional.length) return 1;
  shell.state.positional = shell.state.positional.slice(count);
  return 0;
};

/** One line of the input; the last variable takes what is left. */
function* read(shell: Shell, argv: readonly string[], streams: Streams): Process<number> {
  const names = argv.slice(1).filter((word) => !word.startsWith('-'));
  const line = yield* streams.input.line();
  const wanted = names.length === 0 ? ['REPLY'] : names;
  const separators = shell.state.variables.get('IFS') ?? ' \t\n';
  let rest = line === undefined ? '' : trimmedBy(separators, line.replace(/\n$/, ''));
  for (const [index, name] of wanted.entries()) {
    if (index === wanted.length - 1) {
      shell.state.variables.set(name, rest);
      break;
    }
    const end = [...rest].findIndex((char) => separators.includes(char));
    shell.state.variables.set(name, end < 0 ? rest : rest.slice(0, end));
    rest = end < 0 ? '' : trimmedBy(separators, rest.slice(end + 1));
  }
  return line?.endsWith('\n') === true ? 0 : 1;
}

/** Trims the separator blanks at both ends. */
function trimmedBy(separators: string, text: string): string {
  const isBlank = (char: string | undefined): boolean =>
    char !== undefined && separators.includes(char) && /\s/.test(char);
  let [from, to] = [0, text.length];
  while (from < to && isBlank(text[from])) from++;
  while (to > from && isBlank(text[to - 1])) to--;
  return text.slice(from, to);
}

const leaveLoop =
  (kind: 'break' | 'continue'): Builtin =>
  (shell, argv) => {
    if (shell.state.loops === 0) return 0;
    throw new LoopControl(kind, Number(argv[1] ?? 1));
  };

const letBuiltin: Builtin = (shell, argv) => {
  let value = 0n;
  for (const word of argv.slice(1)) value = evaluateArithmetic(word, shell.state.variables);
  return value === 0n ? 1 : 0;
};

/** How `type` and `command -V` describe a name. */
const type: Builtin = (shell, argv, { out, err }) => {
  let status = 0;
  for (const name of argv.slice(1)) {
    if (shell.state.functions.has(name)) out(`${name} is a function\n`);
    else if (builtins.has(name)) out(`${name} is a shell builtin\n`);
    else if (shell.knows(name)) out(`${name} is ${name}\n`);
    else {
      err(`${name}: not found\n`);
      status = 127;
    }
  }
  return status;
};

const umask: Builtin = (_shell, argv, { out }) => {
  if (argv.length === 1) out('0022\n');
  return 0;
};

export const builtins: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  [':', () => 0],
  ['alias', alias],
  ['bg', foreground],
  ['break', leaveLoop('break')],
  ['cd', cd],
  ['continue', leaveLoop('continue')],
  ['exit', exit],
  ['export', exportVariables],
  ['fg', foreground],
  ['local', local],
  ['read', read],
  ['readonly', readonlyVariables],
  ['return', leaveFunction],
  ['set', set],
  ['shift', shift],
  ['trap', trap],
  ['jobs', jobs],
  ['let', letBuiltin],
  ['type', type],
  ['umask', umask],
  ['ulimit', () => 0],
  ['unalias', unalias],
  ['unset', unset],
  ['wait', wait],
]);

/** Commands that change the shell itself: exit, trap, cd, export, set, shift, read, wait, … */
import { firstOf } from '#sim/signal';
import type { Process } from '#sim/simulation';
import { type SignalName, signalNumbers } from '../signals.ts';
import type { Shell, Streams } from './interpreter.ts';

/** Unwinds to the end of a shell. */
export class ExitShell {
  readonly code: number;

  constructor(code: number) {
    this.code = code;
  }
}

/** Unwinds to the nearest loop. */
export class LoopControl {
  readonly kind: 'break' | 'continue';

  constructor(kind: 'break' | 'continue') {
    this.kind = kind;
  }
}

/** Unwinds to the end of a function. */
export class ReturnFromFunction {}

/** Returns its status; a generator where it has to wait. */
type Builtin = (
  shell: Shell,
  argv: readonly string[],
  streams: Streams,
) => number | Process<number>;

const exit: Builtin = (shell, argv) => {
  throw new ExitShell(argv[1] === undefined ? shell.status : Number(argv[1]) & 255);
};

const leaveFunction: Builtin = (shell, argv) => {
  if (argv[1] !== undefined) shell.status = Number(argv[1]) & 255;
  throw new ReturnFromFunction();
};

export const signalOf = (word: string): SignalName | undefined => {
  const name = word.startsWith('SIG') ? word : `SIG${word}`;
  const found = Object.entries(signalNumbers).find(
    ([known, number]) => known === name || String(number) === word,
  );
  return found?.[0] as SignalName | undefined;
};

const trap: Builtin = (shell, argv, { err }) => {
  const [, action = '', ...signals] = argv;
  for (const word of signals) {
    const signal = word === 'EXIT' || word === '0' ? 'EXIT' : signalOf(word);
    if (signal === undefined) {
      err(`sh: trap: ${word}: invalid signal specification\n`);
      return 1;
    }
    if (action === '-') shell.traps.delete(signal);
    else shell.traps.set(signal, action);
    if (signal === 'EXIT') continue;
    if (action === '-') shell.context.signals.handled.delete(signal);
    else shell.context.signals.handled.add(signal);
  }
  return 0;
};

const cd: Builtin = (shell, argv, { err }) => {
  const target = argv[1] ?? shell.variables.get('HOME') ?? '/';
  const path = target.startsWith('/') ? target : `${shell.cwd}/${target}`;
  if (!shell.context.files.isDirectory(path)) {
    err(`sh: cd: can't cd to ${target}: No such file or directory\n`);
    return 2;
  }
  shell.cwd = shell.context.files.resolve(path);
  return 0;
};

const exportVariables: Builtin = (shell, argv) => {
  for (const word of argv.slice(1)) {
    const [name = '', value] = word.split(/=(.*)/s);
    if (value !== undefined) shell.variables.set(name, value);
    shell.exported.add(name);
  }
  return 0;
};

/** Functions share the shell's variables, so a local one is only set. */
const local: Builtin = (shell, argv) => {
  for (const word of argv.slice(1)) {
    const [name = '', value = ''] = word.split(/=(.*)/s);
    shell.variables.set(name, value);
  }
  return 0;
};

const unset: Builtin = (shell, argv) => {
  for (const name of argv.slice(1)) {
    shell.variables.delete(name);
    shell.exported.delete(name);
  }
  return 0;
};

/** `-e`, `-u`, `-x` and positional parameters after `--`. */
const set: Builtin = (shell, argv) => {
  const rest = argv.slice(1);
  while (/^[-+][a-z]+$/.test(rest[0] ?? '')) {
    const [word = ''] = rest.splice(0, 1);
    for (const letter of word.slice(1)) {
      if (word.startsWith('-')) shell.options.add(letter);
      else shell.options.delete(letter);
    }
    if (word.endsWith('o')) rest.shift();
  }
  if (rest[0] === '--') shell.positional = rest.slice(1);
  else if (rest.length > 0) shell.positional = rest;
  return 0;
};

const shift: Builtin = (shell, argv) => {
  const count = Number(argv[1] ?? 1);
  if (count > shell.positional.length) return 1;
  shell.positional = shell.positional.slice(count);
  return 0;
};

/** One line of the input; the last variable takes what is left. */
const read: Builtin = (shell, argv, { input }) => {
  const names = argv.slice(1).filter((word) => !word.startsWith('-'));
  if (input.text === '') return 1;
  const end = input.text.indexOf('\n');
  const line = end < 0 ? input.text : input.text.slice(0, end);
  input.text = end < 0 ? '' : input.text.slice(end + 1);
  const wanted = names.length === 0 ? ['REPLY'] : names;
  const fields = line.trim().split(/[ \t]+/);
  for (const [index, name] of wanted.entries()) {
    const isLast = index === wanted.length - 1;
    shell.variables.set(name, isLast ? fields.slice(index).join(' ') : (fields[index] ?? ''));
  }
  return 0;
};

/** For one process or for all in the background; a trapped signal ends the wait. */
function* wait(shell: Shell, argv: readonly string[]): Process<number> {
  const wanted = argv.slice(1).map(Number);
  const jobs = shell.jobs.filter(({ pid }) => wanted.length === 0 || wanted.includes(pid));
  if (wanted.length > 0 && jobs.length === 0) return 127;
  let status = 0;
  for (const job of jobs) {
    const { task } = job;
    if (task !== undefined && !task.done) {
      const { signals } = shell.context;
      const first = yield* firstOf(shell.context.sim, [task, signals.arrived]);
      if (first !== task && !task.done) return 143;
    }
    if (shell.context.processes !== undefined) status = yield* shell.context.processes.wait(job);
    shell.jobs = shell.jobs.filter((one) => one !== job);
  }
  return wanted.length === 0 ? 0 : status;
}

const leaveLoop =
  (kind: 'break' | 'continue'): Builtin =>
  () => {
    throw new LoopControl(kind);
  };

export const builtins: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  [':', () => 0],
  ['break', leaveLoop('break')],
  ['cd', cd],
  ['continue', leaveLoop('continue')],
  ['exit', exit],
  ['export', exportVariables],
  ['local', local],
  ['read', read],
  ['readonly', exportVariables],
  ['return', leaveFunction],
  ['set', set],
  ['shift', shift],
  ['trap', trap],
  ['umask', () => 0],
  ['unset', unset],
  ['wait', wait],
]);

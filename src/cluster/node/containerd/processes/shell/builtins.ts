/** Commands that change the shell itself: exit, trap, cd, export, unset, set, break, continue. */
import { type SignalName, signalNumbers } from '../program.ts';
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

type Builtin = (shell: Shell, argv: readonly string[], streams: Streams) => number;

const exit: Builtin = (shell, argv) => {
  throw new ExitShell(argv[1] === undefined ? shell.status : Number(argv[1]) & 255);
};

const signalOf = (word: string): SignalName | 'EXIT' | undefined => {
  if (word === 'EXIT' || word === '0') return 'EXIT';
  const name = word.startsWith('SIG') ? word : `SIG${word}`;
  const found = Object.entries(signalNumbers).find(
    ([known, number]) => known === name || String(number) === word,
  );
  return found?.[0] as SignalName | undefined;
};

const trap: Builtin = (shell, argv, { err }) => {
  const [, action = '', ...signals] = argv;
  for (const word of signals) {
    const signal = signalOf(word);
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
  shell.cwd = path;
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

const unset: Builtin = (shell, argv) => {
  for (const name of argv.slice(1)) {
    shell.variables.delete(name);
    shell.exported.delete(name);
  }
  return 0;
};

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
  ['trap', trap],
  ['unset', unset],
]);

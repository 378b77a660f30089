/**
 * Runs a parsed script under the virtual clock.
 *
 * A subset of busybox ash: every external command is a process of its own, a pipeline's commands
 * run one after the other, `&` runs beside. Traps are looked at between commands, as a shell does
 * while a child runs in the foreground.
 */

import type { Process } from '#sim/simulation';
import { applets } from '../applets/applets.ts';
import type { ProcessEntry } from '../process-table.ts';
import { absolute, compute, type ProcessContext, type Program } from '../program.ts';
import type { SignalName } from '../signals.ts';
import { builtins, ExitShell, ReturnFromFunction } from './builtins.ts';
import { forkTime, runCase, runFor, runIf, runLoop } from './compound.ts';
import { expandWord, expandWords } from './expand.ts';
import { parseScript } from './parser.ts';
import { redirect } from './redirect.ts';
import {
  type AndOr,
  type Command,
  type Pipeline,
  type Script,
  ShellSyntaxError,
} from './syntax.ts';

/** Where a command reads from and writes to. What is read is gone for those who read after. */
export interface Streams {
  readonly input: { text: string };
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

export class Shell {
  readonly context: ProcessContext;
  readonly variables: Map<string, string>;
  readonly exported: Set<string>;
  readonly functions: Map<string, Command>;
  readonly traps = new Map<SignalName | 'EXIT', string>();
  readonly options: Set<string>;
  /** `$1` and on. */
  positional: readonly string[];
  /** Processes in the background. */
  jobs: readonly ProcessEntry[] = [];
  cwd: string;
  status = 0;
  #inTrap = false;
  /** Where a failure does not end the shell although `set -e` is on. */
  #checked = 0;

  constructor(context: ProcessContext, parent?: Shell) {
    this.context = context;
    this.variables = new Map(parent?.variables ?? context.env);
    this.exported = new Set(parent?.exported ?? context.env.keys());
    this.functions = new Map(parent?.functions);
    this.options = new Set(parent?.options);
    this.positional = parent?.positional ?? [];
    this.cwd = parent?.cwd ?? context.cwd;
    this.status = parent?.status ?? 0;
  }

  /** Runs a script to its end or to `exit`, then the EXIT trap. */
  *runToExit(script: Script, streams: Streams, replaces = false): Process<number> {
    let code = yield* this.#untilExit(script, streams, undefined, replaces);
    const last = this.traps.get('EXIT');
    if (last !== undefined) {
      this.traps.delete('EXIT');
      code = yield* this.#untilExit(parseScript(last), streams, code);
    }
    return code;
  }

  *#untilExit(
    script: Script,
    streams: Streams,
    otherwise?: number,
    replaces = false,
  ): Process<number> {
    try {
      yield* this.run(script, streams, replaces);
      return otherwise ?? this.status;
    } catch (end) {
      if (end instanceof ExitShell) return end.code;
      if (end instanceof ReturnFromFunction) return this.status;
      if (!(end instanceof ShellSyntaxError)) throw end;
      streams.err(`sh: ${end.message}\n`);
      return 2;
    }
  }

  /** With `last` the shell's process becomes the last command, as after `sh -c`. */
  *run(script: Script, streams: Streams, last = false): Process {
    for (const [index, item] of script.entries()) {
      const simple = last && index === script.length - 1 ? simpleCommandOf(item) : undefined;
      if (simple !== undefined && this.traps.size === 0) yield* this.#become(simple, streams);
      else if (item.background) yield* this.#inBackground(item, streams);
      else yield* this.#andOr(item, streams);
      yield* this.#runTraps(streams);
    }
  }

  /** What a foreground command left pending while it ran. */
  *#runTraps(streams: Streams): Process {
    if (this.#inTrap) return;
    for (;;) {
      const signal = this.context.signals.take();
      if (signal === undefined) return;
      const action = this.traps.get(signal);
      if (action === undefined) continue;
      this.#inTrap = true;
      yield* this.run(parseScript(action), streams);
      this.#inTrap = false;
    }
  }

  /** A shell of its own beside this one; a simple command takes its place at once. */
  *#inBackground(item: AndOr, streams: Streams): Process {
    const { processes, sim } = this.context;
    this.status = 0;
    const script = [{ ...item, background: false }];
    const own = { ...streams, input: { text: '' } };
    if (processes === undefined) {
      const child = new Shell(this.context, this);
      sim.spawn('background job', child.runToExit(script, own));
      return;
    }
    const simple = simpleCommandOf(item);
    const words = simple && (yield* expandWords(this, simple.words, streams));
    const program = words && this.#externalOf(words[0] ?? '');
    const entry = this.#newEntry(program === undefined ? this.context.argv : (words ?? []));
    const context = { ...this.context, signals: entry.signals, pid: entry.pid };
    if (program === undefined) {
      processes.run(entry, new Shell(context, this).runToExit(script, own));
    } else {
      const redirected = yield* redirect(this, simple?.redirections ?? [], own);
      if (redirected === undefined) return;
      processes.run(entry, program(this.#child(new Map(), redirected, entry.argv, entry)));
    }
    this.jobs = [...this.jobs, entry];
    this.variables.set('!', String(entry.pid));
  }

  /** Runs a simple command in the shell's own process if it is a program. */
  *#become(command: Extract<Command, { kind: 'simple' }>, outer: Streams): Process {
    const streams = yield* redirect(this, command.redirections, outer);
    if (streams === undefined) throw new ExitShell(1);
    const argv = yield* expandWords(this, command.words, streams);
    if (argv[0] === undefined || this.#externalOf(argv[0]) === undefined) {
      return yield* this.#simple(command, streams);
    }
    yield* compute(this.context, forkTime);
    throw new ExitShell(yield* this.#inPlace(argv, new Map(), streams));
  }

  #newEntry(argv: readonly string[]): ProcessEntry {
    if (this.context.canFork?.() === false) {
      this.context.err("sh: can't fork: Resource temporarily unavailable\n");
      throw new ExitShell(2);
    }
    const { processes, pid = 0, user } = this.context;
    if (processes === undefined) throw new Error('a shell without a process table has no children');
    return processes.add(argv, { ppid: pid, uid: user?.uid ?? 0 });
  }

  *#andOr({ first, rest }: AndOr, streams: Streams): Process {
    let checked = rest.length > 0 || first.negated;
    if (checked) this.#checked++;
    yield* this.#pipeline(first, streams);
    for (const [index, { operator, pipeline }] of rest.entries()) {
      if (checked && index === rest.length - 1) {
        this.#checked--;
        checked = false;
        if ((operator === '&&') !== (this.status === 0)) return;
      }
      if ((operator === '&&') === (this.status === 0)) yield* this.#pipeline(pipeline, streams);
    }
    if (checked) this.#checked--;
    else if (this.status !== 0 && this.options.has('e') && this.#checked === 0) {
      throw new ExitShell(this.status);
    }
  }

  /** A condition: its failure is an answer. */
  *condition(script: Script, streams: Streams): Process<boolean> {
    this.#checked++;
    yield* this.run(script, streams);
    this.#checked--;
    return this.status === 0;
  }

  *#pipeline({ commands, negated }: Pipeline, streams: Streams): Process {
    let { input } = streams;
    for (const [index, command] of commands.entries()) {
      const isLast = index === commands.length - 1;
      let piped = '';
      const own: Streams = isLast
        ? { ...streams, input }
        : { ...streams, input, out: (text) => (piped += text) };
      const shell = commands.length > 1 ? new Shell(this.context, this) : this;
      if (shell === this) yield* this.#command(command, own);
      else this.status = yield* shell.#commandToExit(command, own);
      input = { text: piped };
    }
    if (negated) this.status = this.status === 0 ? 1 : 0;
  }

  *#commandToExit(command: Command, streams: Streams): Process<number> {
    try {
      yield* this.#command(command, streams);
      return this.status;
    } catch (end) {
      if (end instanceof ExitShell) return end.code;
      throw end;
    }
  }

  *#call(body: Command, argv: readonly string[], streams: Streams): Process {
    const outer = this.positional;
    this.positional = argv.slice(1);
    try {
      yield* this.#command(body, streams);
    } catch (end) {
      if (!(end instanceof ReturnFromFunction)) throw end;
    } finally {
      this.positional = outer;
    }
  }

  *#command(command: Command, outer: Streams): Process {
    const redirected = yield* redirect(this, command.redirections, outer);
    if (redirected === undefined) {
      this.status = 1;
      return;
    }
    switch (command.kind) {
      case 'simple':
        return yield* this.#simple(command, redirected);
      case 'group':
        return yield* this.run(command.body, redirected);
      case 'subshell':
        this.status = yield* new Shell(this.context, this).runToExit(command.body, redirected);
        return;
      case 'while':
      case 'until':
        return yield* runLoop(this, command, redirected);
      case 'for':
        return yield* runFor(this, command, redirected);
      case 'if':
        return yield* runIf(this, command, redirected);
      case 'case':
        return yield* runCase(this, command, redirected);
      case 'function':
        this.functions.set(command.name, command.body);
        this.status = 0;
        return;
    }
  }

  *#simple(command: Extract<Command, { kind: 'simple' }>, streams: Streams): Process {
    const argv = yield* expandWords(this, command.words, streams);
    const assigned = new Map<string, string>();
    for (const { name, value } of command.assignments) {
      assigned.set(name, yield* expandWord(this, value, streams));
    }
    const [name] = argv;
    if (this.options.has('x') && name !== undefined) streams.err(`+ ${argv.join(' ')}\n`);
    if (name === undefined) {
      for (const [key, value] of assigned) this.variables.set(key, value);
      if (!command.assignments.some(({ value }) => value.some(isSubstitution))) this.status = 0;
      return;
    }
    const known = this.functions.get(name);
    if (known !== undefined) return yield* this.#call(known, argv, streams);
    if (name === 'exec' && argv.length > 1) {
      throw new ExitShell(yield* this.#inPlace(argv.slice(1), assigned, streams));
    }
    if (name === 'eval') return yield* this.run(parseScript(argv.slice(1).join(' ')), streams);
    const builtin = builtins.get(name);
    if (builtin !== undefined) {
      const result = builtin(this, argv, streams);
      this.status = typeof result === 'number' ? result : yield* result;
      return;
    }
    yield* compute(this.context, forkTime);
    this.status = yield* this.#external(argv, assigned, streams);
  }

  /** The program of a command's name; undefined for what the shell does itself. */
  #externalOf(name: string): Program | undefined {
    if (this.functions.has(name) || builtins.has(name)) return undefined;
    const base = name.replace(/^\/(?:usr\/)?s?bin\//, '');
    return base === 'sh' || base === 'ash' ? runShell : applets.get(base);
  }

  *#external(
    argv: readonly string[],
    assigned: ReadonlyMap<string, string>,
    streams: Streams,
  ): Process<number> {
    const { processes } = this.context;
    const program = this.#externalOf(argv[0] ?? '');
    if (program === undefined) {
      streams.err(`sh: ${argv[0]}: not found\n`);
      return 127;
    }
    if (processes === undefined) return yield* program(this.#child(assigned, streams, argv));
    const entry = this.#newEntry(argv);
    processes.run(entry, program(this.#child(assigned, streams, argv, entry)));
    const code = yield* processes.wait(entry);
    if (entry.killedBy === 'SIGKILL') streams.err('Killed\n');
    else if (entry.killedBy === 'SIGTERM') streams.err('Terminated\n');
    return code;
  }

  /** `exec`: the shell's process becomes another program. */
  *#inPlace(
    argv: readonly string[],
    assigned: ReadonlyMap<string, string>,
    streams: Streams,
  ): Process<number> {
    const program = this.#externalOf(argv[0] ?? '');
    if (program === undefined) {
      streams.err(`sh: exec: ${argv[0]}: not found\n`);
      return 127;
    }
    const { processes, pid = 0, signals } = this.context;
    const own = processes?.get(pid);
    if (own !== undefined) own.argv = argv;
    for (const signal of this.traps.keys()) {
      if (signal !== 'EXIT') signals.handled.delete(signal);
    }
    this.traps.clear();
    return yield* program(this.#child(assigned, streams, argv, own));
  }

  #child(
    assigned: ReadonlyMap<string, string>,
    { input, out, err }: Streams,
    argv: readonly string[],
    entry?: ProcessEntry,
  ): ProcessContext {
    const env = new Map<string, string>();
    for (const name of this.exported) env.set(name, this.variables.get(name) ?? '');
    for (const [name, value] of assigned) env.set(name, value);
    return {
      ...this.context,
      ...ownOf(this.context, entry),
      argv,
      // Only who reads its input takes it from those who come after.
      get stdin() {
        const { text } = input;
        input.text = '';
        return text;
      },
      out,
      err,
      env,
      cwd: this.cwd,
    };
  }

  /** `$( … )`: what a subshell writes, without the newlines at the end. */
  *substitute(script: Script, streams: Streams): Process<string> {
    let output = '';
    const out = (more: string): void => {
      output += more;
    };
    this.status = yield* new Shell(this.context, this).runToExit(script, { ...streams, out });
    return output.replace(/\n+$/, '');
  }

  /** A variable or special parameter; undefined when it is not set. */
  parameter(name: string): string | undefined {
    switch (name) {
      case '?':
        return String(this.status);
      case '$':
        return String(this.context.pid ?? 1);
      case '#':
        return String(this.positional.length);
      case '@':
      case '*':
        return this.positional.join(' ');
      case '0':
        return this.variables.get('0') ?? this.context.argv[0] ?? 'sh';
      default:
        return /^\d+$/.test(name) ? this.positional[Number(name) - 1] : this.variables.get(name);
    }
  }
}

const isSubstitution = ({ kind }: { readonly kind: string }): boolean => kind === 'substitution';

/** The command of an item that is nothing but one simple command. */
function simpleCommandOf({ first, rest }: AndOr) {
  const [command] = first.commands;
  const alone = rest.length === 0 && first.commands.length === 1 && !first.negated;
  return alone && command?.kind === 'simple' && command.assignments.length === 0
    ? command
    : undefined;
}

/** `sh -c SCRIPT` or `sh FILE`; without either the shell reads its standard input. */
export function* runShell(context: ProcessContext): Process<number> {
  const { argv, stdin, out, err, files } = context;
  const at = argv.findIndex((word) => /^-\w*c$/.test(word));
  const operands = argv.slice(1).filter((word) => !/^[-+]/.test(word));
  const [file] = operands;
  let source = stdin;
  if (at >= 0) source = argv[at + 1] ?? '';
  else if (file !== undefined) {
    const text = files.read(absolute(context, file));
    if (text === undefined) {
      err(`sh: can't open '${file}': No such file or directory\n`);
      return 2;
    }
    source = text;
  }
  let script: Script;
  try {
    script = parseScript(source);
  } catch (error) {
    if (!(error instanceof ShellSyntaxError)) throw error;
    err(`sh: ${error.message}\n`);
    return 2;
  }
  const shell = new Shell({ ...context, stdin: '' });
  const words = at >= 0 ? argv.slice(at + 2) : operands;
  if (words[0] !== undefined) shell.variables.set('0', words[0]);
  shell.positional = words.slice(1);
  for (const word of argv.slice(1, at < 0 ? 1 : at + 1)) {
    if (/^-\w+$/.test(word)) for (const letter of word.slice(1)) shell.options.add(letter);
  }
  const input = { text: at < 0 && file === undefined ? '' : stdin };
  return yield* shell.runToExit(script, { input, out, err }, at >= 0);
}

/** What a process of its own has instead of its shell's: signals, number, memory. */
function ownOf(
  { allocateFor }: ProcessContext,
  entry: ProcessEntry | undefined,
): Partial<ProcessContext> {
  if (entry === undefined) return {};
  const own = { signals: entry.signals, pid: entry.pid };
  if (allocateFor === undefined) return own;
  return { ...own, allocate: (bytes) => allocateFor(entry, bytes) };
}

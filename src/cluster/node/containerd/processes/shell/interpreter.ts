/**
 * Runs a parsed script under the virtual clock.
 *
 * A subset of busybox ash: every external command is a process of its own, `&` runs beside, and so
 * does a pipeline's command that may go on for long (pipeline.ts). Traps are looked at between
 * commands, as a shell does while a child runs in the foreground.
 */

import type { Process } from '#sim/simulation';
import { appletsWith } from '../applets/applets.ts';
import { BrokenPipe, brokenPipeExitCode } from '../broken-pipe.ts';
import type { ProcessEntry } from '../process-table.ts';
import { absolute, compute, type ProcessContext, type Program } from '../program.ts';
import { builtins, sayKilled } from './builtins.ts';
import { forkTime, runCase, runFor, runIf, runLoop } from './compound.ts';
import { ExitShell, ReturnFromFunction } from './exits.ts';
import { expandWord, expandWords } from './expand.ts';
import { Input } from './input.ts';
import { parseScript } from './parser.ts';
import { runOnPipe, runPipeline } from './pipeline.ts';
import { quotedIfNeeded } from './quote.ts';
import { redirect } from './redirect.ts';
import { reasonNotRun, scriptAt } from './scripts.ts';
import { ShellState, type Streams } from './state.ts';
import {
  type AndOr,
  type Command,
  type Pipeline,
  type Script,
  ShellSyntaxError,
} from './syntax.ts';

type SimpleCommand = Extract<Command, { kind: 'simple' }>;

/** What busybox's shell does without a process of its own. */
const ownWork = new Set(['echo', 'printf', 'test', '[', '[[', 'kill']);
const nameOf = ([word = '']: readonly string[]): string => word.replace(/^.*\//, '');

export class Shell extends ShellState {
  #inTrap = false;
  /** Where a failure does not end the shell although `set -e` is on. */
  #checked = 0;

  /** A subshell. */
  child(): Shell {
    return new Shell(this.context, this);
  }

  /** Whether there is such a program. */
  knows(name: string): boolean {
    return this.#externalOf(name) !== undefined;
  }

  /** Runs a script to its end or to `exit`, then the EXIT trap. */
  *runToExit(script: Script, streams: Streams, replaces = false): Process<number> {
    let code = yield* this.#untilExit(script, streams, undefined, replaces);
    const last = this.traps.get('EXIT');
    if (last !== undefined) {
      this.traps.delete('EXIT');
      this.status = code;
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
      this.complain(streams, end.message);
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
      const { status } = this;
      yield* this.run(parseScript(action), streams);
      this.status = status;
      this.#inTrap = false;
    }
  }

  /** A shell of its own beside this one; a simple command takes its place at once. */
  *#inBackground(item: AndOr, streams: Streams): Process {
    const { processes, sim } = this.context;
    this.status = 0;
    const script = [{ ...item, background: false }];
    const own = { ...streams, input: new Input() };
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
  *#become(command: SimpleCommand, outer: Streams): Process {
    this.line = this.firstLine + command.line;
    const streams = yield* redirect(this, command.redirections, outer);
    if (streams === undefined) throw new ExitShell(1);
    const argv = yield* expandWords(this, command.words, streams);
    if (argv[0] === undefined || this.#externalOf(argv[0]) === undefined) {
      return yield* this.#simple(command, streams);
    }
    this.#trace(argv, new Map(), streams);
    yield* compute(this.context, forkTime);
    throw new ExitShell(yield* this.#inPlace(argv, new Map(), streams));
  }

  #newEntry(argv: readonly string[]): ProcessEntry {
    if (this.context.canFork?.() === false) {
      this.complain(this.context, "can't fork: Resource temporarily unavailable");
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
    const [only] = commands;
    if (commands.length === 1 && only !== undefined) yield* this.#command(only, streams);
    else this.status = yield* runPipeline(this, commands, streams);
    if (negated) this.status = this.status === 0 ? 1 : 0;
  }

  *commandToExit(command: Command, streams: Streams): Process<number> {
    try {
      yield* this.#command(command, streams);
      return this.status;
    } catch (end) {
      if (end instanceof ExitShell) return end.code;
      if (end instanceof BrokenPipe) return brokenPipeExitCode;
      throw end;
    }
  }

  *#call(body: Command, argv: readonly string[], streams: Streams): Process {
    const outer = this.positional;
    this.enterFunction(argv.slice(1));
    try {
      yield* this.#command(body, streams);
    } catch (end) {
      if (!(end instanceof ReturnFromFunction)) throw end;
    } finally {
      this.leaveFunction(outer);
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
        yield* this.#simple(command, redirected);
        // `exec > FILE`: from here on.
        if (isBareExec(command)) Object.assign(outer, redirected);
        return;
      case 'group':
        return yield* this.run(command.body, redirected);
      case 'subshell':
        this.status = yield* this.child().runToExit(command.body, { ...redirected });
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

  *#simple(command: SimpleCommand, streams: Streams): Process {
    this.line = this.firstLine + command.line;
    const argv = yield* expandWords(this, command.words, streams);
    const assigned = new Map<string, string>();
    for (const { name, value } of command.assignments) {
      assigned.set(name, yield* expandWord(this, value, streams));
    }
    this.#trace(argv, assigned, streams);
    const [name] = argv;
    if (name === undefined) {
      for (const [key, value] of assigned) this.assign(key, value);
      if (!command.assignments.some(({ value }) => value.some(isSubstitution))) this.status = 0;
      return;
    }
    const known = this.functions.get(name);
    if (known !== undefined) return yield* this.#call(known, argv, streams);
    if (name === 'command' && argv.length > 1) return yield* this.#plain(argv, streams);
    yield* this.#run(argv, assigned, streams);
  }

  /** `set -x`. */
  #trace(argv: readonly string[], assigned: ReadonlyMap<string, string>, { err }: Streams): void {
    if (!this.options.has('x')) return;
    const values = [...assigned].map(([name, value]) => `${name}=${quotedIfNeeded(value)}`);
    err(`+ ${[...values, ...argv.map(quotedIfNeeded)].join(' ')}\n`);
  }

  /** What is no function. */
  *#run(argv: readonly string[], assigned: ReadonlyMap<string, string>, streams: Streams): Process {
    const [name = ''] = argv;
    if (name === 'exec') {
      this.status = 0;
      if (argv.length === 1) return;
      throw new ExitShell(yield* this.#inPlace(argv.slice(1), assigned, streams));
    }
    if (name === 'eval') return yield* this.run(parseScript(argv.slice(1).join(' ')), streams);
    if (name === '.' || name === 'source') return yield* this.#source(argv, streams);
    const builtin = builtins.get(name);
    if (builtin !== undefined) {
      const result = builtin(this, argv, streams);
      this.status = typeof result === 'number' ? result : yield* result;
      return;
    }
    yield* compute(this.context, forkTime);
    const words = name === 'kill' ? argv.map((word) => jobNumber(this.jobs, word)) : argv;
    this.status = yield* this.#external(words, assigned, streams);
  }

  /** `command NAME …` without functions; `-v` only tells what it is. */
  *#plain(argv: readonly string[], streams: Streams): Process {
    if (argv[1] !== '-v') return yield* this.#run(argv.slice(1), new Map(), streams);
    const [, , name = ''] = argv;
    const found = this.functions.has(name) || builtins.has(name) || this.knows(name);
    this.status = found ? 0 : 127;
    if (found) streams.out(`${name}\n`);
  }

  /** `. FILE`: runs a script in this shell. */
  *#source([name, file = '']: readonly string[], streams: Streams): Process {
    const text = this.context.files.read(absolute({ ...this.context, cwd: this.cwd }, file));
    if (text === undefined) {
      this.complain(streams, `can't open '${file}': No such file or directory`, name);
      throw new ExitShell(2);
    }
    const [script, firstLine] = [this.script, this.firstLine];
    this.script = file;
    this.firstLine = 1;
    yield* this.run(parseScript(text), streams);
    this.script = script;
    this.firstLine = firstLine;
  }

  /** The program of a command's name; undefined for what the shell does itself. */
  #externalOf(name: string): Program | undefined {
    if (this.functions.has(name) || builtins.has(name)) return undefined;
    const base = name.replace(/^\/(?:usr\/)?s?bin\//, '');
    if (base === 'sh' || base === 'ash') return runShell;
    return applets.get(base) ?? scriptAt(this.context, this.cwd, name, runShell);
  }

  *#external(
    argv: readonly string[],
    assigned: ReadonlyMap<string, string>,
    streams: Streams,
  ): Process<number> {
    const program = this.#externalOf(argv[0] ?? '');
    if (program === undefined) return this.#notRun(argv[0] ?? '', streams);
    const name = nameOf(argv);
    const { processes } = this.context;
    const { input } = streams;
    const entry = processes === undefined ? undefined : this.#newEntry(argv);
    const run = (words: readonly string[], from: Input): Process<number> =>
      program(this.#child(assigned, { ...streams, input: from }, words, entry));
    const work = input.isOpen ? runOnPipe(name, argv, input, run) : run(argv, input);
    if (processes === undefined || entry === undefined) return yield* work;
    processes.run(entry, work);
    const code = yield* processes.wait(entry);
    sayKilled(entry, streams);
    // The shell itself writes these: the signal ends it.
    if (code === brokenPipeExitCode && ownWork.has(name)) throw new BrokenPipe();
    return code;
  }

  /** Why there is no such program to run, and the exit code of that. */
  #notRun(name: string, streams: Streams, builtin?: string): number {
    const { code, why } = reasonNotRun(this.context, this.cwd, name);
    if (builtin === undefined) this.complain(streams, `${name}: ${why}`);
    else this.complain(streams, `${name}: ${why}`, builtin);
    return code;
  }

  /** `exec`: the shell's process becomes another program. */
  *#inPlace(
    argv: readonly string[],
    assigned: ReadonlyMap<string, string>,
    streams: Streams,
  ): Process<number> {
    const program = this.#externalOf(argv[0] ?? '');
    if (program === undefined) return this.#notRun(argv[0] ?? '', streams, 'exec');
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
      ...(ownWork.has(nameOf(argv)) ? { applet: nameOf([this.context.argv[0] ?? 'sh']) } : {}),
      argv,
      // Only who reads its input takes it from those who come after.
      get stdin() {
        return input.take();
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
}

/** `%1` as the number of its process. */
const jobNumber = (jobs: readonly ProcessEntry[], word: string): string =>
  /^%\d+$/.test(word) ? String(jobs[Number(word.slice(1)) - 1]?.pid ?? word) : word;

const isBareExec = ({ words }: SimpleCommand): boolean =>
  words.length === 1 &&
  words[0]?.length === 1 &&
  words[0][0]?.kind === 'text' &&
  words[0][0].text === 'exec';

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
  const { argv, stdin, out, err } = context;
  const at = argv.findIndex((word) => /^-\w*c$/.test(word));
  const operands = argv.slice(1).filter((word) => !/^[-+]/.test(word));
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
  const shell = new Shell({ ...context, stdin: '' }, undefined, named);
  shell.positional = words.slice(1);
  shell.line = at >= 0 ? 0 : 1;
  shell.firstLine = shell.line;
  for (const word of argv.slice(1, at < 0 ? undefined : at + 1)) {
    if (!/^-\w+$/.test(word)) break;
    for (const letter of word.slice(1)) if (letter !== 'c') shell.options.add(letter);
  }
  shell.variables.set('PWD', shell.cwd);
  shell.exported.add('PWD');
  shell.variables.set('SHLVL', String(Number(context.env.get('SHLVL') ?? 0) + 1));
  shell.exported.add('SHLVL');
  let parsed: Script;
  try {
    parsed = parseScript(source);
  } catch (error) {
    if (!(error instanceof ShellSyntaxError)) throw error;
    shell.complain({ err }, error.message);
    return 2;
  }
  const input = new Input(at < 0 && file === undefined ? '' : stdin);
  return yield* shell.runToExit(parsed, { input, out, err }, at >= 0);
}

/** The programs of a busybox image by name. */
export const applets = appletsWith(runShell);

const scriptOf = (context: ProcessContext, file: string): string | undefined =>
  context.files.read(absolute(context, file));

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

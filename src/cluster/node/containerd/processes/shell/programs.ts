/**
 * The programs that a shell starts: which one a name means, and how it runs as a process of its
 * own, beside the shell, or in its place.
 */
import type { Process } from '#sim/simulation';
import { runOnInput } from '../live-input.ts';
import type { ProcessEntry } from '../process-table.ts';
import type { ProcessContext, Program } from '../program.ts';
import type { SignalName } from '../signals.ts';
import { BrokenPipe, brokenPipeExitCode } from '../signals.ts';
import { ExitShell } from './exits.ts';
import { Input } from './input.ts';
import { runOnPipe } from './pipeline.ts';
import { reasonNotRun, scriptAt } from './scripts.ts';
import type { ShellState, Streams } from './state.ts';

/** Commands that busybox's shell runs without a process of their own. */
const ownWork = new Set(['echo', 'printf', 'test', '[', '[[', 'kill']);
const nameOf = ([word = '']: readonly string[]): string => word.replace(/^.*\//, '');

/** The programs of an image, with the shell that runs its scripts. */
export interface ImagePrograms {
  readonly shell: Program;
  readonly applets: ReadonlyMap<string, Program>;
}

export class ShellPrograms {
  readonly #state: ShellState;
  readonly #image: ImagePrograms;
  /** The shell's builtins. */
  readonly #builtins: { has(name: string): boolean };

  constructor(state: ShellState, image: ImagePrograms, builtins: { has(name: string): boolean }) {
    this.#state = state;
    this.#image = image;
    this.#builtins = builtins;
  }

  /** The program of a command's name; undefined for a builtin. */
  find(name: string): Program | undefined {
    if (this.#state.functions.has(name) || this.#builtins.has(name)) return undefined;
    const { shell, applets } = this.#image;
    const base = name.replace(/^\/(?:usr\/)?s?bin\//, '');
    if (base === 'sh' || base === 'ash') return shell;
    return applets.get(base) ?? scriptAt(this.#state.context, this.#state.cwd, name, shell);
  }

  /** Runs a program as a process of its own and waits for it. */
  *run(
    argv: readonly string[],
    assigned: ReadonlyMap<string, string>,
    streams: Streams,
  ): Process<number> {
    const program = this.find(argv[0] ?? '');
    if (program === undefined) return this.#notRun(argv[0] ?? '', streams);
    const name = nameOf(argv);
    const { processes } = this.#state.context;
    const { input } = streams;
    const entry = processes === undefined ? undefined : this.newEntry(argv);
    const run = (words: readonly string[], from: Input): Process<number> =>
      program(this.contextOf(assigned, { ...streams, input: from }, words, entry));
    const work = input.isLive
      ? this.#onLive(program, argv, assigned, streams, entry)
      : input.isOpen
        ? runOnPipe(name, argv, input, run)
        : run(argv, input);
    if (processes === undefined || entry === undefined) return yield* work;
    processes.run(entry, work);
    const code = yield* processes.wait(entry);
    printKilled(entry, streams);
    // The shell itself writes these messages, so SIGPIPE ends the shell.
    if (code === brokenPipeExitCode && ownWork.has(name)) throw new BrokenPipe();
    return code;
  }

  /** Runs a program that shares the shell's input, to which somebody still writes. */
  #onLive(
    program: Program,
    argv: readonly string[],
    assigned: ReadonlyMap<string, string>,
    streams: Streams,
    entry: ProcessEntry | undefined,
  ): Process<number> {
    const none = { ...streams, input: new Input() };
    const context = this.contextOf(assigned, none, argv, entry);
    // What is written to a pipe or a file does not see a terminal.
    const { terminal, out } = this.#state.context;
    const shown = streams.out === out ? terminal : undefined;
    return runOnInput(program, context, streams.input, shown);
  }

  /** Why the program cannot be run, and the exit code for it. */
  #notRun(name: string, streams: Streams, builtin?: string): number {
    const { code, why } = reasonNotRun(this.#state.context, this.#state.cwd, name);
    if (builtin === undefined) this.#state.complain(streams, `${name}: ${why}`);
    else this.#state.complain(streams, `${name}: ${why}`, builtin);
    return code;
  }

  /** `exec`: the shell's process becomes another program. */
  *replace(
    argv: readonly string[],
    assigned: ReadonlyMap<string, string>,
    streams: Streams,
  ): Process<number> {
    const program = this.find(argv[0] ?? '');
    if (program === undefined) return this.#notRun(argv[0] ?? '', streams, 'exec');
    const { processes, pid = 0, signals } = this.#state.context;
    const own = processes?.get(pid);
    if (own !== undefined) own.argv = argv;
    for (const signal of this.#state.traps.keys()) {
      if (signal !== 'EXIT') signals.handled.delete(signal);
    }
    this.#state.traps.clear();
    if (streams.input.isLive) return yield* this.#onLive(program, argv, assigned, streams, own);
    return yield* program(this.contextOf(assigned, streams, argv, own));
  }

  /** A new process in the table, not running yet. */
  newEntry(argv: readonly string[]): ProcessEntry {
    if (this.#state.context.canFork?.() === false) {
      this.#state.complain(this.#state.context, "can't fork: Resource temporarily unavailable");
      throw new ExitShell(2);
    }
    const { processes, pid = 0, user } = this.#state.context;
    if (processes === undefined) throw new Error('a shell without a process table has no children');
    return processes.add(argv, { ppid: pid, uid: user?.uid ?? 0 });
  }

  #envOf(assigned: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const env = new Map<string, string>();
    for (const name of this.#state.exported) env.set(name, this.#state.variables.get(name) ?? '');
    for (const [name, value] of assigned) env.set(name, value);
    return env;
  }

  /** What a program gets: of the shell's own, and what the command adds. */
  contextOf(
    assigned: ReadonlyMap<string, string>,
    { input, out, err }: Streams,
    argv: readonly string[],
    entry?: ProcessEntry,
  ): ProcessContext {
    const isOwnWork = ownWork.has(nameOf(argv));
    // What the shell does itself reads no variables.
    const env = isOwnWork ? noVariables : this.#envOf(assigned);
    const { work } = this.#state;
    const outer = this.#state.context;
    // One object that is changed: a spread of parts that may be empty is many times as slow.
    const context: Mutable<ProcessContext> = {
      ...outer,
      input: undefined,
      terminal: undefined,
      kept: undefined,
      leave: undefined,
      argv,
      depth: this.#state.depth + 1,
      // Only a program that reads its input takes it away from later ones.
      readStdin: () => {
        const text = input.take();
        work.text(text.length);
        return text;
      },
      stdin: input,
      out: (text) => {
        work.text(text.length);
        out(text);
      },
      work,
      err,
      env,
      cwd: this.#state.cwd,
    };
    if (outer.regexp !== undefined) context.regexp = work.counted(outer.regexp);
    if (entry !== undefined) makeOwn(context, entry);
    if (isOwnWork) context.applet = nameOf([outer.argv[0] ?? 'sh']);
    return context;
  }
}

const noVariables: ReadonlyMap<string, string> = new Map();

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

const deaths: Partial<Record<SignalName, string>> = {
  SIGHUP: 'Hangup',
  SIGKILL: 'Killed',
  SIGTERM: 'Terminated',
  SIGQUIT: 'Quit',
};

/** The shell's message about a process that a signal ended. */
export function printKilled(entry: ProcessEntry, { err }: Streams): void {
  const text = deathOf(entry);
  if (text !== undefined) err(`${text}\n`);
}

/** `Terminated`: how the shell calls the end of a process by a signal. */
export const deathOf = ({ killedBy }: ProcessEntry): string | undefined =>
  killedBy === undefined ? undefined : deaths[killedBy];

/** Gives a separate process what it does not share with its shell: signals, process id, memory. */
function makeOwn(context: Mutable<ProcessContext>, entry: ProcessEntry): void {
  const { allocateFor } = context;
  context.signals = entry.signals;
  context.pid = entry.pid;
  if (allocateFor !== undefined) context.allocate = (bytes) => allocateFor(entry, bytes);
}

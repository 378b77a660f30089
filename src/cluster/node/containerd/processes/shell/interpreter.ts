/**
 * Runs a parsed script under the virtual clock.
 *
 * A subset of busybox ash: every external command is a process of its own, `&` runs beside, and so
 * does a pipeline's command that may go on for long (pipeline.ts). Traps run between commands, as
 * in a real shell that waits for a foreground child.
 */

import { ok } from '#base/result';
import type { Process } from '#sim/simulation';
import { mostInVariable, outputBound } from '../bounds.ts';
import { absolute, timeOnCpu } from '../program.ts';
import { BrokenPipe, brokenPipeExitCode } from '../signals.ts';
import { unaliased } from './aliases.ts';
import { builtins } from './builtins.ts';
import { forkTime, runCase, runFor, runIf, runLoop } from './compound.ts';
import { BecomesProgram, ExitShell, LoopControl, ReturnFromFunction, replacedBy } from './exits.ts';
import { expandWord, expandWords } from './expand.ts';
import { Input } from './input.ts';
import { withJob, withProcessIds } from './jobs.ts';
import { parseScript } from './parser.ts';
import { runPipeline } from './pipeline.ts';
import { type ImagePrograms, ShellPrograms } from './programs.ts';
import { quotedIfNeeded } from './quote.ts';
import { redirect } from './redirect.ts';
import type { Shell } from './shell.ts';
import { ShellState, type Streams } from './state.ts';
import {
  type AndOr,
  type Command,
  type Pipeline,
  type Script,
  ShellSyntaxError,
} from './syntax.ts';

type SimpleCommand = Extract<Command, { kind: 'simple' }>;

/** The variables that a command sets for itself. */
type Assigned = ReadonlyMap<string, string>;

const nothingAssigned: Assigned = new Map();

export class Interpreter implements Shell {
  readonly state: ShellState;
  readonly #image: ImagePrograms;
  readonly #programs: ShellPrograms;
  #inTrap = false;
  /** Contexts in which a failure does not end the shell although `set -e` is on. */
  #checked = 0;

  constructor(state: ShellState, image: ImagePrograms) {
    this.state = state;
    this.#image = image;
    this.#programs = new ShellPrograms(state, image, builtins);
  }

  child(context = this.state.context): Interpreter {
    const state = new ShellState(context, this.state);
    state.fork();
    return new Interpreter(state, this.#image);
  }

  knows(name: string): boolean {
    return this.#programs.find(name) !== undefined;
  }

  /** Runs a script to its end or to `exit`, then the EXIT trap. */
  *runToExit(script: Script, streams: Streams, replaces = false): Process<number> {
    let code = yield* this.#untilExit(() => script, streams, undefined, replaces);
    const last = this.state.traps.get('EXIT');
    if (last !== undefined) {
      this.state.traps.delete('EXIT');
      this.state.status = code;
      code = yield* this.#untilExit(() => parseScript(last), streams, code);
    }
    return code;
  }

  /** With `otherwise` only `exit` changes the exit code: neither a command nor an error does. */
  *#untilExit(
    script: () => Script,
    streams: Streams,
    otherwise?: number,
    replaces = false,
  ): Process<number> {
    try {
      const replaced = yield* replacedBy(this.run(script(), streams, replaces));
      return replaced ?? otherwise ?? this.state.status;
    } catch (end) {
      return this.#codeAt(end, streams, otherwise);
    }
  }

  /** The exit code of a shell, a subshell or a pipeline's command that something thrown ended. */
  #codeAt(end: unknown, streams: Streams, otherwise?: number): number {
    if (end instanceof ExitShell) return end.code;
    // A subshell in a loop or a function ends alone: what is around it goes on.
    if (end instanceof ReturnFromFunction || end instanceof LoopControl) return this.state.status;
    if (!(end instanceof ShellSyntaxError)) throw end;
    this.state.complain(streams, end.message);
    return otherwise ?? 2;
  }

  /** With `last` the shell's process becomes the last command, as after `sh -c`. */
  *run(script: Script, streams: Streams, last = false): Process {
    const { work, context } = this.state;
    const end = last ? script.at(-1) : undefined;
    for (const item of script) {
      // Each generator on the way to a command costs time at each of its pauses.
      const alone = commandAlone(item);
      if (item.background) yield* this.#inBackground(item, streams);
      else if (alone === undefined) yield* this.#andOr(item, streams);
      else if (item === end && isPlain(alone) && this.state.traps.size === 0) {
        yield* this.#become(alone, streams);
      } else {
        yield* this.#command(alone, streams);
        this.#endIfFailed();
      }
      // What the last commands worked, in virtual time.
      work.command();
      const time = work.take();
      if (time > 0) yield timeOnCpu(context, time);
      if (context.signals.peek() !== undefined) yield* this.#runTraps(streams);
    }
  }

  /** Signals that came while a foreground command ran. */
  *#runTraps(streams: Streams): Process {
    if (this.#inTrap) return;
    for (;;) {
      const signal = this.state.context.signals.take();
      if (signal === undefined) return;
      const action = this.state.traps.get(signal);
      if (action === undefined) continue;
      this.#inTrap = true;
      const { status } = this.state;
      yield* this.run(parseScript(action), streams);
      this.state.status = status;
      this.#inTrap = false;
    }
  }

  /** Starts a subshell beside this shell; a simple command replaces it at once. */
  *#inBackground(item: AndOr, streams: Streams): Process {
    const { processes, sim } = this.state.context;
    this.state.status = 0;
    const script = [{ ...item, background: false }];
    const own = { ...streams, input: new Input() };
    if (processes === undefined) {
      const child = this.child();
      sim.spawn('background job', child.runToExit(script, own));
      return;
    }
    const alone = commandAlone(item);
    const simple = alone !== undefined && isPlain(alone) ? alone : undefined;
    const words = simple && (yield* expandWords(this, simple.words, streams));
    const program = words && this.#programs.find(words[0] ?? '');
    const entry = this.#programs.newEntry(
      program === undefined ? this.state.context.argv : (words ?? []),
    );
    const context = { ...this.state.context, signals: entry.signals, pid: entry.pid };
    if (program === undefined) {
      processes.run(entry, this.child(context).runToExit(script, own));
    } else {
      const redirected = yield* redirect(this, simple?.redirections ?? [], own);
      if (redirected === undefined) return;
      processes.run(
        entry,
        program(this.#programs.contextOf(nothingAssigned, redirected, entry.argv, entry)),
      );
    }
    this.state.jobs = withJob(this.state.jobs, entry);
    this.state.variables.set('!', String(entry.pid));
  }

  /** Runs a simple command in the shell's own process if it is a program. */
  *#become(written: SimpleCommand, outer: Streams): Process {
    const command = unaliased(this.state, written);
    this.state.line = this.state.firstLine + command.line;
    const streams = yield* redirect(this, command.redirections, outer);
    if (streams === undefined) throw new ExitShell(1);
    const argv = yield* expandWords(this, command.words, streams);
    if (argv[0] === undefined || this.#programs.find(argv[0]) === undefined) {
      return yield* this.#simple(command, streams);
    }
    this.#trace(argv, nothingAssigned, streams);
    yield timeOnCpu(this.state.context, forkTime);
    throw new BecomesProgram(this.#programs.replace(argv, nothingAssigned, streams));
  }

  *#andOr({ first, rest }: AndOr, streams: Streams): Process {
    let checked = rest.length > 0 || first.negated;
    if (checked) this.#checked++;
    yield* this.#pipeline(first, streams);
    for (const [index, { operator, pipeline }] of rest.entries()) {
      if (checked && index === rest.length - 1) {
        this.#checked--;
        checked = false;
        if ((operator === '&&') !== (this.state.status === 0)) return;
      }
      if ((operator === '&&') === (this.state.status === 0))
        yield* this.#pipeline(pipeline, streams);
    }
    if (checked) this.#checked--;
    else this.#endIfFailed();
  }

  /** `set -e`. */
  #endIfFailed(): void {
    const { status, options } = this.state;
    if (status !== 0 && options.has('e') && this.#checked === 0) throw new ExitShell(status);
  }

  *condition(script: Script, streams: Streams): Process<boolean> {
    this.#checked++;
    yield* this.run(script, streams);
    this.#checked--;
    return this.state.status === 0;
  }

  *#pipeline({ commands, negated }: Pipeline, streams: Streams): Process {
    const [only] = commands;
    if (only !== undefined && commands.length === 1) yield* this.#command(only, streams);
    else this.state.status = yield* runPipeline(this, commands, streams);
    if (negated) this.state.status = this.state.status === 0 ? 1 : 0;
  }

  *commandToExit(command: Command, streams: Streams): Process<number> {
    try {
      const replaced = yield* replacedBy(this.#command(command, streams));
      return replaced ?? this.state.status;
    } catch (end) {
      if (end instanceof BrokenPipe) return brokenPipeExitCode;
      return this.#codeAt(end, streams);
    }
  }

  *#call(body: Command, argv: readonly string[], streams: Streams): Process {
    const outer = this.state.positional;
    this.state.goDeeper();
    this.state.enterFunction(argv.slice(1));
    try {
      yield* this.#command(body, streams);
    } catch (end) {
      if (!(end instanceof ReturnFromFunction)) throw end;
    } finally {
      this.state.depth--;
      this.state.leaveFunction(outer);
    }
  }

  #command(command: Command, streams: Streams): Process {
    if (command.redirections.length > 0) return this.#redirected(command, streams);
    return this.#inStreams(command, streams);
  }

  *#redirected(command: Command, outer: Streams): Process {
    const streams = yield* redirect(this, command.redirections, outer);
    if (streams === undefined) {
      this.state.status = 1;
      return;
    }
    yield* this.#inStreams(command, streams);
    // `exec > FILE`: redirects the shell itself from here on.
    if (command.kind === 'simple' && isBareExec(command)) Object.assign(outer, streams);
  }

  #inStreams(command: Command, streams: Streams): Process {
    switch (command.kind) {
      case 'simple':
        return this.#simple(command, streams);
      case 'group':
        return this.run(command.body, streams);
      case 'subshell':
        return this.#subshell(command.body, streams);
      case 'while':
      case 'until':
        return runLoop(this, command, streams);
      case 'for':
        return runFor(this, command, streams);
      case 'if':
        return runIf(this, command, streams);
      case 'case':
        return runCase(this, command, streams);
      case 'function':
        return this.#define(command.name, command.body);
    }
  }

  *#subshell(body: Script, streams: Streams): Process {
    this.state.status = yield* this.child().runToExit(body, { ...streams });
  }

  *#define(name: string, body: Command): Process {
    this.state.functions.set(name, body);
    this.state.status = 0;
  }

  *#simple(written: SimpleCommand, streams: Streams): Process {
    const command = unaliased(this.state, written);
    this.state.line = this.state.firstLine + command.line;
    const argv = yield* expandWords(this, command.words, streams);
    const assigned = isPlain(command) ? nothingAssigned : yield* this.#assigned(command, streams);
    this.#trace(argv, assigned, streams);
    const [name] = argv;
    if (name === undefined) {
      for (const [key, value] of assigned) this.state.assign(key, value);
      if (!command.assignments.some(({ value }) => value.some(isSubstitution)))
        this.state.status = 0;
      return;
    }
    const known = this.state.functions.get(name);
    if (known !== undefined) return yield* this.#call(known, argv, streams);
    if (name === 'command' && argv.length > 1) return yield* this.#plain(argv, streams);
    yield* this.#run(argv, assigned, streams);
  }

  *#assigned({ assignments }: SimpleCommand, streams: Streams): Process<Assigned> {
    const assigned = new Map<string, string>();
    for (const { name, value } of assignments) {
      assigned.set(name, yield* expandWord(this, value, streams));
    }
    return assigned;
  }

  /** `set -x`. */
  #trace(argv: readonly string[], assigned: Assigned, { err }: Streams): void {
    if (!this.state.options.has('x')) return;
    const values = [...assigned].map(([name, value]) => `${name}=${quotedIfNeeded(value)}`);
    err(`+ ${[...values, ...argv.map(quotedIfNeeded)].join(' ')}\n`);
  }

  /** Runs a command that is not a function. */
  *#run(argv: readonly string[], assigned: Assigned, streams: Streams): Process {
    const [name = ''] = argv;
    if (name === 'exec') {
      this.state.status = 0;
      if (argv.length === 1) return;
      throw new BecomesProgram(this.#programs.replace(argv.slice(1), assigned, streams));
    }
    if (name === 'eval') {
      this.state.goDeeper();
      yield* this.run(parseScript(argv.slice(1).join(' ')), streams);
      this.state.depth--;
      return;
    }
    if (name === '.' || name === 'source') return yield* this.#source(argv, streams);
    const builtin = builtins.get(name);
    if (builtin !== undefined) {
      const result = builtin(this, argv, streams);
      this.state.status = typeof result === 'number' ? result : yield* result;
      return;
    }
    yield timeOnCpu(this.state.context, forkTime);
    const words = name === 'kill' ? withProcessIds(this.state, argv) : ok(argv);
    if (words.ok) this.state.status = yield* this.#programs.run(words.value, assigned, streams);
    else {
      this.state.complain(streams, words.error, name);
      this.state.status = 2;
    }
  }

  /** `command NAME …` ignores functions; `-v` only prints what the name is. */
  *#plain(argv: readonly string[], streams: Streams): Process {
    if (argv[1] !== '-v') return yield* this.#run(argv.slice(1), nothingAssigned, streams);
    const [, , name = ''] = argv;
    const found = this.state.functions.has(name) || builtins.has(name) || this.knows(name);
    this.state.status = found ? 0 : 127;
    if (found) streams.out(`${name}\n`);
  }

  /** `. FILE`: runs a script in this shell. */
  *#source([name, file = '']: readonly string[], streams: Streams): Process {
    const text = this.state.context.files.read(
      absolute({ ...this.state.context, cwd: this.state.cwd }, file),
    );
    if (text === undefined) {
      this.state.complain(streams, `can't open '${file}': No such file or directory`, name);
      throw new ExitShell(2);
    }
    const [script, firstLine] = [this.state.script, this.state.firstLine];
    this.state.script = file;
    this.state.firstLine = 1;
    this.state.goDeeper();
    yield* this.run(parseScript(text), streams);
    this.state.depth--;
    this.state.script = script;
    this.state.firstLine = firstLine;
  }

  *substitute(script: Script, streams: Streams): Process<string> {
    let output = '';
    const take = (more: string): void => {
      output += more;
    };
    const out = outputBound(take, streams.err, mostInVariable);
    try {
      this.state.status = yield* this.child().runToExit(script, { ...streams, out });
    } catch (end) {
      if (!(end instanceof BrokenPipe)) throw end;
      this.state.status = brokenPipeExitCode;
    }
    return output.replace(/\n+$/, '');
  }
}

const isBareExec = ({ words }: SimpleCommand): boolean =>
  words.length === 1 &&
  words[0]?.length === 1 &&
  words[0][0]?.kind === 'text' &&
  words[0][0].text === 'exec';

const isSubstitution = ({ kind }: { readonly kind: string }): boolean => kind === 'substitution';

/** The command of an item that is neither negated nor joined with others. */
function commandAlone({ first, rest }: AndOr): Command | undefined {
  const isAlone = rest.length === 0 && first.commands.length === 1 && !first.negated;
  return isAlone ? first.commands[0] : undefined;
}

/** Whether it is a simple command that sets no variable. */
const isPlain = (command: Command): command is SimpleCommand =>
  command.kind === 'simple' && command.assignments.length === 0;

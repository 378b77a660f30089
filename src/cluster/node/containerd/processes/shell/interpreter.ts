/**
 * Runs a parsed script under the virtual clock.
 *
 * A subset of busybox ash: every applet runs in the shell's own process, a pipeline's commands run
 * one after the other, `&` runs beside. Traps are looked at between commands, as a shell does
 * while a child runs in the foreground.
 */

import { microsecond } from '#base/sim-time';
import { type Process, sleep } from '#sim/simulation';
import { applets } from '../applets/applets.ts';
import { absolute, type ProcessContext, type SignalName } from '../program.ts';
import { builtins, ExitShell, LoopControl } from './builtins.ts';
import { parseScript } from './parser.ts';
import type { AndOr, Command, Pipeline, Redirection, Script, Word } from './syntax.ts';

/** Starting a command costs this much. */
const forkTime = 400 * microsecond;

/** Where a command reads from and writes to. */
export interface Streams {
  readonly stdin: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

export class Shell {
  readonly context: ProcessContext;
  readonly variables: Map<string, string>;
  readonly exported: Set<string>;
  readonly traps = new Map<SignalName | 'EXIT', string>();
  cwd: string;
  status = 0;
  #inTrap = false;

  constructor(context: ProcessContext, parent?: Shell) {
    this.context = context;
    this.variables = new Map(parent?.variables ?? context.env);
    this.exported = new Set(parent?.exported ?? context.env.keys());
    this.cwd = parent?.cwd ?? context.cwd;
    this.status = parent?.status ?? 0;
  }

  /** Runs a script to its end or to `exit`, then the EXIT trap. */
  *runToExit(script: Script, streams: Streams): Process<number> {
    let code = yield* this.#untilExit(script, streams);
    const last = this.traps.get('EXIT');
    if (last !== undefined) {
      this.traps.delete('EXIT');
      code = yield* this.#untilExit(parseScript(last), streams, code);
    }
    return code;
  }

  *#untilExit(script: Script, streams: Streams, otherwise?: number): Process<number> {
    try {
      yield* this.run(script, streams);
      return otherwise ?? this.status;
    } catch (end) {
      if (end instanceof ExitShell) return end.code;
      throw end;
    }
  }

  *run(script: Script, streams: Streams): Process {
    for (const item of script) {
      if (item.background) {
        const child = new Shell(this.context, this);
        const work = child.runToExit([{ ...item, background: false }], streams);
        this.context.sim.spawn('background job', work);
        this.status = 0;
      } else yield* this.#andOr(item, streams);
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

  *#andOr({ first, rest }: AndOr, streams: Streams): Process {
    yield* this.#pipeline(first, streams);
    for (const { operator, pipeline } of rest) {
      if ((operator === '&&') === (this.status === 0)) yield* this.#pipeline(pipeline, streams);
    }
  }

  *#pipeline({ commands, negated }: Pipeline, streams: Streams): Process {
    let { stdin } = streams;
    for (const [index, command] of commands.entries()) {
      const isLast = index === commands.length - 1;
      let piped = '';
      const own: Streams = isLast
        ? { ...streams, stdin }
        : { ...streams, stdin, out: (text) => (piped += text) };
      const shell = commands.length > 1 ? new Shell(this.context, this) : this;
      if (shell === this) yield* this.#command(command, own);
      else this.status = yield* shell.#commandToExit(command, own);
      stdin = piped;
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

  *#command(command: Command, outer: Streams): Process {
    const redirected = yield* this.#redirect(command.redirections, outer);
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
        return yield* this.#loop(command, redirected);
      case 'for':
        return yield* this.#for(command, redirected);
      case 'if':
        return yield* this.#if(command, redirected);
    }
  }

  *#loop(command: Extract<Command, { condition: Script }>, streams: Streams): Process {
    for (;;) {
      yield* this.run(command.condition, streams);
      if ((this.status === 0) !== (command.kind === 'while')) break;
      if ((yield* this.#body(command.body, streams)) === 'break') break;
      // A loop that never waits would stop the clock for everybody.
      yield* sleep(forkTime);
    }
    this.status = 0;
  }

  *#for(command: Extract<Command, { variable: string }>, streams: Streams): Process {
    for (const value of yield* this.#expandAll(command.words)) {
      this.variables.set(command.variable, value);
      if ((yield* this.#body(command.body, streams)) === 'break') return;
    }
  }

  *#body(body: Script, streams: Streams): Process<'break' | 'continue'> {
    try {
      yield* this.run(body, streams);
      return 'continue';
    } catch (end) {
      if (end instanceof LoopControl) return end.kind;
      throw end;
    }
  }

  *#if(command: Extract<Command, { kind: 'if' }>, streams: Streams): Process {
    for (const { condition, body } of command.branches) {
      yield* this.run(condition, streams);
      if (this.status === 0) return yield* this.run(body, streams);
    }
    this.status = 0;
    if (command.otherwise !== undefined) yield* this.run(command.otherwise, streams);
  }

  *#simple(command: Extract<Command, { kind: 'simple' }>, streams: Streams): Process {
    const argv = yield* this.#expandAll(command.words);
    const assigned = new Map<string, string>();
    for (const { name, value } of command.assignments) {
      assigned.set(name, yield* this.expand(value));
    }
    const [name] = argv;
    if (name === undefined) {
      for (const [key, value] of assigned) this.variables.set(key, value);
      this.status = 0;
      return;
    }
    const builtin = builtins.get(name);
    if (builtin !== undefined) {
      this.status = builtin(this, argv, streams);
      return;
    }
    yield* sleep(forkTime);
    this.status = yield* this.#external(argv, assigned, streams);
  }

  *#external(
    argv: readonly string[],
    assigned: ReadonlyMap<string, string>,
    streams: Streams,
  ): Process<number> {
    const name = argv[0] ?? '';
    const base = name.replace(/^\/(?:usr\/)?s?bin\//, '');
    if (base === 'sh' || base === 'ash')
      return yield* runShell({ ...this.#child(assigned, streams), argv });
    const applet = applets.get(base);
    if (applet === undefined) {
      streams.err(`sh: ${name}: not found\n`);
      return 127;
    }
    return yield* applet({ ...this.#child(assigned, streams), argv });
  }

  #child(assigned: ReadonlyMap<string, string>, streams: Streams): ProcessContext {
    const env = new Map<string, string>();
    for (const name of this.exported) env.set(name, this.variables.get(name) ?? '');
    for (const [name, value] of assigned) env.set(name, value);
    return { ...this.context, ...streams, env, cwd: this.cwd };
  }

  *#redirect(redirections: readonly Redirection[], outer: Streams): Process<Streams | undefined> {
    let streams = outer;
    for (const { fd, mode, target } of redirections) {
      const name = yield* this.expand(target);
      const path = absolute({ ...this.context, cwd: this.cwd }, name);
      const { files } = this.context;
      if (mode === 'duplicate') {
        streams = fd === 2 ? { ...streams, err: streams.out } : { ...streams, out: streams.err };
        continue;
      }
      if (mode === 'read') {
        const text = files.read(path);
        if (text === undefined) {
          outer.err(`sh: can't open ${name}: no such file\n`);
          return undefined;
        }
        streams = { ...streams, stdin: text };
        continue;
      }
      const error =
        name === '/dev/null'
          ? undefined
          : files.write(path, mode === 'append' ? (files.read(path) ?? '') : '');
      if (error !== undefined) {
        outer.err(`sh: can't create ${name}: ${error}\n`);
        return undefined;
      }
      const write = (text: string): void => {
        if (name !== '/dev/null') files.write(path, (files.read(path) ?? '') + text);
      };
      streams = fd === 2 ? { ...streams, err: write } : { ...streams, out: write };
    }
    return streams;
  }

  *#expandAll(words: readonly Word[]): Process<readonly string[]> {
    const all: string[] = [];
    for (const word of words) {
      const quoted = word.some((part) => part.quoted);
      const text = yield* this.expand(word);
      const literal = word.every((part) => part.kind === 'text');
      if (quoted || literal) all.push(text);
      else all.push(...text.split(/\s+/).filter((piece) => piece !== ''));
    }
    return all;
  }

  /** A word as one text: variables and substitutions filled in. */
  *expand(word: Word): Process<string> {
    let text = '';
    for (const part of word) {
      if (part.kind === 'text') text += part.text;
      else if (part.kind === 'variable') text += this.#variable(part.name) || (part.fallback ?? '');
      else {
        let output = '';
        const shell = new Shell(this.context, this);
        const streams = {
          stdin: '',
          out: (more: string) => (output += more),
          err: this.context.err,
        };
        this.status = yield* shell.runToExit(part.script, streams);
        text += output.replace(/\n+$/, '');
      }
    }
    return text;
  }

  #variable(name: string): string {
    if (name === '?') return String(this.status);
    if (name === '$') return '1';
    return this.variables.get(name) ?? '';
  }
}

/** `sh -c SCRIPT`; without a script the shell reads what is on its standard input. */
export function* runShell(context: ProcessContext): Process<number> {
  const { argv, stdin, out, err } = context;
  const at = argv.findIndex((word) => /^-\w*c$/.test(word));
  const source = at >= 0 ? (argv[at + 1] ?? '') : stdin;
  let script: Script;
  try {
    script = parseScript(source);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    err(`sh: ${error.message}\n`);
    return 2;
  }
  const shell = new Shell(context);
  for (const [index, word] of (at < 0 ? [] : argv.slice(at + 2)).entries()) {
    shell.variables.set(String(index), word);
  }
  return yield* shell.runToExit(script, { stdin, out, err });
}

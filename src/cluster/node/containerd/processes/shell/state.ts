/** The state of a shell: variables, functions, options, folder, and its error messages. */
import { seconds } from '#base/sim-time';
import { deepest, killedExitCode, mostForks, mostInVariable, stackExitCode } from '../bounds.ts';
import type { ProcessEntry } from '../process-table.ts';
import type { KeptShell, ProcessContext } from '../program.ts';
import type { SignalName } from '../signals.ts';
import { ExitShell } from './exits.ts';
import type { Input } from './input.ts';
import type { Command } from './syntax.ts';
import { ShellWork } from './work.ts';

/** Where a command reads from and writes to. Text that one command read is gone for the next. */
export interface Streams {
  readonly input: Input;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

interface ShellName {
  readonly name: string;
  readonly script: string;
}

/** A process in the background, and what follows `%` to name it. */
export interface Job {
  readonly number: number;
  readonly entry: ProcessEntry;
  /** Somebody has waited for it: another one may take its number. */
  waited: boolean;
}

/** The state of a shell; a subshell starts with a copy. */
export class ShellState {
  readonly context: ProcessContext;
  readonly variables: Map<string, string>;
  readonly exported: Set<string>;
  readonly functions: Map<string, Command>;
  readonly aliases: Map<string, string>;
  readonly traps = new Map<SignalName | 'EXIT', string>();
  readonly options: Set<string>;
  /** `$1` and on. */
  positional: readonly string[];
  /** Processes in the background. */
  jobs: readonly Job[] = [];
  /** Those of the shell that a subshell comes from. */
  readonly jobsAround: readonly Job[];
  cwd: string;
  /** Work that is paid between commands. */
  readonly work: ShellWork;
  status = 0;
  /** How many functions, subshells and `eval` are around the running command. */
  depth: number;
  /** Subshells started in this second, by the first shell and its subshells. */
  readonly #forks: { second: number; made: number };
  /** How many loops are around the running command. */
  loops = 0;
  readonly readonly: Set<string>;
  /** Its name in messages, and the script file it reads. */
  readonly name: string;
  script: string | undefined;
  /** The current line of the script. */
  line = 0;
  /** The number of its first line. */
  firstLine = 0;
  /** The values that `local` hid, for every running function. */
  readonly #hidden: Map<string, string | undefined>[] = [];
  /** `$$`: the process id of the shell that all subshells come from. */
  readonly #pid: number;

  constructor(context: ProcessContext, parent?: ShellState, named: Partial<ShellName> = {}) {
    this.context = context;
    this.work = parent?.work ?? context.work ?? new ShellWork(context.files);
    this.jobsAround = parent === undefined ? [] : [...parent.jobsAround, ...parent.jobs];
    this.readonly = new Set(parent?.readonly);
    this.depth = parent?.depth ?? context.depth ?? 0;
    this.#forks = parent === undefined ? { second: 0, made: 0 } : parent.#forks;
    this.name = named.name ?? parent?.name ?? context.argv[0] ?? 'sh';
    this.script = named.script ?? parent?.script;
    this.line = parent?.line ?? 0;
    this.firstLine = parent?.firstLine ?? 0;
    this.#pid = parent === undefined ? (context.pid ?? 1) : parent.#pid;
    this.variables = new Map(parent?.variables ?? context.env);
    this.exported = new Set(parent?.exported ?? context.env.keys());
    this.functions = new Map(parent?.functions);
    this.aliases = new Map(parent?.aliases);
    this.options = new Set(parent?.options);
    this.positional = parent?.positional ?? [];
    this.cwd = parent?.cwd ?? context.cwd;
    this.status = parent?.status ?? 0;
  }

  /** What another shell can go on with. */
  get kept(): KeptShell {
    const { cwd, variables, exported, functions, aliases, status } = this;
    return { cwd, variables, exported, functions, aliases, status };
  }

  /** Goes on with what another shell has left. */
  resume({ variables, exported, functions, aliases, status }: KeptShell): void {
    this.status = status;
    for (const [name, value] of variables) this.variables.set(name, value);
    for (const name of exported) this.exported.add(name);
    for (const [name, body] of functions) this.functions.set(name, body);
    for (const [name, value] of aliases) this.aliases.set(name, value);
  }

  /** Prints an error as the shell does; an error of a builtin also has the line. */
  complain({ err }: Pick<Streams, 'err'>, text: string, builtin = this.script): void {
    const at = builtin === this.name ? '' : `${builtin}: `;
    err(`${this.name}: ${builtin === undefined ? '' : `${at}line ${this.line}: `}${text}\n`);
  }

  /** Counts a new subshell. Too many in one second fail, as under the system's limit. */
  fork(): void {
    this.goDeeper();
    const second = Math.floor(this.context.sim.now / seconds(1));
    if (this.#forks.second !== second) Object.assign(this.#forks, { second, made: 0 });
    if (++this.#forks.made <= mostForks) return;
    this.complain(this.context, "can't fork: Resource temporarily unavailable");
    throw new ExitShell(2);
  }

  /** Enters one more level of functions, subshells or `eval`. */
  goDeeper(): void {
    if (++this.depth <= deepest) return;
    this.complain(this.context, `more than ${deepest} functions in each other: segmentation fault`);
    throw new ExitShell(stackExitCode);
  }

  /** Sets a variable. Writing a read-only variable ends the shell. */
  assign(name: string, value: string): void {
    if (this.readonly.has(name)) {
      this.complain(this.context, `${name}: is read only`);
      throw new ExitShell(2);
    }
    if (value.length > mostInVariable) {
      this.complain(this.context, `${name}: out of memory: killed`);
      throw new ExitShell(killedExitCode);
    }
    this.variables.set(name, value);
  }

  /** Hides a variable until the function returns. */
  makeLocal(name: string): void {
    const hidden = this.#hidden.at(-1);
    if (hidden?.has(name) === false) hidden.set(name, this.variables.get(name));
  }

  /** Runs a function: `$1` and on are its arguments, and variables may be local. */
  enterFunction(words: readonly string[]): void {
    this.#hidden.push(new Map());
    this.positional = words;
  }

  leaveFunction(outer: readonly string[]): void {
    this.positional = outer;
    for (const [name, value] of this.#hidden.pop() ?? []) {
      if (value === undefined) this.variables.delete(name);
      else this.variables.set(name, value);
    }
  }

  /** A variable or special parameter; undefined when it is not set. */
  parameter(name: string): string | undefined {
    switch (name) {
      case '?':
        return String(this.status);
      case '$':
        return String(this.#pid);
      case '-':
        return `${[...this.options].filter((option) => option.length === 1).join('')}c`;
      case 'LINENO':
        return String(this.line);
      case 'PPID':
        return String(this.context.processes?.get(this.#pid)?.ppid ?? 0);
      case '#':
        return String(this.positional.length);
      case '@':
        return this.positional.join(' ');
      case '*':
        return this.positional.join((this.variables.get('IFS') ?? ' ').slice(0, 1));
      case '0':
        return this.name;
      default:
        return /^\d+$/.test(name) ? this.positional[Number(name) - 1] : this.variables.get(name);
    }
  }
}

/**
 * A shell whose commands are typed: with a terminal it prints a prompt, and Ctrl-C ends what runs
 * and not the shell; without one it runs each command as it comes.
 *
 * Models the loop of busybox ash (cmdloop) and what dash and bash print: busybox shows the folder
 * and `#` or `$`, dash only `#` or `$`, bash who and where. `PS1` and `PS2` replace it.
 */
import { firstOf, Signal } from '#sim/signal';
import type { Process } from '#sim/simulation';
import type { Task } from '#sim/task';
import type { PidNamespace, ProcessEntry } from '../process-table.ts';
import type { ProcessContext } from '../program.ts';
import { ExitShell, LoopControl, ReturnFromFunction, replacedBy } from './exits.ts';
import type { Interpreter } from './interpreter.ts';
import { parseScript } from './parser.ts';
import type { ShellState, Streams } from './state.ts';
import { type Script, ShellSyntaxError } from './syntax.ts';

const interruptedStatus = 130;
const syntaxStatus = 2;

/** Runs what is typed until the input ends or the shell exits. */
export function* runTyped(interpreter: Interpreter, streams: Streams): Process<number> {
  const { state } = interpreter;
  const typing = new Typing(interpreter, streams);
  try {
    for (;;) {
      const script = yield* typing.command();
      if (script === undefined) break;
      if (!(yield* typing.run(script))) break;
    }
  } finally {
    typing.end();
  }
  // The EXIT trap is still to come.
  const { status } = state;
  const code = yield* interpreter.runToExit([], streams);
  return state.traps.has('EXIT') ? code : status;
}

class Typing {
  readonly #interpreter: Interpreter;
  readonly #streams: Streams;
  readonly #context: ProcessContext;
  readonly #interrupt: Signal;
  readonly #release: readonly (() => void)[];
  #interrupts = 0;
  /** The prompt that waits for a line; undefined while a command runs. */
  #shown: string | undefined;

  constructor(interpreter: Interpreter, streams: Streams) {
    this.#interpreter = interpreter;
    this.#streams = streams;
    this.#context = interpreter.state.context;
    const { terminal, sim } = this.#context;
    this.#interrupt = new Signal(sim);
    const interrupt = (): void => {
      this.#interrupts++;
      this.#interrupt.notifyAll();
    };
    this.#release =
      terminal === undefined
        ? []
        : [terminal.onInterrupt(interrupt), terminal.onResize(() => this.#redraw())];
  }

  end(): void {
    for (const release of this.#release) release();
  }

  /** The next whole command; undefined at the end of the input. */
  *command(): Process<Script | undefined> {
    const { state } = this.#interpreter;
    const hasTerminal = this.#context.terminal !== undefined;
    let source = '';
    for (;;) {
      const line = yield* this.#line(source === '' ? prompt(state) : continued(state));
      if (line === 'interrupted') {
        source = '';
        state.status = interruptedStatus;
        continue;
      }
      if (line === undefined) {
        if (hasTerminal) this.#streams.err(farewell(this.#context));
        return source === '' ? undefined : this.#parsed(source);
      }
      source += line;
      if (source.trim() === '') source = '';
      else if (!goesOn(source)) {
        const script = this.#parsed(source);
        if (script !== undefined) return script;
        source = '';
      }
    }
  }

  /** Runs one command; `false`: the shell has ended. */
  *run(script: Script): Process<boolean> {
    const { terminal, sim } = this.#context;
    if (terminal === undefined) return yield* this.#toEnd(script);
    const seen = this.#interrupts;
    const task: Task<boolean> = sim.spawn('typed command', this.#toEnd(script));
    try {
      for (let known = seen; !task.done; ) {
        yield* firstOf(sim, [task, this.#interrupt]);
        if (this.#interrupts === known || task.done) continue;
        known = this.#interrupts;
        if (this.#killForeground()) {
          task.cancel();
          this.#interpreter.state.status = interruptedStatus;
          this.#streams.err('\n');
          return true;
        }
      }
    } finally {
      if (!task.done) task.cancel();
    }
    return (yield* task.join()) ?? true;
  }

  *#toEnd(script: Script): Process<boolean> {
    const { state } = this.#interpreter;
    try {
      const replaced = yield* replacedBy(this.#interpreter.run(script, this.#streams));
      if (replaced === undefined) return true;
      state.status = replaced;
      return false;
    } catch (end) {
      if (end instanceof ExitShell) {
        state.status = end.code;
        return false;
      }
      if (end instanceof ShellSyntaxError) {
        state.complain(this.#streams, end.message);
        state.status = syntaxStatus;
      } else if (!(end instanceof ReturnFromFunction || end instanceof LoopControl)) throw end;
      state.loops = 0;
      return true;
    }
  }

  /** Waits for a line behind a prompt. */
  *#line(shown: string): Process<string | undefined | 'interrupted'> {
    const { terminal, sim } = this.#context;
    const { input, err } = this.#streams;
    if (terminal === undefined) return yield* input.line();
    err(shown);
    this.#shown = shown;
    const seen = this.#interrupts;
    const reading: Task<string | undefined> = sim.spawn('typed line', input.line());
    try {
      if (!reading.done) yield* firstOf(sim, [reading, this.#interrupt]);
      if (this.#interrupts > seen && !reading.done) {
        err('\n');
        return 'interrupted';
      }
      return yield* reading.join();
    } finally {
      this.#shown = undefined;
      if (!reading.done) reading.cancel();
    }
  }

  #parsed(source: string): Script | undefined {
    const { state } = this.#interpreter;
    try {
      return parseScript(source);
    } catch (error) {
      if (!(error instanceof ShellSyntaxError)) throw error;
      state.complain(this.#streams, error.message);
      state.status = syntaxStatus;
      return undefined;
    }
  }

  /** SIGINT for what runs in the foreground; `false`: a process of it takes the signal itself. */
  #killForeground(): boolean {
    const { processes, pid = 0 } = this.#context;
    if (processes === undefined) return true;
    const jobs = new Set(this.#interpreter.state.jobs.map(({ entry }) => entry.pid));
    const running = below(processes, pid).filter((entry) => !jobs.has(entry.pid));
    let isTaken = false;
    for (const entry of running) {
      isTaken ||= entry.signals.handled.has('SIGINT');
      processes.kill(entry.pid, 'SIGINT');
    }
    return !isTaken;
  }

  #redraw(): void {
    if (this.#shown !== undefined) this.#streams.err(`\r${this.#shown}`);
  }
}

/** The processes that a process has started, and theirs. */
function below(processes: PidNamespace, pid: number): readonly ProcessEntry[] {
  const own = processes.processes.filter((entry) => entry.ppid === pid && entry.pid !== pid);
  return own.flatMap((entry) => [entry, ...below(processes, entry.pid)]);
}

/** Whether a command needs more lines: an open quote, loop or list. */
function goesOn(source: string): boolean {
  if (/(?:^|[^\\])(?:\\\\)*\\\n$/.test(source) || /(?:&&|\|\||\|)\s*\n$/.test(source)) return true;
  try {
    parseScript(source);
    return false;
  } catch (error) {
    if (!(error instanceof ShellSyntaxError)) throw error;
    return /unexpected end of file|unterminated quoted string|EOF in/.test(error.message);
  }
}

type Dialect = 'ash' | 'dash' | 'bash';

function dialectOf({ argv, image }: ProcessContext): Dialect {
  const name = (argv[0] ?? '').replace(/^.*\/|^-/g, '');
  if (name === 'bash') return 'bash';
  return name === 'dash' || image?.programs.has('dash') === true ? 'dash' : 'ash';
}

const defaults: Readonly<Record<Dialect, string>> = {
  ash: '\\w \\$ ',
  dash: '\\$ ',
  bash: '\\u@\\h:\\w\\$ ',
};

const prompt = (state: ShellState): string =>
  expanded(state, state.variables.get('PS1') ?? defaults[dialectOf(state.context)]);

const continued = ({ variables }: ShellState): string => variables.get('PS2') ?? '> ';

/** At a Ctrl-D, bash says what it does. */
const farewell = (context: ProcessContext): string =>
  dialectOf(context) === 'bash' ? 'exit\n' : '\n';

function expanded(state: ShellState, text: string): string {
  const { context, variables } = state;
  const { user, files } = context;
  const uid = user?.uid ?? 0;
  const home = variables.get('HOME') ?? '';
  const isHome = home.length > 1 && (state.cwd === home || state.cwd.startsWith(`${home}/`));
  const known: Readonly<Record<string, string>> = {
    w: isHome ? `~${state.cwd.slice(home.length)}` : state.cwd,
    $: uid === 0 ? '#' : '$',
    h: (files.read('/etc/hostname') ?? variables.get('HOSTNAME') ?? '').trim(),
    u: userName(files.read('/etc/passwd') ?? '', uid),
  };
  return text.replace(/\\([w$hu])/g, (_all, letter: string) => known[letter] ?? '');
}

const userName = (passwd: string, uid: number): string =>
  passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find(([, , id]) => id === String(uid))?.[0] ?? 'I have no name!';

/**
 * One container's processes under its shim: created, started, signalled, reaped.
 *
 * Models containerd-shim-runc-v2 with runc create, start, kill and delete. The processes belong to
 * a group of their own, so they go on when containerd does not.
 */
import { defined } from '#base/defined';
import type { CompileRegexp } from '#base/regexp';
import type { Duration, SimTime } from '#base/sim-time';
import type { NetworkNamespace } from '#cluster/node/os/sockets';
import { firstOf, Signal } from '#sim/signal';
import type { Process, Simulation } from '#sim/simulation';
import { type Task, TaskGroup } from '#sim/task';
import type { FileSystem } from '../files/file-system.ts';
import type { OciSpec } from '../oci-spec.ts';
import { outputBound } from '../processes/bounds.ts';
import { runOnInput } from '../processes/live-input.ts';
import { PidNamespace, type ProcessEntry } from '../processes/process-table.ts';
import {
  type ApiAccess,
  noStdin,
  type ProcessContext,
  type ProcessUser,
  type Program,
  rootUser,
  type SignalName,
  signalNumbers,
} from '../processes/program.ts';
import { Input } from '../processes/shell/input.ts';
import { Terminal } from '../processes/terminal.ts';

export interface TaskExit {
  readonly exitCode: number;
  /** The signal that ended it; empty when it ended by itself. */
  readonly signal: string;
}

export interface ContainerTaskOptions {
  readonly sim: Simulation;
  readonly name: string;
  readonly pid: number;
  readonly spec: OciSpec;
  readonly files: FileSystem;
  readonly program: Program;
  readonly network?: NetworkNamespace | undefined;
  /** The processes it shares a PID namespace with; absent: it gets one of its own. */
  readonly processes?: PidNamespace | undefined;
  readonly user?: ProcessUser;
  /** Whether there may be one more process in its cgroup. */
  readonly canFork?: () => boolean;
  /** How its programs reach the API server. */
  readonly api?: ApiAccess | undefined;
  /** Compiles the patterns of its programs. */
  readonly regexp?: CompileRegexp | undefined;
  /** The machine's clock. */
  readonly clock?: () => SimTime;
  /** Takes memory from the container's cgroup or gives it back. */
  readonly charge?: (bytes: number) => void;
  /** Counts time on the CPU of the container's cgroup; returns how long it lasts. */
  readonly spendCpu?: (time: Duration) => Duration;
  /** Standard input stays open, for those who attach. */
  readonly stdin?: boolean;
  /** The first process has a terminal. */
  readonly tty?: boolean;
  readonly onOutput: (stream: 'stdout' | 'stderr', text: string) => void;
  /** Called once, when the first process and with it all others have ended. */
  readonly onExit: (exit: TaskExit) => void;
  /** Called when the runtime has noticed the exit and deleted the task. */
  readonly onReaped: (exit: TaskExit) => void;
  /** The time from the end of the process until the task is deleted. */
  readonly reapDelay: () => Duration;
}

const killExitBase = 128;

export type OutputListener = (stream: 'stdout' | 'stderr', text: string) => void;

/** A command in a container whose streams are open. */
export interface OpenExec {
  readonly entry: ProcessEntry;
  readonly running: Task<number>;
  readonly input: Input;
  readonly terminal?: Terminal;
}

export class ContainerTask {
  readonly pid: number;
  readonly files: FileSystem;
  readonly #options: ContainerTaskOptions;
  readonly #group: TaskGroup;
  readonly #ended: Signal;
  /** The processes in its PID namespace. */
  readonly processes: PidNamespace;
  readonly #main: ProcessEntry;
  /** What the first process reads and is shown; absent: nothing, and no terminal. */
  readonly input: Input | undefined;
  readonly terminal: Terminal | undefined;
  /** Who is attached to the outputs of the first process. */
  readonly attached = new Set<OutputListener>();
  #task: Task<number> | undefined;
  #exit: TaskExit | undefined;
  #reaped = false;

  constructor(options: ContainerTaskOptions) {
    this.#options = options;
    this.pid = options.pid;
    this.files = options.files;
    this.#group = new TaskGroup(options.name);
    this.processes = options.processes ?? new PidNamespace(options.sim);
    this.#main = this.processes.add(options.spec.args, { uid: options.user?.uid ?? 0 });
    this.#main.end = (signal) =>
      this.#end({ exitCode: killExitBase + signalNumbers[signal], signal });
    this.#ended = new Signal(options.sim);
    if (options.stdin !== true) return;
    if (options.tty === true) {
      const print = (text: string): void => this.#output('stdout', text);
      this.terminal = new Terminal(options.sim, print, () => this.kill('SIGINT'));
    }
    this.input = this.terminal?.input ?? Input.live(options.sim, false);
  }

  #output(stream: 'stdout' | 'stderr', text: string): void {
    this.#options.onOutput(stream, text);
    for (const listener of this.attached) listener(stream, text);
  }

  get exit(): TaskExit | undefined {
    return this.#exit;
  }

  /** `runc start`: the process that waits at the exec fifo becomes the program. */
  start(): void {
    const { sim, name, program } = this.#options;
    const { input, terminal } = this;
    const errors = terminal === undefined ? 'stderr' : 'stdout';
    const context = this.context(
      this.#main,
      (text) => this.#output('stdout', text),
      (text) => this.#output(errors, text),
    );
    this.#options.charge?.(this.#main.memory);
    const work =
      input === undefined ? program(context) : runOnInput(program, context, input, terminal);
    this.#task = sim.spawn(name, work, this.#group);
    sim.spawn(`${name} reaper`, this.#reap(this.#task), this.#group);
  }

  /** The environment of a process of this container; also used for exec. */
  context(
    entry: ProcessEntry,
    out: (text: string) => void,
    err: (text: string) => void,
  ): ProcessContext {
    const { sim, spec, files, network, regexp, api } = this.#options;
    const { user = rootUser, charge, spendCpu, clock, canFork } = this.#options;
    const env = new Map(spec.env);
    // runc adds HOME from /etc/passwd, which only lists root, when the specification has none.
    if (!env.has('HOME')) env.set('HOME', user.uid === 0 ? '/root' : '/');
    const given = defined({ network, regexp, api });
    return {
      sim,
      argv: entry.argv,
      env,
      files,
      cwd: spec.cwd,
      readStdin: noStdin,
      signals: entry.signals,
      out,
      err,
      user,
      ...(spec.noNewPrivs ? { noNewPrivs: true } : {}),
      processes: this.processes,
      pid: entry.pid,
      ...(charge === undefined
        ? {}
        : {
            allocate: (bytes) => this.#allocate(entry, bytes),
            allocateFor: (other, bytes) => this.#allocate(other, bytes),
          }),
      ...defined({ spendCpu, clock, canFork }),
      ...given,
    };
  }

  /** Starts another process in the container's namespaces. */
  exec(
    argv: readonly string[],
    program: Program,
    out: (text: string) => void,
    err: (text: string) => void,
    stdin = '',
  ): { readonly entry: ProcessEntry; readonly running: Task<number> } {
    const entry = this.processes.add(argv, { uid: this.#options.user?.uid ?? 0 });
    const readStdin = (): string => stdin;
    const work = program({ ...this.context(entry, outputBound(out, err), err), readStdin });
    return { entry, running: this.processes.run(entry, work, this.#group) };
  }

  /** The same with streams that stay open. */
  execOnInput(
    argv: readonly string[],
    program: Program,
    print: OutputListener,
    tty: boolean,
  ): OpenExec {
    const { sim } = this.#options;
    const entry = this.processes.add(argv, { uid: this.#options.user?.uid ?? 0 });
    const out = (text: string): void => print('stdout', text);
    const err = (text: string): void => print(tty ? 'stdout' : 'stderr', text);
    const terminal = tty
      ? new Terminal(sim, out, () => this.processes.kill(entry.pid, 'SIGINT'))
      : undefined;
    const input = terminal?.input ?? Input.live(sim, false);
    const own = this.context(entry, outputBound(out, err), err);
    const context = tty ? { ...own, env: new Map([['TERM', 'xterm'], ...own.env]) } : own;
    const work = runOnInput(program, context, input, terminal);
    const running = this.processes.run(entry, work, this.#group);
    return { entry, running, input, ...defined({ terminal }) };
  }

  /** How many it has of its own, with another container's namespace only the first one. */
  get processCount(): number {
    return this.#options.processes === undefined ? this.processes.size : 1;
  }

  /** The first process and its descendants, if the container has its own PID namespace. */
  get ownProcesses(): readonly ProcessEntry[] {
    return this.#options.processes === undefined ? this.processes.processes : [this.#main];
  }

  #allocate(entry: ProcessEntry, bytes: number): void {
    entry.memory += bytes;
    this.#options.charge?.(bytes);
  }

  /** The kernel kills the process that uses most memory. */
  killLargest(): void {
    const all = this.processes.processes;
    const largest = all.reduce(
      (most, entry) => (entry.memory > most.memory ? entry : most),
      this.#main,
    );
    this.#options.charge?.(-largest.memory);
    largest.memory = 0;
    this.processes.terminate(largest, 'SIGKILL');
  }

  /**
   * Sends a signal to the first process. As process 1 of its namespace it gets only the signals it
   * handles; SIGKILL always ends it.
   */
  kill(signal: SignalName): void {
    if (this.#exit !== undefined) return;
    const { signals } = this.#main;
    if (signal !== 'SIGKILL' && signals.handled.has(signal)) {
      signals.deliver(signal);
      return;
    }
    const isInit = this.#options.spec.namespaces['pid'] === 'new';
    if (signal !== 'SIGKILL' && isInit) return;
    this.#end({ exitCode: killExitBase + signalNumbers[signal], signal });
  }

  /** Ends the container without an exit record: the machine lost its power. */
  vanish(): void {
    if (this.#exit !== undefined) return;
    this.#exit = { exitCode: killExitBase + signalNumbers.SIGKILL, signal: 'SIGKILL' };
    this.#group.cancelAll();
    this.processes.remove(this.#main);
    this.#reaped = true;
    this.#ended.notifyAll();
  }

  /** Waits for the end, at most `timeout` microseconds. Returns whether the container has ended. */
  *waitForExit(timeout?: Duration): Process<boolean> {
    if (this.#reaped) return true;
    if (timeout === undefined) yield* this.#ended.wait();
    else yield* firstOf(this.#options.sim, [this.#ended], timeout);
    return this.#reaped;
  }

  *#reap(task: Task<number>): Process {
    const exitCode = yield* task.join();
    if (exitCode !== undefined) this.#end({ exitCode, signal: '' });
  }

  #end(exit: TaskExit): void {
    if (this.#exit !== undefined) return;
    this.#exit = exit;
    this.input?.end();
    const { sim, onExit, onReaped, reapDelay } = this.#options;
    // Runs in an event of its own, because the reaper may be one of the tasks that end here.
    sim.after(0, () => {
      this.#group.cancelAll();
      this.processes.remove(this.#main);
      onExit(exit);
      sim.after(reapDelay(), () => {
        this.#reaped = true;
        onReaped(exit);
        this.#ended.notifyAll();
      });
    });
  }
}

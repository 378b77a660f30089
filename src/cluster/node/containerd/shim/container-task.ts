/**
 * One container's processes under its shim: created, started, signalled, reaped.
 *
 * Models containerd-shim-runc-v2 with runc create, start, kill and delete. The processes belong to
 * a group of their own, so they go on when containerd does not.
 */
import type { Duration } from '#base/sim-time';
import { firstOf, Signal } from '#sim/signal';
import type { Cause, Process, Simulation } from '#sim/simulation';
import { type Task, TaskGroup } from '#sim/task';
import type { FileSystem } from '../files/file-system.ts';
import type { OciSpec } from '../oci-spec.ts';
import {
  type ProcessContext,
  ProcessSignals,
  type Program,
  type SignalName,
  signalNumbers,
} from '../processes/program.ts';

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
  readonly onOutput: (stream: 'stdout' | 'stderr', text: string) => void;
  /** Called once when the first process has ended and with it all others. */
  readonly onExit: (exit: TaskExit) => void;
}

const killExitBase = 128;

export class ContainerTask {
  readonly pid: number;
  readonly files: FileSystem;
  readonly #options: ContainerTaskOptions;
  readonly #group: TaskGroup;
  readonly #signals: ProcessSignals;
  readonly #ended: Signal;
  #task: Task<number> | undefined;
  #exit: TaskExit | undefined;
  #reaped = false;

  constructor(options: ContainerTaskOptions) {
    this.#options = options;
    this.pid = options.pid;
    this.files = options.files;
    this.#group = new TaskGroup(options.name);
    this.#signals = new ProcessSignals(options.sim);
    this.#ended = new Signal(options.sim);
  }

  get exit(): TaskExit | undefined {
    return this.#exit;
  }

  /** `runc start`: the process that waits at the fifo becomes the program. */
  start(): void {
    const { sim, name, onOutput, program } = this.#options;
    const context = this.context(
      this.#options.spec.args,
      (text) => onOutput('stdout', text),
      (text) => onOutput('stderr', text),
    );
    this.#task = sim.spawn(name, program(context), this.#group);
    sim.spawn(`${name} reaper`, this.#reap(this.#task), this.#group);
  }

  /** What a process of this container is given; also used for exec. */
  context(
    argv: readonly string[],
    out: (text: string) => void,
    err: (text: string) => void,
  ): ProcessContext {
    const { sim, spec, files } = this.#options;
    const env = new Map(spec.env);
    // runc adds HOME from /etc/passwd where the specification has none.
    if (!env.has('HOME')) env.set('HOME', '/root');
    return { sim, argv, env, files, cwd: spec.cwd, stdin: '', signals: this.#signals, out, err };
  }

  /** Starts another process in the container's namespaces. */
  exec(name: string, program: Process<number>): Task<number> {
    return this.#options.sim.spawn(name, program, this.#group);
  }

  /**
   * Sends a signal to the first process. As process 1 of its namespace it only gets signals it
   * handles; only SIGKILL always ends it.
   */
  kill(signal: SignalName): void {
    if (this.#exit !== undefined) return;
    if (signal !== 'SIGKILL' && this.#signals.handled.has(signal)) {
      this.#signals.deliver(signal);
      return;
    }
    const isInit = this.#options.spec.namespaces['pid'] === 'new';
    if (signal !== 'SIGKILL' && isInit) return;
    this.#end({ exitCode: killExitBase + signalNumbers[signal], signal });
  }

  /** Waits for the end, at most `timeout` microseconds; whether it came. */
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
    const { sim, onExit } = this.#options;
    const cause: Cause = sim.cause;
    // Told by an event of its own: the reaper may be one of the tasks that end here.
    sim.after(0, () => {
      sim.cause = cause;
      this.#group.cancelAll();
      this.#reaped = true;
      onExit(exit);
      this.#ended.notifyAll();
    });
  }
}

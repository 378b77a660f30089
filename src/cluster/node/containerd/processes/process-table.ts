/**
 * The processes of one PID namespace: which run, under which number, and how signals reach them.
 *
 * Models a PID namespace of Linux in miniature. A process is a task of the simulation; a signal
 * that it does not handle ends it, except for process 1 of its namespace, which the kernel spares.
 */
import type { Process, Simulation } from '#sim/simulation';
import type { Task, TaskGroup } from '#sim/task';
import {
  BrokenPipe,
  brokenPipeExitCode,
  ProcessSignals,
  type SignalName,
  signalNumbers,
} from './signals.ts';

export interface ProcessEntry {
  readonly pid: number;
  readonly ppid: number;
  readonly uid: number;
  /** Changes when the process executes another program. */
  argv: readonly string[];
  readonly signals: ProcessSignals;
  task: Task<number> | undefined;
  /** Resident memory in bytes. */
  memory: number;
  /** The signal that ended it. */
  killedBy: SignalName | undefined;
  /** Ends process 1 of a container, and with it all others. */
  end: ((signal: SignalName) => void) | undefined;
}

/** The resident memory of a small static binary. */
const residentMemory = 400 * 1024;
const killExitBase = 128;

export class PidNamespace {
  readonly #sim: Simulation;
  readonly #entries = new Map<number, ProcessEntry>();
  #next: number;

  constructor(sim: Simulation, firstPid = 1) {
    this.#sim = sim;
    this.#next = firstPid;
  }

  /** Sorted by process id. */
  get processes(): readonly ProcessEntry[] {
    return [...this.#entries.values()];
  }

  /** How many run. */
  get size(): number {
    return this.#entries.size;
  }

  get(pid: number): ProcessEntry | undefined {
    return this.#entries.get(pid);
  }

  /** A new process that has no task yet. */
  add(argv: readonly string[], { ppid = 0, uid = 0 }: { ppid?: number; uid?: number } = {}) {
    const entry: ProcessEntry = {
      pid: this.#next++,
      ppid,
      uid,
      argv,
      signals: new ProcessSignals(this.#sim),
      task: undefined,
      memory: residentMemory,
      killedBy: undefined,
      end: undefined,
    };
    this.#entries.set(entry.pid, entry);
    return entry;
  }

  /** Starts a process; it leaves the table when it ends. */
  run(entry: ProcessEntry, work: Process<number>, group?: TaskGroup): Task<number> {
    const name = entry.argv.join(' ').slice(0, 60);
    const task = this.#sim.spawn(name, this.#untilEnd(entry, work), group);
    entry.task = task;
    return task;
  }

  /**
   * Waits for a started process. Returns its exit code; 128 plus the signal's number if a signal
   * ended it.
   */
  *wait(entry: ProcessEntry): Process<number> {
    const code = yield* (entry.task as Task<number>).join();
    return code ?? killExitBase + signalNumbers[entry.killedBy ?? 'SIGKILL'];
  }

  /** Whether the process exists. */
  kill(pid: number, signal: SignalName): boolean {
    const entry = this.#entries.get(pid);
    if (entry === undefined) return false;
    if (signal !== 'SIGKILL' && entry.signals.handled.has(signal)) entry.signals.deliver(signal);
    else if (pid === 1 && entry.end !== undefined && signal !== 'SIGKILL') return true;
    else if (pid === 1 && signal === 'SIGKILL') return true;
    else this.terminate(entry, signal);
    return true;
  }

  /** Ends a process as the kernel does. */
  terminate(entry: ProcessEntry, signal: SignalName): void {
    entry.killedBy = signal;
    if (entry.end !== undefined) {
      entry.end(signal);
      return;
    }
    const { task } = entry;
    if (task === undefined || task.done) return;
    // Runs outside of the task, because the task may be the one that sends the signal.
    this.#sim.after(0, () => {
      this.#entries.delete(entry.pid);
      task.cancel();
    });
  }

  remove(entry: ProcessEntry): void {
    this.#entries.delete(entry.pid);
  }

  *#untilEnd(entry: ProcessEntry, work: Process<number>): Process<number> {
    try {
      return yield* work;
    } catch (error) {
      if (error instanceof BrokenPipe) return brokenPipeExitCode;
      throw error;
    } finally {
      this.#entries.delete(entry.pid);
    }
  }
}

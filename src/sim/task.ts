/**
 * What a process is, a running one, and the group that it lives and dies with.
 *
 * A group stands for one operating system process of the cluster (a kubelet, the API server):
 * when that ends, every task in it is cancelled and runs its `finally` blocks, without waiting.
 */
import type { Duration } from '#base/sim-time';
import { WaitList } from './wait-list.ts';

/**
 * What a process may yield: a duration to sleep, or something that resumes it later.
 * Use `yield*` with the functions of this folder. Where it is done for every request, a bare `yield`
 * of a duration or a signal, without a value in return, saves a generator.
 */
export type Suspension = Duration | Suspendable;

/** Something a task can wait for. */
export interface Suspendable {
  /** Registers the task; the returned value of the wait comes from `Simulation.wake`. */
  suspend(task: Task): void;
  /** Forgets the task, because something else woke it or it was cancelled. */
  abandon(task: Task): void;
}

/** A generator process: time passes for it only where it says `yield*`. */
export type Process<T = void> = Generator<Suspension, T, unknown>;

/** The id of the fact that a piece of work follows from; 0 when there is none yet. */
export type Cause = number;

/** What a task asks of the simulation that runs it. */
export interface Scheduler {
  readonly currentTask: Task | undefined;
  /** Resumes a suspended task now, handing it `value`. */
  wake(task: Task, value: unknown): void;
  /**
   * Does some work and then restores the cause: what is done afterwards does not follow from it.
   */
  aside<T>(work: () => T): T;
  /** The items of a batch, each under the cause of this moment. */
  each<T>(items: Iterable<T>): Iterable<T>;
}

export class Task<T = unknown> implements Suspendable {
  readonly name: string;
  readonly process: Process<T>;
  readonly #sim: Scheduler;
  group: TaskGroup | undefined;

  /** The cause of this task, kept while it is suspended. */
  cause: Cause;
  /** Kernel bookkeeping: the number of the present suspension. */
  epoch = 0;
  suspended = false;
  wakeValue: unknown = undefined;
  waitingFor: Suspendable | undefined = undefined;

  /** Set by the kernel when the process has returned or was cancelled. */
  done = false;
  cancelled = false;
  #value: T | undefined = undefined;
  readonly #joiners = new WaitList<Task>();

  constructor(sim: Scheduler, name: string, process: Process<T>, cause: Cause) {
    this.#sim = sim;
    this.name = name;
    this.process = process;
    this.cause = cause;
  }

  /** Waits for the end. The value is `undefined` when the task was cancelled. */
  *join(): Process<T | undefined> {
    if (!this.done) yield this;
    return this.#value;
  }

  suspend(task: Task): void {
    this.#joiners.add(task);
  }

  abandon(task: Task): void {
    this.#joiners.delete(task);
  }

  /** Kernel only: the process returned. */
  finish(value: T): void {
    this.#value = value;
    this.#end();
  }

  /** Ends the task where it waits. Its `finally` blocks run now and must not wait. */
  cancel(): void {
    if (this.done) return;
    this.epoch++;
    this.waitingFor?.abandon(this as Task);
    this.waitingFor = undefined;
    this.suspended = false;
    this.cancelled = true;
    this.#end();
    if (this.#sim.currentTask === this) return;
    // The caller goes on under its own cause: what the `finally` blocks do does not change it.
    const step = this.#sim.aside(() => this.process.return(undefined as T));
    if (step.done !== true) throw new Error(`${this.name} waits while it is being cancelled`);
  }

  #end(): void {
    this.done = true;
    this.group?.delete(this as Task);
    for (const joiner of this.#joiners.takeAll()) this.#sim.wake(joiner, undefined);
  }
}

/**
 * Waits for tasks that were started side by side. The caller goes on under its own cause, because
 * what it does next follows from all of them alike.
 */
export function* joinAll<T>(
  sim: Scheduler,
  tasks: readonly Task<T>[],
): Process<readonly (T | undefined)[]> {
  const values: (T | undefined)[] = [];
  for (const task of sim.each(tasks)) values.push(yield* task.join());
  return values;
}

/** The tasks of one simulated operating system process. */
export class TaskGroup {
  readonly name: string;
  readonly #tasks = new Set<Task>();
  #ended = false;
  #resumesLeft = 0;
  #end: (() => void) | undefined;

  constructor(name: string) {
    this.name = name;
  }

  /**
   * Ends the group in place of the n-th time that one of its tasks goes on, counted from now. That
   * can be between any two things which the process does, also within one moment.
   * @param n 0 calls it off
   * @param end what ends it: it cancels every task
   */
  endAtResume(n: number, end: () => void): void {
    this.#resumesLeft = n;
    this.#end = n === 0 ? undefined : end;
  }

  /** Kernel only: one of its tasks is about to go on; `true`: the group has ended instead. */
  passResume(): boolean {
    if (this.#end === undefined || --this.#resumesLeft > 0) return false;
    const end = this.#end;
    this.#end = undefined;
    end();
    return true;
  }

  get size(): number {
    return this.#tasks.size;
  }

  /** Whether `cancelAll` has ended it: a process that is over begins nothing any more. */
  get ended(): boolean {
    return this.#ended;
  }

  add(task: Task<never> | Task): void {
    task.group = this;
    this.#tasks.add(task as Task);
  }

  delete(task: Task): void {
    this.#tasks.delete(task);
  }

  /** Cancels every task, in the order in which they were started. */
  cancelAll(): void {
    this.#ended = true;
    for (const task of [...this.#tasks]) task.cancel();
  }
}

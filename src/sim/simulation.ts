/**
 * The discrete-event kernel: a virtual clock, one total order of events (time, then sequence) and
 * processes as generator functions, in the manner of SimPy.
 *
 * In: processes. Out: they run to the end, each resumed at its moment; nothing here reads a real
 * clock or a random number. Every suspension remembers the cause (a fact id) that its process was
 * working on, and whoever wakes it hands over its own. Nobody else sets the cause of a moment: work
 * runs `under` one or `aside`, the items of a batch come from `each`, what waits is `Carried`, and
 * the tracer reports every fact to `traced`.
 */
import type { Duration, SimTime } from '#base/sim-time';
import { EventQueue } from './event-queue.ts';
import {
  type Cause,
  type Process,
  type Scheduler,
  type Suspension,
  Task,
  type TaskGroup,
} from './task.ts';

export type { Cause, Process, Suspendable, Suspension } from './task.ts';

/** A callback that will run at its time unless it is cancelled. */
export interface Timer {
  cancel(): void;
}

/** A value that waits for its turn, with the cause that held when it was queued. */
export class Carried<T> {
  readonly #sim: Simulation;
  readonly value: T;
  readonly cause: Cause;

  constructor(sim: Simulation, value: T) {
    this.#sim = sim;
    this.value = value;
    this.cause = sim.cause;
  }

  /** Hands over the value; whoever takes it goes on under its cause. */
  take(): T {
    goOn(this.#sim, this.cause);
    return this.value;
  }
}

/** Sets the cause of whatever runs at this moment; for this file alone. */
let goOn: (sim: Simulation, cause: Cause) => void;

export class Simulation implements Scheduler {
  static {
    goOn = (sim, cause) => {
      sim.#cause = cause;
    };
  }

  #now: SimTime = 0;
  #events = 0;
  #current: Task | undefined;
  /** The group that planned the callback which runs at this moment. */
  #planner: TaskGroup | undefined;
  readonly #queue = new EventQueue();

  #cause: Cause = 0;

  get now(): SimTime {
    return this.#now;
  }

  /** The moment of the next event: until then nothing happens. Absent when nothing is planned. */
  get nextAt(): SimTime | undefined {
    return this.#queue.nextAt(this.#now);
  }

  /** How many events were dispatched so far. */
  get eventCount(): number {
    return this.#events;
  }

  get currentTask(): Task | undefined {
    return this.#current;
  }

  /** The cause of whatever runs at this moment. */
  get cause(): Cause {
    return this.#cause;
  }

  /** For the tracer alone: a fact was written, and what is done next follows from it. */
  traced(fact: Cause): void {
    this.#cause = fact;
  }

  /** Does some work under a cause, then restores the former cause, even when the work throws. */
  under<T>(cause: Cause, work: () => T): T {
    const former = this.#cause;
    this.#cause = cause;
    try {
      return work();
    } finally {
      this.#cause = former;
    }
  }

  /**
   * Does some work and then restores the cause: what is done afterwards does not follow from it.
   */
  aside<T>(work: () => T): T {
    return this.under(this.#cause, work);
  }

  /** `aside` for work that takes time, or for a wait that is only a wait. */
  *asideProcess<T>(process: Process<T>): Process<T> {
    const former = this.#cause;
    try {
      return yield* process;
    } finally {
      this.#cause = former;
    }
  }

  /** Handles the items of a batch, each under the cause of this moment. */
  forEach<T>(items: Iterable<T>, handle: (item: T) => void): void {
    for (const item of this.each(items)) handle(item);
  }

  /**
   * The items of a batch, for a loop that may wait between them: each begins under the cause of
   * this moment, and so does what comes after the loop.
   */
  each<T>(items: Iterable<T>): Iterable<T> {
    return new Batch(this, items, false);
  }

  /**
   * The items of a batch that one program works off in turn: each begins under the cause of
   * this moment, and what comes after the loop follows from the item that ended it.
   */
  inTurn<T>(items: Iterable<T>): Iterable<T> {
    return new Batch(this, items, true);
  }

  /** Leaves something for later together with the cause of this moment. */
  carry<T>(value: T): Carried<T> {
    return new Carried(this, value);
  }

  /**
   * Starts a process at the current moment, after the events already due now.
   * It belongs to `group`, or to the group of the process that starts it. In a group that has ended
   * nothing starts any more: then the task is cancelled from the beginning.
   */
  spawn<T>(name: string, process: Process<T>, group?: TaskGroup): Task<T> {
    const task = new Task<T>(this, name, process, this.#cause);
    const owner = group ?? this.#current?.group ?? this.#planner;
    if (owner?.ended === true) {
      task.cancel();
      return task;
    }
    owner?.add(task);
    this.#queue.push(this.#now, this.#now, task, undefined, task.epoch);
    return task;
  }

  /** Runs a callback after a delay, under the cause of this moment. */
  after(delay: Duration, callback: () => void): Timer {
    const cause = this.#cause;
    let live = true;
    // Without a name: what gives functions theirs is paid at each of millions of timers.
    this.#queue.push(
      this.#now,
      this.#now + delay,
      undefined,
      () => {
        if (!live) return;
        this.#cause = cause;
        callback();
      },
      0,
    );
    return {
      cancel: () => {
        live = false;
      },
    };
  }

  /**
   * `after` for what a process plans for itself: it is not done if the process group that plans it
   * has ended by then, and what it spawns belongs to that group.
   */
  afterOwn(delay: Duration, callback: () => void): Timer {
    const planner = this.#current?.group ?? this.#planner;
    return this.after(delay, () => {
      if (planner?.ended === true) return;
      this.#planner = planner;
      callback();
      this.#planner = undefined;
    });
  }

  /**
   * Plans something that comes from outside, under no cause: first at its moment, which must not
   * have begun.
   */
  input(at: SimTime, callback: () => void): void {
    this.#queue.pushInput(at, () => {
      this.#cause = 0;
      callback();
    });
  }

  /** Resumes a suspended task now, handing it `value` and the cause of the one who wakes it. */
  wake(task: Task, value: unknown): void {
    if (!task.suspended) return;
    task.suspended = false;
    task.wakeValue = value;
    task.cause = this.#cause;
    this.#queue.push(this.#now, this.#now, task, undefined, task.epoch);
  }

  /**
   * Dispatches events in order until the queue is empty, `until` is passed or `stop` says so.
   * Returns the number of events dispatched. The clock ends at `until` if the queue ran dry.
   */
  run(until: SimTime, stop?: () => boolean): number {
    const before = this.#events;
    for (;;) {
      const event = this.#queue.pop(this.#now, until);
      if (event === undefined) {
        if (until !== Number.POSITIVE_INFINITY && this.#now < until) this.#now = until;
        break;
      }
      this.#now = event.at;
      this.#events++;
      if (event.task !== undefined) {
        if (event.task.epoch === event.epoch) this.#resume(event.task);
      } else event.callback?.();
      this.#queue.release(event);
      if (stop?.() === true) break;
    }
    this.#current = undefined;
    this.#cause = 0;
    return this.#events - before;
  }

  #resume(task: Task): void {
    if (this.#current === task) throw new Error(`${task.name} resumes itself`);
    if (task.group?.passResume() === true) return;
    const outer = this.#current;
    this.#current = task;
    this.#cause = task.cause;
    task.suspended = false;
    const value = task.wakeValue;
    task.wakeValue = undefined;
    task.waitingFor = undefined;
    const step = task.process.next(value);
    task.cause = this.#cause;
    this.#current = outer;
    if (task.done) return; // cancelled by itself through its group
    if (step.done === true) task.finish(step.value);
    else this.#suspend(task, step.value);
  }

  #suspend(task: Task, suspension: Suspension): void {
    task.epoch++;
    if (typeof suspension === 'number') {
      if (suspension < 0) throw new Error(`${task.name} sleeps for ${suspension}`);
      this.#queue.push(this.#now, this.#now + suspension, task, undefined, task.epoch);
      return;
    }
    task.suspended = true;
    task.waitingFor = suspension;
    suspension.suspend(task);
  }
}

/** An iterator over the items of a batch. */
class Batch<T> implements Iterable<T>, Iterator<T> {
  readonly #sim: Simulation;
  readonly #items: Iterator<T>;
  readonly #cause: Cause;
  readonly #staysWithLast: boolean;

  constructor(sim: Simulation, items: Iterable<T>, staysWithLast: boolean) {
    this.#sim = sim;
    this.#items = items[Symbol.iterator]();
    this.#cause = sim.cause;
    this.#staysWithLast = staysWithLast;
  }

  [Symbol.iterator](): Iterator<T> {
    return this;
  }

  next(): IteratorResult<T> {
    const step = this.#items.next();
    if (step.done !== true || !this.#staysWithLast) goOn(this.#sim, this.#cause);
    return step;
  }

  /** The loop was left early. */
  return(): IteratorResult<T> {
    if (!this.#staysWithLast) goOn(this.#sim, this.#cause);
    this.#items.return?.();
    return { done: true, value: undefined };
  }
}

/** Suspends the calling process for a length of virtual time. */
export function* sleep(duration: Duration): Process {
  yield duration;
}

/**
 * The discrete-event kernel: a virtual clock, one total order of events (time, then sequence) and
 * processes as generator functions, in the manner of SimPy.
 *
 * In: processes. Out: they run to the end, each resumed at its moment; nothing here reads a real
 * clock or a random number. Every suspension remembers the cause (a fact id) that its process was
 * working on, and whoever wakes it hands over its own.
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

export class Simulation implements Scheduler {
  #now: SimTime = 0;
  #events = 0;
  #current: Task | undefined;
  readonly #queue = new EventQueue();

  /** The cause of whatever runs at this moment. The tracer moves it on with every fact. */
  cause: Cause = 0;

  get now(): SimTime {
    return this.#now;
  }

  /** How many events were dispatched so far. */
  get eventCount(): number {
    return this.#events;
  }

  get currentTask(): Task | undefined {
    return this.#current;
  }

  /**
   * Starts a process at the current moment, after the events already due now.
   * It belongs to `group`, or to the group of the process that starts it.
   */
  spawn<T>(name: string, process: Process<T>, group?: TaskGroup): Task<T> {
    const task = new Task<T>(this, name, process, this.cause);
    const owner = group ?? this.#current?.group;
    owner?.add(task);
    this.#queue.push(this.#now, this.#now, task, undefined, task.epoch);
    return task;
  }

  /** Runs a callback after a delay, under the cause of this moment. */
  after(delay: Duration, callback: () => void): Timer {
    const cause = this.cause;
    let live = true;
    const fire = (): void => {
      if (!live) return;
      this.cause = cause;
      callback();
    };
    this.#queue.push(this.#now, this.#now + delay, undefined, fire, 0);
    return {
      cancel: () => {
        live = false;
      },
    };
  }

  /** Resumes a suspended task now, handing it `value` and the cause of the one who wakes it. */
  wake(task: Task, value: unknown): void {
    if (!task.suspended) return;
    task.suspended = false;
    task.wakeValue = value;
    task.cause = this.cause;
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
    this.cause = 0;
    return this.#events - before;
  }

  #resume(task: Task): void {
    if (this.#current === task) throw new Error(`${task.name} resumes itself`);
    const outer = this.#current;
    this.#current = task;
    this.cause = task.cause;
    task.suspended = false;
    const value = task.wakeValue;
    task.wakeValue = undefined;
    task.waitingFor = undefined;
    const step = task.process.next(value);
    task.cause = this.cause;
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

/** Suspends the calling process for a length of virtual time. */
export function* sleep(duration: Duration): Process {
  yield duration;
}

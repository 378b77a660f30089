/** Ways for processes to wait for each other: a signal, a channel, and the first of several. */
import type { Duration } from '#base/sim-time';
import type { Carried, Process, Simulation, Suspendable, Suspension } from './simulation.ts';
import type { Task } from './task.ts';
import { WaitList } from './wait-list.ts';

/** Wakes whoever waits. It has no memory: a notice that nobody waits for is lost. */
export class Signal implements Suspendable {
  readonly #sim: Simulation;
  readonly #waiting = new WaitList<Task>();

  constructor(sim: Simulation) {
    this.#sim = sim;
  }

  *wait(): Process {
    yield this;
  }

  /** Wakes every waiting task, in the order in which they came. */
  notifyAll(): void {
    if (this.#waiting.isEmpty) return;
    for (const task of this.#waiting.takeAll()) this.#sim.wake(task, this);
  }

  /** Wakes the task that has waited longest. */
  notifyOne(): void {
    const task = this.#waiting.takeFirst();
    if (task !== undefined) this.#sim.wake(task, this);
  }

  suspend(task: Task): void {
    this.#waiting.add(task);
  }

  abandon(task: Task): void {
    this.#waiting.delete(task);
  }
}

/**
 * An unbounded queue between processes. An item carries the cause it was sent under, and the
 * process that receives it goes on under that cause.
 */
export class Channel<T> {
  readonly #sim: Simulation;
  readonly #items: Carried<T>[] = [];
  readonly #arrived: Signal;
  #closed = false;

  constructor(sim: Simulation) {
    this.#sim = sim;
    this.#arrived = new Signal(sim);
  }

  get length(): number {
    return this.#items.length;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Notified when an item arrives or the channel closes. */
  get arrived(): Signal {
    return this.#arrived;
  }

  /** Appends an item; a closed channel drops it. */
  send(value: T): void {
    if (this.#closed) return;
    this.#items.push(this.#sim.carry(value));
    this.#arrived.notifyOne();
  }

  /** No further items; what is inside can still be received. */
  close(): void {
    this.#closed = true;
    this.#arrived.notifyAll();
  }

  /** Takes the oldest item if there is one, moving the process to its cause. */
  tryReceive(): T | undefined {
    return this.#items.shift()?.take();
  }

  /** Waits for an item; `undefined` once the channel is closed and empty. */
  *receive(): Process<T | undefined> {
    while (this.#items.length === 0) {
      if (this.#closed) return undefined;
      yield this.#arrived;
    }
    return this.tryReceive();
  }
}

/** Waits for whichever comes first; the timeout, in microseconds, may be the only one. */
class FirstOf implements Suspendable {
  readonly #sim: Simulation;
  readonly #parts: readonly Suspendable[];
  readonly #timeout: Duration | undefined;

  constructor(sim: Simulation, parts: readonly Suspendable[], timeout: Duration | undefined) {
    this.#sim = sim;
    this.#parts = parts;
    this.#timeout = timeout;
  }

  suspend(task: Task): void {
    for (const part of this.#parts) part.suspend(task);
    if (this.#timeout === undefined) return;
    const epoch = task.epoch;
    this.#sim.after(this.#timeout, () => {
      if (task.epoch === epoch) this.#sim.wake(task, 'timeout');
    });
  }

  abandon(task: Task): void {
    for (const part of this.#parts) part.abandon(task);
  }
}

/**
 * Waits until one of `parts` wakes the process or `timeout` has passed.
 * Returns the part that came first, or `'timeout'`.
 */
export function* firstOf<S extends Suspendable>(
  sim: Simulation,
  parts: readonly S[],
  timeout?: Duration,
): Process<S | 'timeout'> {
  const wait = new FirstOf(sim, parts, timeout);
  const winner = (yield wait as Suspension) as S | 'timeout';
  const task = sim.currentTask;
  if (task !== undefined) wait.abandon(task);
  return winner;
}

/** A command on its way through the log; its proposer waits on it. */
import type { Cause, Simulation, Suspendable } from '#sim/simulation';
import type { Task } from '#sim/task';

export class Proposal<T> implements Suspendable {
  /** Some member has applied the command and emitted its facts. */
  emitted = false;
  /** The member that received the command ended before it could answer. */
  lost = false;
  result: { readonly value: T } | undefined;
  readonly #sim: Simulation;
  #cause: Cause;
  #waiting: Task | undefined;

  constructor(sim: Simulation) {
    this.#sim = sim;
    this.#cause = sim.cause;
  }

  /** The cause of the command; after it was applied, the fact of its commit. */
  get cause(): Cause {
    return this.#cause;
  }

  appliedUnder(cause: Cause): void {
    this.#cause = cause;
  }

  /** Wakes the proposer under the present cause. */
  resolve(value: T): void {
    this.result = { value };
    this.#wake();
  }

  lose(): void {
    this.lost = true;
    this.#sim.under(this.#cause, () => this.#wake());
  }

  /** The log holds a proposal long after it was applied; it must not hold its proposer. */
  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) this.#sim.wake(waiting, this);
  }

  suspend(task: Task): void {
    this.#waiting = task;
  }

  abandon(): void {
    this.#waiting = undefined;
  }
}

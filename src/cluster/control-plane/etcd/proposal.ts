/** A command on its way through the log; whoever proposed it waits on it. */
import type { Simulation, Suspendable } from '#sim/simulation';
import type { Task } from '#sim/task';

export class Proposal<T> implements Suspendable {
  /** What the command follows from; after it was applied, the fact that says so. */
  cause: number;
  /** Some member has applied the command, and the trace knows. */
  told = false;
  /** The member that was asked ended before it could answer. */
  lost = false;
  result: { readonly value: T } | undefined;
  readonly #sim: Simulation;
  #waiting: Task | undefined;

  constructor(sim: Simulation) {
    this.#sim = sim;
    this.cause = sim.cause;
  }

  /** Wakes the proposer under the present cause. */
  resolve(value: T): void {
    this.result = { value };
    if (this.#waiting !== undefined) this.#sim.wake(this.#waiting, this);
  }

  lose(): void {
    this.lost = true;
    this.#sim.cause = this.cause;
    if (this.#waiting !== undefined) this.#sim.wake(this.#waiting, this);
  }

  suspend(task: Task): void {
    this.#waiting = task;
  }

  abandon(): void {
    this.#waiting = undefined;
  }
}

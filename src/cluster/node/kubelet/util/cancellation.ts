/**
 * Cancels work under way. Models Go's context.WithCancel for the calls to the runtime.
 */
import { firstOf, Signal } from '#sim/signal';
import type { Process, Simulation, Suspendable } from '#sim/simulation';

export class Cancellation {
  readonly #sim: Simulation;
  #cancelled = false;
  readonly signal: Signal;

  constructor(sim: Simulation) {
    this.#sim = sim;
    this.signal = new Signal(sim);
  }

  get cancelled(): boolean {
    return this.#cancelled;
  }

  cancel(): void {
    this.#cancelled = true;
    this.signal.notifyAll();
  }

  /** Runs the process and returns its result; `undefined` when it was cancelled. */
  *race<T>(name: string, process: Process<T>): Process<T | undefined> {
    if (this.#cancelled) return undefined;
    const sim = this.#sim;
    const task = sim.spawn(name, process);
    const parts: readonly Suspendable[] = [task, this.signal];
    const first = yield* firstOf(sim, parts);
    if (first === this.signal) {
      task.cancel();
      return undefined;
    }
    return yield* task.join();
  }
}

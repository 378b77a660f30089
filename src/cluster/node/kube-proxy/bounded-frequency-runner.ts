/**
 * Runs a function on request, at most once per interval, but soon after the first request. Models
 * kubernetes/pkg/proxy/runner/bounded_frequency_runner.go.
 */
import type { Duration, SimTime } from '#base/sim-time';
import { firstOf, Signal } from '#sim/signal';
import type { Carried, Process, Simulation } from '#sim/simulation';

export interface RunnerOptions {
  readonly minInterval: Duration;
  /** Without requests it runs this often. */
  readonly maxInterval: Duration;
  readonly work: (why: 'asked' | 'interval') => Process;
}

export class BoundedFrequencyRunner {
  readonly #sim: Simulation;
  readonly #options: RunnerOptions;
  readonly #asked: Signal;
  #request: Carried<'asked'> | undefined;
  #lastRun: SimTime = Number.NEGATIVE_INFINITY;

  constructor(sim: Simulation, options: RunnerOptions) {
    this.#sim = sim;
    this.#options = options;
    this.#asked = new Signal(sim);
  }

  /** Requests a run. Several requests before it starts become one run, caused by the last. */
  run(): void {
    this.#request = this.#sim.carry('asked');
    this.#asked.notifyAll();
  }

  *loop(): Process {
    const { minInterval, maxInterval, work } = this.#options;
    for (;;) {
      let why: 'asked' | 'interval' = 'asked';
      if (this.#request === undefined) {
        const first = yield* firstOf(this.#sim, [this.#asked], maxInterval);
        if (first === 'timeout') why = 'interval';
      }
      const wait = this.#lastRun + minInterval - this.#sim.now;
      if (wait > 0) yield wait;
      this.#request?.take();
      this.#request = undefined;
      this.#lastRun = this.#sim.now;
      yield* work(why);
    }
  }
}

/**
 * How fast the tests wait: the real time that they took, beside the clusters' own time.
 *
 * A test waits until its cluster has done something, which takes the cluster's own time: at a speed
 * of 10, less of the clock's. It also waits by the clock (a pause of its own, or to see that
 * nothing happens), which no speed makes shorter. A slow machine lets clusters fall behind.
 */
import type { Server } from './suite.ts';

export class Pace {
  readonly #servers: readonly Server[];
  readonly #speed: number;
  #began = { real: 0, virtual: 0 };

  constructor(servers: readonly Server[], speed: number) {
    this.#servers = servers;
    this.#speed = speed;
  }

  async begin(): Promise<void> {
    this.#began = await this.#now();
  }

  /** What has passed; `tests`: the seconds of all tests, one after the other. */
  async words(tests: number): Promise<string> {
    const { real, virtual } = await this.#now();
    const [took, passed] = [real - this.#began.real, virtual - this.#began.virtual];
    const reached = passed / took;
    return (
      `${took.toFixed(0)} s by the clock, ${passed.toFixed(0)} s in each cluster: ` +
      `${reached.toFixed(2)} of ${this.#speed} to one. ` +
      `The tests took ${tests} s, in which ${(tests * reached).toFixed(0)} s passed for them.`
    );
  }

  /** Real seconds, and the mean of the clusters'. */
  async #now(): Promise<{ readonly real: number; readonly virtual: number }> {
    const moments = await Promise.all(this.#servers.map((server) => server.now()));
    const virtual = moments.reduce((sum, each) => sum + each, 0) / moments.length;
    return { real: performance.now() / 1000, virtual };
  }
}

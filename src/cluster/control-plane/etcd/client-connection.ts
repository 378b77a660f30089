/**
 * The API server's connection to one member of etcd, over a network that can be cut.
 *
 * Models gRPC's keepalive of client/v3: while nothing passes, calls and events wait; data is sent
 * again when the way is mended soon enough, else the connection is lost, and so is what was on it.
 */
import { type Duration, second } from '#base/sim-time';
import { firstOf, Signal } from '#sim/signal';
import type { Process, Simulation } from '#sim/simulation';

/** Source: k8s.io/apiserver factory/etcd3.go: keepaliveTime 30 s and keepaliveTimeout 10 s. */
const lostAfter: Duration = 40 * second;

export class ClientConnection {
  readonly #sim: Simulation;
  /** Notified when the way is mended or the connection is lost. */
  readonly #changed: Signal;
  #up = true;
  #number = 1;
  #lost = false;

  constructor(sim: Simulation) {
    this.#sim = sim;
    this.#changed = new Signal(sim);
  }

  /** Whether something passes now. */
  get up(): boolean {
    return this.#up;
  }

  /** Whether calls still go over it. */
  get connected(): boolean {
    return !this.#lost;
  }

  /** Another number once the connection is lost. */
  get number(): number {
    return this.#number;
  }

  cut(): void {
    if (!this.#up) return;
    this.#up = false;
    const { number } = this;
    this.#sim.after(lostAfter, () => {
      if (this.#up || number !== this.#number) return;
      this.#lost = true;
      this.#number++;
      this.#changed.notifyAll();
    });
  }

  mend(): void {
    if (this.#up) return;
    this.#up = true;
    this.#lost = false;
    this.#changed.notifyAll();
  }

  /** Waits while nothing passes: whether what was on its way over this connection arrives. */
  *arrives(number: number): Process<boolean> {
    while (!this.#up && number === this.#number) {
      yield* this.#sim.asideProcess(this.#changed.wait());
    }
    return number === this.#number;
  }

  /** Waits for a signal, or until the way changes. */
  *untilChange(signals: readonly Signal[]): Process {
    yield* firstOf(this.#sim, [...signals, this.#changed]);
  }
}

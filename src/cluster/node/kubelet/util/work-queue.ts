/**
 * When each pod is due for its next sync. Models kubernetes/pkg/kubelet/util/queue/work_queue.go.
 * The owner polls once a second; the earliest due time makes an empty poll free.
 */
import type { Duration, SimTime } from '#base/sim-time';
import type { Cause, Simulation } from '#sim/simulation';

interface Entry {
  readonly at: SimTime;
  readonly cause: Cause;
}

export class WorkQueue {
  readonly #sim: Simulation;
  readonly #due = new Map<string, Entry>();
  #earliest: SimTime = Number.POSITIVE_INFINITY;

  constructor(sim: Simulation) {
    this.#sim = sim;
  }

  /** Replaces what was planned for the pod. */
  enqueue(uid: string, delay: Duration): void {
    const at = this.#sim.now + delay;
    this.#due.set(uid, { at, cause: this.#sim.cause });
    this.#earliest = Math.min(this.#earliest, at);
  }

  forget(uid: string): void {
    this.#due.delete(uid);
  }

  get ready(): boolean {
    return this.#earliest <= this.#sim.now;
  }

  /** Takes the pods that are due. */
  takeReady(): readonly string[] {
    const ready: string[] = [];
    let earliest: SimTime = Number.POSITIVE_INFINITY;
    for (const [uid, { at }] of this.#due) {
      if (at <= this.#sim.now) ready.push(uid);
      else earliest = Math.min(earliest, at);
    }
    for (const uid of ready) this.#due.delete(uid);
    this.#earliest = earliest;
    return ready;
  }
}

/**
 * The pod cache: the newest runtime status of each pod, written by the PLEG, read by pod workers.
 *
 * Models kubernetes/pkg/kubelet/container/cache.go. A worker asks for a status newer than its last
 * sync; a relist that found nothing new counts as newer too (the cache's global timestamp).
 */
import type { SimTime } from '#base/sim-time';
import { firstOf, Signal } from '#sim/signal';
import type { Process, Simulation } from '#sim/simulation';
import { emptyRuntimeStatus, type RuntimePodStatus } from './runtime-status.ts';

/** When the PLEG relists. A relist that cannot find anything is skipped but counts. */
export interface Relists {
  /** The start of the last relist that is finished. */
  last(now: SimTime): SimTime;
  next(now: SimTime): SimTime;
  /** Notified when a relist of all pods is finished. */
  readonly finished: Signal;
}

export class PodCache {
  readonly #sim: Simulation;
  readonly #entries = new Map<string, RuntimePodStatus>();
  readonly #changed = new Map<string, Signal>();
  readonly #relists: Relists;

  constructor(sim: Simulation, relists: Relists) {
    this.#sim = sim;
    this.#relists = relists;
  }

  /** The known status, or an empty one. */
  get(uid: string): RuntimePodStatus {
    return this.#entries.get(uid) ?? emptyRuntimeStatus(uid, 0);
  }

  set(uid: string, status: RuntimePodStatus): void {
    this.#entries.set(uid, status);
    this.#changed.get(uid)?.notifyAll();
  }

  delete(uid: string): void {
    this.#entries.delete(uid);
    this.#changed.delete(uid);
  }

  /** Waits for a status newer than `minTime`. Source: cache.GetNewerThan. */
  *getNewerThan(uid: string, minTime: SimTime): Process<RuntimePodStatus> {
    for (;;) {
      const entry = this.#entries.get(uid);
      if (entry !== undefined && entry.at > minTime) return entry;
      if (this.#relists.last(this.#sim.now) > minTime) return this.get(uid);
      const { finished } = this.#relists;
      const untilNext = this.#relists.next(this.#sim.now) - this.#sim.now;
      const news = firstOf(this.#sim, [this.#signal(uid), finished], untilNext);
      yield* this.#sim.asideProcess(news);
    }
  }

  #signal(uid: string): Signal {
    let signal = this.#changed.get(uid);
    if (signal === undefined) {
      signal = new Signal(this.#sim);
      this.#changed.set(uid, signal);
    }
    return signal;
  }
}

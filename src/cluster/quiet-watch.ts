/**
 * Tells since when nothing happens but heartbeats: no write except leases, events and what nodes
 * say of themselves. That is when a person would say that the cluster has settled.
 */
import type { SimTime } from '#base/sim-time';
import type { Tracer } from '#trace/tracer';

const heartbeat = /^\/registry\/(leases|masterleases|peerserverleases|events|minions|ranges)\//;

export class QuietWatch {
  readonly #tracer: Tracer;
  #seen = 0;
  #lastWrite: SimTime = 0;

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  /** The moment of the last write that counts, as far as the trace reaches now. */
  lastWrite(): SimTime {
    const { facts } = this.#tracer;
    for (; this.#seen < facts.length; this.#seen++) {
      const fact = facts[this.#seen];
      if (fact?.type === 'TxnCommitted' && !heartbeat.test(fact.key)) this.#lastWrite = fact.at;
    }
    return this.#lastWrite;
  }

  /** Restarts the count at a moment, because something is about to be done. */
  touch(at: SimTime): void {
    this.#lastWrite = Math.max(this.lastWrite(), at);
  }
}

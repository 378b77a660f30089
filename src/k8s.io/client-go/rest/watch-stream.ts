/**
 * The open body of a response: the events of a watch, or pieces of a log's text, in order, each
 * after the delay of the link.
 */
import type { SimTime } from '#base/sim-time';
import type { WatchEvent } from '#k8s.io/apimachinery/meta/v1';
import type { Link } from '#sim/network';
import { Channel, type Signal } from '#sim/signal';
import type { Process, Simulation } from '#sim/simulation';
import type { RequestId } from '#trace/facts/client-go';

/** What can break while something is still to come through it. */
export interface OpenStream {
  close(): void;
  /** Whether it goes over this link, and for `missed` whether something was lost on it. */
  crosses(link: Link, missed?: boolean): boolean;
  /** Of a watch: `pods`, `deployments.apps`. */
  readonly resource?: string;
  /** A watch ends in place of its first change at this revision or a later one. */
  endBefore?(revision: number): void;
}

export class WatchStream<Event = WatchEvent> implements OpenStream {
  readonly #sim: Simulation;
  readonly #channel: Channel<Event>;
  #link: Link | undefined;
  #open: Set<OpenStream> | undefined;
  #missed = false;
  #lastArrival: SimTime = 0;
  #closed = false;
  readonly #onClose: (() => void)[] = [];

  #endsBefore = Number.POSITIVE_INFINITY;

  /** The watch request that this stream answers. */
  readonly request: RequestId;
  readonly resource: string;

  constructor(sim: Simulation, request: RequestId, resource = '') {
    this.#sim = sim;
    this.request = request;
    this.resource = resource;
    this.#channel = new Channel(sim);
  }

  /** The transport says which link the events cross, and where open streams are kept. */
  attach(link: Link, open?: Set<OpenStream>): void {
    this.#link = link;
    if (open === undefined || this.#closed) return;
    this.#open = open;
    open.add(this);
  }

  crosses(link: Link, missed = false): boolean {
    return this.#link === link && (!missed || this.#missed);
  }

  get closed(): boolean {
    return this.#closed;
  }

  endBefore(revision: number): void {
    this.#endsBefore = revision;
  }

  /** Server side: ends when the change at a revision is one that may not come; whether it did. */
  endsAt(revision: number): boolean {
    if (revision < this.#endsBefore) return false;
    this.close();
    return true;
  }

  /** Notified when an event can be received or the stream has ended. */
  get arrived(): Signal {
    return this.#channel.arrived;
  }

  /** Server side: what to do when either side closes, after what was to do already. */
  onClose(callback: () => void): void {
    this.#onClose.push(callback);
  }

  /** Server side: sends one event; it arrives after all earlier ones. */
  send(event: Event): void {
    if (this.#closed) return;
    const connection = this.#link?.connection;
    const delay = this.#link?.delay() ?? 0;
    this.#lastArrival = Math.max(this.#lastArrival, this.#sim.now + delay);
    this.#sim.after(this.#lastArrival - this.#sim.now, () => {
      // What is sent before the stream is on a link goes with the answer that brings it there.
      if (connection !== undefined && connection !== this.#link?.connection) return;
      if (this.#link?.up !== false) this.#channel.send(event);
      else this.#missed = true;
    });
  }

  /** Ends the stream; events under way still arrive. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#open?.delete(this);
    for (const callback of this.#onClose) callback();
    this.#sim.after(Math.max(0, this.#lastArrival - this.#sim.now), () => this.#channel.close());
  }

  /** Client side: the next event; `undefined` when the stream has ended. */
  *receive(): Process<Event | undefined> {
    return yield* this.#channel.receive();
  }
}

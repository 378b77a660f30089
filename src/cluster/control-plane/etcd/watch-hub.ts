/**
 * The open watches of the store, indexed by directory, and the events on their way to them.
 *
 * Models etcd's watchableStore: a watcher gets every event of its prefix from its start revision
 * on, in revision order and without gaps. In: events when they commit. Out: channels.
 */
import { type Duration, ms } from '#base/sim-time';
import { Channel } from '#sim/signal';
import type { Simulation } from '#sim/simulation';
import type { EtcdWatch, EtcdWatchEvent, EtcdWatchProgress } from './client.ts';
import { directoryOf } from './mvcc-store.ts';

/** The time from the commit until the event reaches the watcher's end of the gRPC stream. */
const deliveryDelay: Duration = ms(0.25);

interface Watcher {
  readonly prefix: string;
  readonly events: Channel<EtcdWatchEvent | EtcdWatchProgress>;
}

export class WatchHub {
  readonly #sim: Simulation;
  readonly #revision: () => number;
  readonly #watchers = new Map<string, Set<Watcher>>();

  /** `revision` returns the store's present revision. */
  constructor(sim: Simulation, revision: () => number) {
    this.#sim = sim;
    this.#revision = revision;
  }

  /** Opens a watch that begins with `history`, which the caller has just read from the log. */
  open(prefix: string, history: readonly EtcdWatchEvent[]): EtcdWatch {
    const watcher: Watcher = { prefix, events: new Channel(this.#sim) };
    const directory = directoryOf(prefix);
    let group = this.#watchers.get(directory);
    if (group === undefined) {
      group = new Set();
      this.#watchers.set(directory, group);
    }
    group.add(watcher);
    for (const event of history) this.#deliver(watcher, event);
    const members = group;
    return {
      events: watcher.events,
      requestProgress: () => {
        const revision = this.#revision();
        this.#sim.after(deliveryDelay, () => watcher.events.send({ type: 'PROGRESS', revision }));
      },
      cancel: () => {
        members.delete(watcher);
        watcher.events.close();
      },
    };
  }

  /** Sends one committed event to all matching watchers, under the present cause. */
  publish(event: EtcdWatchEvent): void {
    const directory = directoryOf(event.kv.key);
    for (const watcher of this.#watchers.get(directory) ?? []) this.#deliver(watcher, event);
    // A watch over several directories is kept under the empty name.
    if (directory === '') return;
    for (const watcher of this.#watchers.get('') ?? []) this.#deliver(watcher, event);
  }

  #deliver(watcher: Watcher, event: EtcdWatchEvent): void {
    if (!event.kv.key.startsWith(watcher.prefix)) return;
    // The same delay for all events keeps them in revision order.
    this.#sim.after(deliveryDelay, () => watcher.events.send(event));
  }
}

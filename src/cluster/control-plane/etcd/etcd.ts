/**
 * etcd as its client sees it: one address for each member; a call goes to a member that is up.
 *
 * Models go.etcd.io/etcd client/v3: calls go to the members that are up in turn; a read is retried
 * when its member ends, a transaction is not; a watch continues at another member after the last
 * event that arrived. In: calls of `EtcdClient`. Out: responses of the members.
 */
import type { Prng } from '#base/prng';
import { err, ok, type Result } from '#base/result';
import { type Duration, ms, second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import { Link } from '#sim/network';
import { Channel, Signal } from '#sim/signal';
import { type Process, sleep } from '#sim/simulation';
import {
  type Compacted,
  type EtcdClient,
  EtcdError,
  type EtcdWatch,
  type EtcdWatchEvent,
  type EtcdWatchProgress,
  type RangeRequest,
  type RangeResponse,
  type TxnRequest,
  type TxnResponse,
} from './client.ts';
import { ClientConnection } from './client-connection.ts';
import { errCompacted, errConnectionLost, errFutureRevision } from './errors.ts';
import { EtcdMember, type LoggedCommand } from './etcd-member.ts';
import type { EtcdCommand, EtcdResult } from './key-space.ts';
import type { RaftMessage } from './raft/message.ts';

/** One-way latency between the API server and a member. */
const hopLatency: Duration = ms(0.08);
const hopJitter: Duration = ms(0.06);
/** One-way latency between two members: other machines of the same room. */
const peerLink = { latency: ms(0.2), jitter: ms(0.2) };
/** Source: client/v3 and k8s.io/apiserver etcd3.go: a lost connection is retried within 3 s. */
const reconnectMax: Duration = 3 * second;
/** Source: client/v3 watch.go maxBackoff. */
const watchBackoff: Duration = ms(100);

/** The person reads the error of a member without a majority, and lets it be. */
function* compactAt(member: EtcdMember, revision: number): Process {
  try {
    yield* member.propose({ kind: 'compact', revision });
  } catch (error) {
    if (!(error instanceof EtcdError)) throw error;
  }
}

const lost = (): EtcdError => new EtcdError(errConnectionLost);

export class Etcd implements EtcdClient {
  readonly members: readonly EtcdMember[];
  readonly #env: Environment;
  readonly #prng: Prng;
  readonly #links = new Map<string, Link>();
  readonly #connections = new Map<EtcdMember, ClientConnection>();
  readonly #cameUp: Signal;
  #calls = 0;

  /** `size` members, named `m1`, `m2`, … as in etcd's command lines. */
  constructor(env: Environment, size = 1) {
    this.#env = env;
    this.#prng = env.prng.fork('etcd');
    this.#cameUp = new Signal(env.sim);
    const firstLease = 1 + this.#prng.nextInt(2 ** 31) * 2 ** 16;
    const peers = Array.from({ length: size }, (_, index) => `m${index + 1}`);
    this.members = peers.map((name) => {
      const prng = size === 1 ? this.#prng : this.#prng.fork(name);
      const send = (message: RaftMessage<LoggedCommand>): void => this.#carry(message);
      return new EtcdMember(env, prng, { name, peers, firstLease, send });
    });
  }

  /** Whether any member has its port open. */
  get available(): boolean {
    for (const { serving } of this.members) if (serving) return true;
    return false;
  }

  /** The revision of the first member's keys, for tests and checks. */
  get revision(): number {
    return this.members[0]?.keySpace.store.revision ?? 0;
  }

  /**
   * The process of a member, by default the first. Callers that wait for a connection are notified.
   */
  *run(member = this.members[0]): Process {
    if (member === undefined) return;
    const running = member.run();
    try {
      // After its first step a member's process either serves or is opening its files.
      for (let step = running.next(); step.done !== true; ) {
        if (member.serving) this.#cameUp.notifyAll();
        step = running.next(yield step.value);
      }
    } finally {
      running.return();
    }
  }

  *range(request: RangeRequest): Process<RangeResponse> {
    for (;;) {
      const member = this.#nextInTurn() ?? (yield* this.#connect());
      try {
        const response = yield* this.#over(member, () => member.range(request));
        yield this.#hop();
        return response;
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
      }
    }
  }

  *txn(request: TxnRequest): Process<TxnResponse> {
    return (yield* this.#propose({ kind: 'txn', request })) as TxnResponse;
  }

  *grantLease(ttlSeconds: number): Process<number> {
    return (yield* this.#propose({ kind: 'lease-grant', ttlSeconds })) as number;
  }

  *compact(revision: number): Process {
    yield* this.#propose({ kind: 'compact', revision });
  }

  *watch(prefix: string, startRevision: number): Process<EtcdWatch | Compacted> {
    yield this.#hop();
    const member = yield* this.#connect();
    const { store, watches } = member.keySpace;
    const { compactRevision } = store;
    if (startRevision > 0 && startRevision <= compactRevision) return { compactRevision };
    const history = startRevision === 0 ? [] : store.eventsFrom(startRevision);
    const opened = watches.open(prefix, history);
    if (this.members.length === 1) return opened;
    return this.#resuming(prefix, member, opened, startRevision);
  }

  /** A watch that moves to another member when its own ends. Source: client/v3 watch.go resume. */
  #resuming(
    prefix: string,
    first: EtcdMember,
    opened: EtcdWatch,
    startRevision: number,
  ): EtcdWatch {
    const { sim } = this.#env;
    const events = new Channel<EtcdWatchEvent | EtcdWatchProgress>(sim);
    let current = opened;
    let next = startRevision;
    const moves = { cancelled: false };
    const cluster = this;
    function* follow(): Process {
      let member = first;
      let { number } = cluster.#connectionOf(member);
      while (!moves.cancelled) {
        const event = yield* cluster.#nextEvent(current, member, number);
        if (moves.cancelled) return;
        if (event !== undefined) {
          next = Math.max(next, ('kv' in event ? event.kv.modRevision : event.revision) + 1);
          events.send(event);
          continue;
        }
        if (member.serving) current.cancel();
        // Where no leader is known the watch ends at once; it is opened again after a moment.
        if (!member.knowsLeader) yield* sleep(watchBackoff);
        member = yield* cluster.#connect();
        ({ number } = cluster.#connectionOf(member));
        const { store, watches } = member.keySpace;
        if (next > 0 && next <= store.compactRevision) return events.close();
        current = watches.open(prefix, store.eventsFrom(next));
      }
    }
    const task = sim.spawn('etcd watch', follow());
    return {
      events,
      requestProgress: () => current.requestProgress(),
      cancel: () => {
        moves.cancelled = true;
        current.cancel();
        task.cancel();
        events.close();
      },
    };
  }

  /**
   * The watch's next event; `undefined` when its member has ended or is without a leader, or the
   * connection is lost.
   */
  *#nextEvent(
    watch: EtcdWatch,
    member: EtcdMember,
    number: number,
  ): Process<EtcdWatchEvent | EtcdWatchProgress | undefined> {
    const connection = this.#connectionOf(member);
    while (watch.events.length === 0 || !connection.up) {
      if (!member.serving || !member.knowsLeader || number !== connection.number) return undefined;
      yield* connection.untilChange([watch.events.arrived, ...member.ends]);
    }
    return number === connection.number ? watch.events.tryReceive() : undefined;
  }

  *#propose(command: EtcdCommand): Process<EtcdResult> {
    yield this.#hop();
    const member = this.#nextInTurn() ?? (yield* this.#connect());
    const result = yield* this.#over(member, () => member.propose(command));
    yield this.#hop();
    return result;
  }

  /** A call over a connection: it may wait there, and answer and request may be lost with it. */
  *#over<T>(member: EtcdMember, call: () => Process<T>): Process<T> {
    const connection = this.#connectionOf(member);
    const { number } = connection;
    if (!connection.up && !(yield* connection.arrives(number))) throw lost();
    const answer = yield* call();
    if (!connection.up && !(yield* connection.arrives(number))) throw lost();
    if (number !== connection.number) throw lost();
    return answer;
  }

  #nextInTurn(): EtcdMember | undefined {
    if (this.members.length === 1) {
      const only = this.members[0];
      return only?.serving === true ? only : undefined;
    }
    const up = this.members.filter(
      (member) => member.serving && this.#connectionOf(member).connected,
    );
    return up[this.#calls++ % Math.max(1, up.length)];
  }

  /** The next member in turn that is up; waits if none is. */
  *#connect(): Process<EtcdMember> {
    for (;;) {
      const member = this.#nextInTurn();
      if (member !== undefined) return member;
      yield* this.#cameUp.wait();
      yield this.#prng.nextInt(reconnectMax);
    }
  }

  /**
   * What `etcdctl compact` does beside a member that runs; 0: up to its present revision. Refused
   * in etcd's words when the revision is gone already or still to come.
   */
  compaction(revision: number): Result<Process, string> {
    const member = this.members.find(({ serving }) => serving);
    if (member === undefined) return err('context deadline exceeded');
    const { store } = member.keySpace;
    const upTo = revision === 0 ? store.revision : revision;
    if (upTo > store.revision) return err(errFutureRevision);
    if (revision > 0 && upTo <= store.compactRevision) return err(errCompacted);
    return ok(compactAt(member, upTo));
  }

  /** The way between the API server and one of several members; none to one on its own machine. */
  wayToClient(name: string): { cut(): void; mend(): void } | undefined {
    const member = this.#named(name);
    if (member === undefined || this.members.length === 1) return undefined;
    const connection = this.#connectionOf(member);
    return {
      cut: () => connection.cut(),
      mend: () => {
        connection.mend();
        this.#cameUp.notifyAll();
      },
    };
  }

  /** The way between two members, in both directions. */
  wayBetween(one: string, other: string): { cut(): void; mend(): void } | undefined {
    const [from, to] = [this.#named(one), this.#named(other)];
    if (from === undefined || to === undefined || from === to) return undefined;
    const links = [this.#link(from.name, to.name), this.#link(to.name, from.name)];
    return {
      cut: () => {
        for (const link of links) link.cut('partition');
      },
      mend: () => {
        for (const link of links) link.mend('partition');
      },
    };
  }

  /** `etcd/m2` */
  #named(name: string): EtcdMember | undefined {
    return this.members.find(({ component }) => component === name);
  }

  #connectionOf(member: EtcdMember): ClientConnection {
    let connection = this.#connections.get(member);
    if (connection === undefined) {
      connection = new ClientConnection(this.#env.sim);
      this.#connections.set(member, connection);
    }
    return connection;
  }

  #carry(message: RaftMessage<LoggedCommand>): void {
    const link = this.#link(message.from, message.to);
    if (!link.up) return;
    const receiver = this.members.find(({ name }) => name === message.to);
    this.#env.sim.after(link.delay(), () => {
      if (link.up) receiver?.receive(message);
    });
  }

  #link(from: string, to: string): Link {
    const name = `${from} ${to}`;
    let link = this.#links.get(name);
    if (link === undefined) {
      link = new Link(peerLink, this.#prng.fork(name));
      this.#links.set(name, link);
    }
    return link;
  }

  /** A random one-way latency between the API server and a member. */
  #hop(): Duration {
    return hopLatency + this.#prng.nextInt(hopJitter + 1);
  }
}

const isConnectionLost = (error: unknown): boolean =>
  error instanceof EtcdError && error.message === errConnectionLost;

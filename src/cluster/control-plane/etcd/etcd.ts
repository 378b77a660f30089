/**
 * etcd: one member that keeps everything the API server stores.
 *
 * Models etcd 3.6 as Kubernetes uses it: linearizable ranges, one-key transactions that compare a
 * mod revision, watches by prefix, leases, compaction. Proposals that come while the log is being
 * synced to disk share the next sync, as in raft's ready loop; they commit in order of arrival.
 * In: calls of `EtcdClient`. Out: answers, watch events, and the facts of trace/events/etcd.ts.
 */
import type { Prng } from '#base/prng';
import { type Duration, ms, second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import { Signal } from '#sim/signal';
import { type Process, type Simulation, type Suspendable, sleep } from '#sim/simulation';
import type { Task, TaskGroup } from '#sim/task';
import type { Tracer } from '#trace/tracer';
import type {
  Compacted,
  EtcdClient,
  EtcdWatch,
  RangeRequest,
  RangeResponse,
  TxnRequest,
  TxnResponse,
} from './client.ts';
import { Lessor } from './lessor.ts';
import { MvccStore } from './mvcc-store.ts';
import { WatchHub } from './watch-hub.ts';

const component = 'etcd';

/** One way between the API server and etcd: the same machine. */
const hopLatency: Duration = ms(0.08);
const hopJitter: Duration = ms(0.06);
/** A write-ahead log entry reaches the disk. */
const fsyncLatency: Duration = ms(0.7);
const fsyncJitter: Duration = ms(0.7);
/** ReadIndex and the lookup itself. */
const readLatency: Duration = ms(0.2);
const readJitter: Duration = ms(0.15);

/** A proposal in raft's queue; whoever made it waits on it. */
class Proposal<T> implements Suspendable {
  readonly cause: number;
  readonly #sim: Simulation;
  readonly #apply: () => T;
  #waiting: Task | undefined;
  #result: { readonly value: T } | undefined;

  constructor(sim: Simulation, apply: () => T) {
    this.#sim = sim;
    this.#apply = apply;
    this.cause = sim.cause;
  }

  /** Commits under the cause of the proposer and wakes it. */
  commit(): void {
    this.#sim.cause = this.cause;
    this.#result = { value: this.#apply() };
    if (this.#waiting !== undefined) this.#sim.wake(this.#waiting, undefined);
  }

  *wait(): Process<T> {
    while (this.#result === undefined) yield this;
    return this.#result.value;
  }

  suspend(task: Task): void {
    this.#waiting = task;
  }

  abandon(): void {
    this.#waiting = undefined;
  }
}

export class Etcd implements EtcdClient {
  readonly #sim: Simulation;
  readonly #tracer: Tracer;
  readonly #prng: Prng;
  readonly #store = new MvccStore();
  readonly #watches: WatchHub;
  readonly #lessor: Lessor;
  readonly #proposed: Signal;
  #proposals: Proposal<unknown>[] = [];
  #group: TaskGroup | undefined;

  constructor(env: Environment) {
    this.#sim = env.sim;
    this.#tracer = env.tracer;
    this.#prng = env.prng.fork(component);
    this.#watches = new WatchHub(env.sim, () => this.#store.revision);
    this.#lessor = new Lessor(1 + this.#prng.nextInt(2 ** 31) * 2 ** 16);
    this.#proposed = new Signal(env.sim);
  }

  /** The store's present revision, for tests and checks. */
  get revision(): number {
    return this.#store.revision;
  }

  /** The member's process: syncs and applies proposals until it is stopped. */
  *run(): Process {
    this.#group = this.#sim.currentTask?.group;
    this.#tracer.emitRoot({
      type: 'ComponentStarted',
      component,
      version: '3.6.16',
      flags: ['--data-dir=/var/lib/etcd', '--listen-client-urls=https://127.0.0.1:2379'],
    });
    for (;;) {
      while (this.#proposals.length === 0) yield* this.#proposed.wait();
      yield* sleep(fsyncLatency + this.#prng.nextInt(fsyncJitter + 1));
      const batch = this.#proposals;
      this.#proposals = [];
      for (const proposal of batch) proposal.commit();
    }
  }

  *range(request: RangeRequest): Process<RangeResponse> {
    yield* sleep(readLatency + this.#prng.nextInt(readJitter + 1));
    const response = this.#store.range(request);
    this.#tracer.emit({
      type: 'RangeRead',
      component,
      key: request.key,
      count: response.count,
      revision: response.revision,
    });
    yield* this.#hop();
    return response;
  }

  *txn(request: TxnRequest): Process<TxnResponse> {
    return yield* this.#propose(() => this.#applyTxn(request));
  }

  *watch(prefix: string, startRevision: number): Process<EtcdWatch | Compacted> {
    yield* this.#hop();
    const { compactRevision } = this.#store;
    if (startRevision > 0 && startRevision <= compactRevision) return { compactRevision };
    const history = startRevision === 0 ? [] : this.#store.eventsFrom(startRevision);
    const watch = this.#watches.open(prefix, history);
    return watch;
  }

  *grantLease(ttlSeconds: number): Process<number> {
    return yield* this.#propose(() => {
      const lease = this.#lessor.grant();
      this.#tracer.emit({ type: 'LeaseGranted', component, lease, ttlSeconds });
      this.#sim.spawn('etcd lease', this.#expire(lease, ttlSeconds * second), this.#group);
      return lease;
    });
  }

  *compact(revision: number): Process {
    yield* this.#propose(() => this.#store.compact(revision));
  }

  /** Queues a change for the next sync of the log and waits for what came of it. */
  *#propose<T>(apply: () => T): Process<T> {
    yield* this.#hop();
    const proposal = new Proposal(this.#sim, apply);
    this.#proposals.push(proposal as Proposal<unknown>);
    this.#proposed.notifyOne();
    const result = yield* proposal.wait();
    yield* this.#hop();
    return result;
  }

  #hop(): Process {
    return sleep(hopLatency + this.#prng.nextInt(hopJitter + 1));
  }

  #applyTxn(request: TxnRequest): TxnResponse {
    const { op, key, expectedRevision } = request;
    const present = this.#store.get(key);
    const actualRevision = present?.modRevision ?? 0;
    if (actualRevision !== expectedRevision || (op === 'delete' && present === undefined)) {
      this.#tracer.emit({ type: 'TxnRefused', component, key, expectedRevision, actualRevision });
      return { succeeded: false, revision: this.#store.revision, kv: present };
    }
    return { succeeded: true, ...this.#commit(request) };
  }

  /** Writes, tells the trace, and lets the watchers know; the cause ends at the commit. */
  #commit(request: Pick<TxnRequest, 'op' | 'key' | 'value' | 'lease'>) {
    const event = this.#store.apply(request);
    const { kv, prevKv } = event;
    this.#lessor.move(kv.key, prevKv?.lease ?? 0, kv.lease);
    this.#tracer.emit({
      type: 'TxnCommitted',
      component,
      revision: kv.modRevision,
      op: request.op,
      key: kv.key,
      version: kv.version,
      createRevision: kv.createRevision,
      lease: kv.lease,
      ...(request.op === 'put' ? { value: kv.value } : {}),
    });
    this.#watches.publish(event);
    return { revision: kv.modRevision, kv: request.op === 'put' ? kv : prevKv };
  }

  /** Lets a lease run out: its keys go, one revision each. */
  *#expire(lease: number, ttl: Duration): Process {
    yield* sleep(ttl);
    this.#tracer.timer(component, 'lease');
    yield* this.#propose(() => {
      const keys = this.#lessor.revoke(lease);
      if (keys.length === 0) return;
      this.#tracer.emit({ type: 'LeaseExpired', component, lease, keys });
      const cause = this.#sim.cause;
      for (const key of keys) {
        this.#sim.cause = cause;
        this.#commit({ op: 'delete', key });
      }
    });
  }
}

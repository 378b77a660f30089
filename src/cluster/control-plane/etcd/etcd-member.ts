/**
 * One etcd process: a raft node with a disk, and the key space that results from its log.
 *
 * Models go.etcd.io/etcd server/v3/etcdserver raft.go (the ready loop) and server.go (propose, read
 * index, lease expiry). In: calls from clients, messages from the other members. Out: responses,
 * messages, and the facts of trace/facts/etcd.ts.
 */
import type { Prng } from '#base/prng';
import { type Duration, ms, second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import { firstOf, Signal } from '#sim/signal';
import { type Process, type Simulation, sleep } from '#sim/simulation';
import type { TaskGroup } from '#sim/task';
import type { Tracer } from '#trace/tracer';
import { EtcdError, type RangeRequest, type RangeResponse } from './client.ts';
import {
  errConnectionLost,
  errTimeout,
  errTimeoutDueToConnectionLost,
  errTimeoutDueToLeaderFail,
} from './errors.ts';
import { type EtcdCommand, type EtcdResult, KeySpace } from './key-space.ts';
import { Proposal } from './proposal.ts';
import type { RaftMessage } from './raft/message.ts';
import { RaftNode } from './raft/raft-node.ts';

/** The time to write a log entry to the disk. */
const fsyncLatency: Duration = ms(0.7);
const fsyncJitter: Duration = ms(0.7);
/** The time for ReadIndex and the lookup. */
const readLatency: Duration = ms(0.2);
const readJitter: Duration = ms(0.15);
/** A restarted member opens its backend and reads the log. */
const openLatency: Duration = ms(300);
/**
 * Source: embed config.go DefaultElectionMs, TickMs; each timeout is random, between one and two
 * times this value.
 */
const electionTimeout: Duration = second;
const heartbeatInterval: Duration = ms(100);
const readIndexRetryTime: Duration = ms(500);
const mostLeaderlessTicks = 3;
/** Source: config.go ReqTimeout: 5 s plus twice the election timeout. */
const requestTimeout: Duration = 5 * second + 2 * electionTimeout;

/** A command on its way through the log, with the proposal that waits for its result. */
export interface LoggedCommand {
  readonly proposal: Proposal<EtcdResult>;
  readonly command: EtcdCommand;
}

export interface MemberOptions {
  readonly name: string;
  readonly peers: readonly string[];
  readonly firstLease: number;
  readonly send: (message: RaftMessage<LoggedCommand>) => void;
}

export class EtcdMember {
  readonly name: string;
  /** Its name in the trace: `etcd` when it is the only member, else `etcd/m1`. */
  readonly component: string;
  readonly raft: RaftNode<LoggedCommand>;
  readonly keySpace: KeySpace;
  readonly #sim: Simulation;
  readonly #tracer: Tracer;
  readonly #prng: Prng;
  readonly #options: MemberOptions;
  readonly #work: Signal;
  /** Notified when a leader appears or entries were applied. */
  readonly #progressed: Signal;
  readonly #ended: Signal;
  readonly #leaderLost: Signal;
  #leaderlessTicks = 0;
  readonly #inFlight = new Set<Proposal<EtcdResult>>();
  #applied = 0;
  #reads = 0;
  readonly #reading = new Set<number>();
  #heardAt = 0;
  #leaderElectedAt = Number.NEGATIVE_INFINITY;
  #group: TaskGroup | undefined;
  #started = false;
  #serving = false;

  constructor(env: Environment, prng: Prng, options: MemberOptions) {
    this.#sim = env.sim;
    this.#tracer = env.tracer;
    this.#prng = prng;
    this.#options = options;
    this.name = options.name;
    this.component = options.peers.length === 1 ? 'etcd' : `etcd/${options.name}`;
    this.raft = new RaftNode(options.name, options.peers);
    this.keySpace = new KeySpace(env.sim, env.tracer, options.firstLease);
    this.#work = new Signal(env.sim);
    this.#progressed = new Signal(env.sim);
    this.#ended = new Signal(env.sim);
    this.#leaderLost = new Signal(env.sim);
  }

  get serving(): boolean {
    return this.#serving;
  }

  /**
   * The ready loop: appended entries go to disk, then the messages that depend on them are sent.
   */
  *run(): Process {
    this.#group = this.#sim.currentTask?.group;
    this.#tracer.emitRoot({
      type: 'ComponentStarted',
      component: this.component,
      version: '3.6.16',
      flags: ['--data-dir=/var/lib/etcd', '--listen-client-urls=https://127.0.0.1:2379'],
    });
    try {
      if (this.#started) yield* this.#recover();
      this.#started = true;
      this.#serving = true;
      this.#heardAt = this.#sim.now;
      this.#startClocks();
      for (;;) {
        while (!this.raft.mustSync) yield* this.#work.wait();
        yield fsyncLatency + this.#prng.nextInt(fsyncJitter + 1);
        this.raft.synced();
        this.#drain();
      }
    } finally {
      this.#stop();
    }
  }

  /** A message from another member has arrived. */
  receive(message: RaftMessage<LoggedCommand>): void {
    if (!this.#serving) return;
    if (message.type === 'MsgApp' || message.type === 'MsgHeartbeat') {
      this.#heardAt = this.#sim.now;
    }
    this.#observed(() => this.raft.step(message));
  }

  /** Notified when this member ends, and when it has been without a leader for too long. */
  get ends(): readonly Signal[] {
    return [this.#ended, this.#leaderLost];
  }

  /**
   * False when no leader has been known for more than three election timeouts: its watches end,
   * because clients ask for a leader. Source: v3rpc/interceptor.go monitorLeader.
   */
  get knowsLeader(): boolean {
    return this.#leaderlessTicks <= mostLeaderlessTicks;
  }

  /** Commits a command and returns its result. Throws an EtcdError after 7 s. */
  *propose(command: EtcdCommand): Process<EtcdResult> {
    const start = this.#sim.now;
    const proposal = new Proposal<EtcdResult>(this.#sim);
    this.#inFlight.add(proposal);
    try {
      while (!this.#observed(() => this.raft.propose({ proposal, command }))) {
        yield* this.#waitForProgress(start);
      }
      while (proposal.result === undefined) {
        if (this.#options.peers.length === 1 && !proposal.lost) yield proposal;
        if (proposal.result !== undefined) break;
        const left = start + requestTimeout - this.#sim.now;
        const came = left <= 0 ? 'timeout' : yield* firstOf(this.#sim, [proposal], left);
        if (proposal.lost) throw new EtcdError(errConnectionLost);
        if (came === 'timeout') throw this.#timedOut(start);
      }
      return proposal.result.value;
    } finally {
      this.#inFlight.delete(proposal);
      // The log goes on holding the proposal, and need not hold what it gave.
      proposal.result = undefined;
    }
  }

  /**
   * A linearizable read: a majority confirms the leader, then this member answers from its own
   * state.
   */
  *range(request: RangeRequest): Process<RangeResponse> {
    const start = this.#sim.now;
    yield readLatency + this.#prng.nextInt(readJitter + 1);
    if (this.#options.peers.length > 1) yield* this.#awaitReadIndex(start);
    return this.keySpace.range(request);
  }

  /** Source: v3_server.go requestCurrentIndex: repeats the request every 500 ms. */
  *#awaitReadIndex(start: number): Process {
    const { confirmed } = this.raft;
    const read = ++this.#reads;
    this.#reading.add(read);
    try {
      for (;;) {
        this.#observed(() => this.raft.readIndex(read));
        const askAgainAt = this.#sim.now + readIndexRetryTime;
        while (this.#sim.now < askAgainAt) {
          if ((confirmed.get(read) ?? Number.POSITIVE_INFINITY) <= this.#applied) return;
          yield* this.#waitForProgress(start, askAgainAt);
        }
      }
    } finally {
      this.#reading.delete(read);
      confirmed.delete(read);
    }
  }

  /** Waits until the log or the leader changes, at most until `until`; throws after 7 s. */
  *#waitForProgress(start: number, until = Number.POSITIVE_INFINITY): Process {
    const end = Math.min(until, start + requestTimeout);
    const news = firstOf(this.#sim, [this.#progressed, this.#ended], end - this.#sim.now);
    yield* this.#sim.asideProcess(news);
    if (!this.#serving) throw new EtcdError(errConnectionLost);
    if (this.#sim.now >= start + requestTimeout) throw this.#timedOut(start);
  }

  /** Source: v3_server.go parseProposeCtxErr. */
  #timedOut(start: number): EtcdError {
    const elected = this.#leaderElectedAt;
    if (elected - 2 * electionTimeout < start && start < elected) {
      return new EtcdError(errTimeoutDueToLeaderFail);
    }
    const known = this.raft.leader !== undefined;
    return new EtcdError(known ? errTimeoutDueToConnectionLost : errTimeout);
  }

  /**
   * Runs a step of the raft node, emits what it changed, and wakes the processes that waited for
   * it.
   */
  #observed<R>(step: () => R): R {
    const { role, term, leader } = this.raft;
    const result = step();
    const now = this.raft;
    const changed = now.role !== role || now.term !== term || now.leader !== leader;
    if (changed) this.#emitRole(leader);
    this.#drain(changed);
    return result;
  }

  #emitRole(before: string | undefined): void {
    const { role, term, leader } = this.raft;
    if (leader !== undefined && leader !== before) this.#leaderElectedAt = this.#sim.now;
    if (this.#options.peers.length > 1) {
      this.#tracer.emit({
        type: 'RaftRoleChanged',
        component: this.component,
        role,
        term,
        leader: leader ?? '',
      });
    }
    if (role === 'leader') this.#promoteLeases();
  }

  /**
   * Sends pending messages, applies committed entries, and wakes the processes that wait for them.
   */
  #drain(news = false): void {
    const applied = this.#applied;
    if (this.raft.hasMessages) {
      this.#sim.forEach(this.raft.take(), (message) => this.#options.send(message));
    }
    this.#applyCommitted();
    if (this.raft.mustSync) this.#work.notifyOne();
    // Nothing waits for an answer that arrives a second time.
    const { confirmed } = this.raft;
    if (confirmed.size > 0) {
      for (const read of confirmed.keys()) if (!this.#reading.has(read)) confirmed.delete(read);
    }
    if (news || this.#applied > applied || confirmed.size > 0) this.#progressed.notifyAll();
  }

  #applyCommitted(): void {
    const { log } = this.raft;
    const committed = Math.min(log.commit, log.lastIndex);
    if (committed <= this.#applied) return;
    for (const { index, term, command } of log.slice(this.#applied + 1, committed)) {
      this.#applied = index;
      if (command === undefined) continue;
      this.#sim.under(command.proposal.cause, () => this.#apply(index, term, command));
    }
  }

  #apply(index: number, term: number, { command, proposal }: LoggedCommand): void {
    const leads = this.raft.role === 'leader';
    if (!proposal.emitted && leads && this.#options.peers.length > 1) {
      const holders = this.raft.holders(index);
      this.#tracer.emit({
        type: 'EntryCommitted',
        component: this.component,
        index,
        term,
        holders,
      });
    }
    const value = this.keySpace.apply(command, proposal.emitted);
    if (command.kind === 'lease-grant' && leads) {
      this.#watchLease(Number(value), command.ttlSeconds);
    }
    proposal.emitted = true;
    proposal.appliedUnder(this.#sim.cause);
    if (this.#inFlight.has(proposal)) proposal.resolve(value);
  }

  #startClocks(): void {
    if (this.#options.peers.length === 1) {
      this.#observed(() => this.raft.campaign());
      return;
    }
    this.#sim.spawn(`${this.name} election`, this.#watchLeader(), this.#group);
    this.#sim.spawn(`${this.name} heartbeat`, this.#beat(), this.#group);
    this.#sim.spawn(`${this.name} leader monitor`, this.#monitorLeader(), this.#group);
  }

  *#monitorLeader(): Process {
    for (this.#leaderlessTicks = 0; ; ) {
      yield* sleep(electionTimeout);
      const ticks = this.raft.leader === undefined ? this.#leaderlessTicks + 1 : 0;
      this.#leaderlessTicks = ticks;
      if (ticks === mostLeaderlessTicks + 1) this.#leaderLost.notifyAll();
    }
  }

  *#watchLeader(): Process {
    let timeout = electionTimeout + this.#prng.nextInt(electionTimeout);
    for (;;) {
      const silent = this.#sim.now - this.#heardAt;
      if (this.raft.role === 'leader' || silent < electionTimeout) {
        yield* sleep(this.raft.role === 'leader' ? electionTimeout : electionTimeout - silent);
        continue;
      }
      this.raft.endLease();
      if (silent < timeout) {
        yield* sleep(timeout - silent);
        continue;
      }
      this.#heardAt = this.#sim.now;
      timeout = electionTimeout + this.#prng.nextInt(electionTimeout);
      this.#tracer.timer(this.component, 'election');
      this.#observed(() => this.raft.campaign());
    }
  }

  *#beat(): Process {
    for (let ticks = 1; ; ticks++) {
      yield* sleep(heartbeatInterval);
      if (this.raft.role !== 'leader') continue;
      this.#tracer.timer(this.component, 'heartbeat');
      this.#observed(() => {
        this.raft.beat();
        if (ticks % (electionTimeout / heartbeatInterval) === 0) this.raft.checkQuorum();
      });
    }
  }

  /** A new leader gives every lease its full time to live again. Source: lessor.go Promote. */
  #promoteLeases(): void {
    for (const { lease, ttlSeconds } of this.keySpace.lessor.all()) {
      this.#watchLease(lease, ttlSeconds);
    }
  }

  #watchLease(lease: number, ttlSeconds: number): void {
    this.#sim.spawn('etcd lease', this.#expire(lease, ttlSeconds), this.#group);
  }

  *#expire(lease: number, ttlSeconds: number): Process {
    const { term } = this.raft;
    yield* sleep(ttlSeconds * second);
    if (this.raft.term !== term || this.raft.role !== 'leader') return;
    this.#tracer.timer('etcd', 'lease');
    yield* this.propose({ kind: 'lease-revoke', lease });
  }

  *#recover(): Process {
    yield* sleep(openLatency);
    this.raft.restart();
  }

  #stop(): void {
    this.#serving = false;
    for (const proposal of this.#inFlight) proposal.lose();
    this.#progressed.notifyAll();
    this.#ended.notifyAll();
  }
}

/**
 * One member's part in raft: roles, terms, votes, replication and the commit index.
 *
 * Models go.etcd.io/raft/v3 raft.go with the settings of etcd: PreVote and CheckQuorum are on,
 * reads are confirmed by a majority (ReadOnlySafe). Independent of time, disk and network: its
 * owner calls `campaign` and `beat` when timers expire, writes to disk when `mustSync` is true,
 * then calls `synced`, and sends the messages that `take` returns.
 */
import { assertUnreachable } from '#base/assert';
import type { LogEntry, RaftContent, RaftMessage } from './message.ts';
import { RaftLog } from './raft-log.ts';

export type RaftRole = 'follower' | 'pre-candidate' | 'candidate' | 'leader';

/** A follower's progress as its leader knows it. */
interface Progress {
  match: number;
  next: number;
  /** Whether it has answered since the last quorum check. */
  active: boolean;
}

interface PendingRead {
  readonly read: number;
  readonly from: string;
  readonly index: number;
  readonly acks: Set<string>;
}

export class RaftNode<T> {
  readonly id: string;
  readonly log = new RaftLog<T>();
  readonly #peers: readonly string[];
  readonly #progress = new Map<string, Progress>();
  #role: RaftRole = 'follower';
  #term = 0;
  #vote: string | undefined;
  #leader: string | undefined;
  #inLease = false;
  #votes = new Map<string, boolean>();
  #reads: PendingRead[] = [];
  #outbox: RaftMessage<T>[] = [];
  /** Messages that may leave only when the entries they confirm are on disk. */
  #afterSync: RaftMessage<T>[] = [];
  #changed = false;
  /** By read: the index up to which this member must have applied entries to answer it. */
  readonly confirmed = new Map<number, number>();

  /** `peers` are all members, this one included. */
  constructor(id: string, peers: readonly string[]) {
    this.id = id;
    this.#peers = peers;
  }

  get role(): RaftRole {
    return this.#role;
  }

  get term(): number {
    return this.#term;
  }

  get leader(): string | undefined {
    return this.#leader;
  }

  /** Whether entries, a term or a vote must still be written to disk. */
  get mustSync(): boolean {
    return this.#changed || this.log.stable < this.log.lastIndex;
  }

  get hasMessages(): boolean {
    return this.#outbox.length > 0;
  }

  /** Returns the messages that may leave now. */
  take(): readonly RaftMessage<T>[] {
    const messages = this.#outbox;
    this.#outbox = [];
    return messages;
  }

  /** All appended entries are on disk. The messages that confirm them may leave. */
  synced(): void {
    this.#changed = false;
    this.log.stable = this.log.lastIndex;
    if (this.#afterSync.length > 0) {
      this.#outbox.push(...this.#afterSync);
      this.#afterSync = [];
    }
    if (this.#role !== 'leader') return;
    this.#follower(this.id).match = this.log.stable;
    this.#advanceCommit();
  }

  /**
   * The shortest election timeout has passed without a message from the leader: this member may
   * vote again.
   */
  endLease(): void {
    if (this.#role !== 'leader') this.#inLease = false;
  }

  /** This member's own election timeout has passed without a message from a leader. */
  campaign(): void {
    if (this.#role === 'leader') return;
    this.#become('pre-candidate', this.#term, undefined);
    this.#poll(true);
  }

  /** The leader's heartbeat to its followers. */
  beat(): void {
    if (this.#role === 'leader') this.#broadcastHeartbeat(0);
  }

  /** Runs once per election timeout: a leader without a majority steps down. */
  checkQuorum(): void {
    if (this.#role !== 'leader') return;
    const active = this.#peers.filter((peer) => peer === this.id || this.#follower(peer).active);
    for (const progress of this.#progress.values()) progress.active = false;
    if (!this.#isQuorum(active.length)) this.#become('follower', this.#term, undefined);
  }

  /** The process restarts: state on disk is kept, the role is not. */
  restart(): void {
    this.#become('follower', this.#term, undefined);
    this.#outbox = [];
    this.#afterSync = [];
    this.confirmed.clear();
  }

  /** Passes a command to the leader; returns `false` and does nothing when no leader is known. */
  propose(command: T): boolean {
    if (this.#role === 'leader') {
      this.log.append(this.#term, command);
      this.#broadcastAppend();
      return true;
    }
    if (this.#leader === undefined) return false;
    this.#send(this.#leader, { type: 'MsgProp', command });
    return true;
  }

  /**
   * Requests the index that a read must include; `confirmed` gets it. `false`: no leader is known.
   */
  readIndex(read: number): boolean {
    if (this.#role === 'leader') return this.#confirmRead(read, this.id);
    if (this.#leader === undefined) return false;
    this.#send(this.#leader, { type: 'MsgReadIndex', read });
    return true;
  }

  /** Processes a message. Source: raft.go Step. */
  step(message: RaftMessage<T>): void {
    if (message.term > this.#term && !this.#mayIgnore(message)) {
      const isLeader = message.type === 'MsgApp' || message.type === 'MsgHeartbeat';
      this.#become('follower', message.term, isLeader ? message.from : undefined);
    }
    if (message.term < this.#term && !isRequest(message)) {
      this.#answerOld(message);
      return;
    }
    this.#take(message);
  }

  #take(message: RaftMessage<T>): void {
    switch (message.type) {
      case 'MsgVote':
        this.#onVote(message);
        break;
      case 'MsgVoteResp':
        this.#onVoteResponse(message);
        break;
      case 'MsgApp':
        this.#onAppend(message);
        break;
      case 'MsgAppResp':
        this.#onAppendResponse(message);
        break;
      case 'MsgHeartbeat':
        this.#onHeartbeat(message);
        break;
      case 'MsgHeartbeatResp':
        this.#onHeartbeatResponse(message);
        break;
      case 'MsgProp':
        if (this.#role === 'leader') this.propose(message.command);
        break;
      case 'MsgReadIndex':
        if (this.#role === 'leader') this.#confirmRead(message.read, message.from);
        break;
      case 'MsgReadIndexResp':
        this.confirmed.set(message.read, message.index);
        break;
      default:
        assertUnreachable(message);
    }
  }

  /** A pre-vote and its answers carry a term that no member has begun. */
  #mayIgnore(message: RaftMessage<T>): boolean {
    if (isRequest(message)) return true;
    // While the leader's messages arrive here, a candidate that does not get them is ignored.
    if (message.type === 'MsgVote') return message.pre || this.#inLease;
    return message.type === 'MsgVoteResp' && message.pre && message.granted;
  }

  /** A message with an earlier term: the answer carries the present one. */
  #answerOld(message: RaftMessage<T>): void {
    if (message.type === 'MsgApp' || message.type === 'MsgHeartbeat') {
      this.#send(message.from, {
        type: 'MsgAppResp',
        index: this.log.lastIndex,
        rejected: true,
      });
    } else if (message.type === 'MsgVote' && message.pre) {
      this.#send(message.from, { type: 'MsgVoteResp', pre: true, granted: false });
    }
  }

  #onVote(message: RaftMessage<T> & { readonly type: 'MsgVote' }): void {
    const { from, pre, lastIndex, lastTerm } = message;
    const free = pre
      ? !this.#inLease && message.term > this.#term
      : message.term === this.#term && (this.#vote === undefined || this.#vote === from);
    const granted = free && this.log.isUpToDate(lastIndex, lastTerm);
    if (granted && !pre) {
      this.#vote = from;
      this.#changed = true;
    }
    const term = pre && granted ? message.term : this.#term;
    const answer = { type: 'MsgVoteResp', pre, granted } as const;
    if (pre) this.#send(from, answer, term);
    else this.#afterSync.push({ ...answer, from: this.id, to: from, term });
  }

  #onVoteResponse(message: RaftMessage<T> & { readonly type: 'MsgVoteResp' }): void {
    const polling = message.pre ? 'pre-candidate' : 'candidate';
    if (this.#role !== polling) return;
    this.#votes.set(message.from, message.granted);
    this.#countVotes();
  }

  #onAppend(message: RaftMessage<T> & { readonly type: 'MsgApp' }): void {
    this.#follow(message.from);
    const shared = this.log.accept(message.prevIndex, message.prevTerm, message.entries);
    if (shared === undefined) {
      const index = Math.min(message.prevIndex - 1, this.log.lastIndex);
      this.#send(message.from, { type: 'MsgAppResp', index, rejected: true });
      return;
    }
    this.#commitTo(Math.min(message.commit, shared));
    const { id: from, term } = this.#envelope();
    const answer = { type: 'MsgAppResp', index: shared, rejected: false } as const;
    const target = this.mustSync ? this.#afterSync : this.#outbox;
    target.push({ ...answer, from, to: message.from, term });
  }

  #onAppendResponse(message: RaftMessage<T> & { readonly type: 'MsgAppResp' }): void {
    if (this.#role !== 'leader') return;
    const progress = this.#follower(message.from);
    progress.active = true;
    if (message.rejected) {
      progress.next = Math.max(1, Math.min(message.index + 1, progress.next - 1));
      this.#sendAppend(message.from);
      return;
    }
    progress.match = Math.max(progress.match, message.index);
    progress.next = Math.max(progress.next, message.index + 1);
    if (this.#advanceCommit()) this.#broadcastAppend();
    else if (progress.next <= this.log.lastIndex) this.#sendAppend(message.from);
  }

  #onHeartbeat(message: RaftMessage<T> & { readonly type: 'MsgHeartbeat' }): void {
    this.#follow(message.from);
    this.#commitTo(Math.min(message.commit, this.log.lastIndex));
    this.#send(message.from, { type: 'MsgHeartbeatResp', read: message.read });
  }

  #onHeartbeatResponse(message: RaftMessage<T> & { readonly type: 'MsgHeartbeatResp' }): void {
    if (this.#role !== 'leader') return;
    const progress = this.#follower(message.from);
    progress.active = true;
    if (progress.match < this.log.lastIndex) {
      // Messages to an unreachable member were lost: continue after the last entry that it has.
      progress.next = progress.match + 1;
      this.#sendAppend(message.from);
    }
    const pending = this.#reads.find(({ read }) => read === message.read);
    pending?.acks.add(message.from);
    if (pending !== undefined && this.#isQuorum(pending.acks.size)) this.#answerRead(pending);
  }

  #confirmRead(read: number, from: string): boolean {
    // Until the first entry of its own term is committed, a leader does not know the commit index.
    const index = Math.max(this.log.commit, this.#firstOfTerm());
    const pending = { read, from, index, acks: new Set([this.id]) };
    if (this.#isQuorum(1)) {
      this.#answerRead(pending);
      return true;
    }
    this.#reads.push(pending);
    this.#broadcastHeartbeat(read);
    return true;
  }

  #answerRead(pending: PendingRead): void {
    const { read, from, index } = pending;
    this.#reads = this.#reads.filter((other) => other !== pending);
    if (from === this.id) this.confirmed.set(read, index);
    else this.#send(from, { type: 'MsgReadIndexResp', read, index });
  }

  #firstOfTerm(): number {
    let index = this.log.lastIndex;
    while (index > this.log.commit && this.log.termAt(index - 1) === this.#term) index--;
    return this.log.termAt(index) === this.#term ? index : this.log.commit;
  }

  #poll(pre: boolean): void {
    this.#votes = new Map([[this.id, true]]);
    const { lastIndex, lastTerm } = this.log;
    const term = pre ? this.#term + 1 : this.#term;
    for (const peer of this.#others()) {
      const content = { type: 'MsgVote', pre, lastIndex, lastTerm } as const;
      this.#send(peer, content, term);
    }
    this.#countVotes();
  }

  #countVotes(): void {
    const given = [...this.#votes.values()];
    const granted = given.filter((vote) => vote).length;
    if (this.#isQuorum(granted)) {
      if (this.#role === 'pre-candidate') this.#stand();
      else this.#lead();
    } else if (this.#isQuorum(given.length - granted)) {
      this.#become('follower', this.#term, undefined);
    }
  }

  #stand(): void {
    this.#become('candidate', this.#term + 1, undefined);
    this.#vote = this.id;
    this.#changed = true;
    this.#poll(false);
  }

  #lead(): void {
    this.#become('leader', this.#term, this.id);
    const next = this.log.lastIndex + 1;
    for (const peer of this.#peers) {
      this.#progress.set(peer, { match: 0, next, active: true });
    }
    this.log.append(this.#term, undefined);
    this.#broadcastAppend();
  }

  #follow(leader: string): void {
    if (this.#role !== 'follower') this.#become('follower', this.#term, leader);
    this.#leader = leader;
    this.#inLease = true;
  }

  #become(role: RaftRole, term: number, leader: string | undefined): void {
    if (term !== this.#term) {
      this.#vote = undefined;
      this.#changed = true;
    }
    this.#role = role;
    this.#term = term;
    this.#leader = leader;
    this.#inLease = leader !== undefined;
    this.#reads = [];
  }

  #advanceCommit(): boolean {
    const index = this.#onMajority();
    // Entries of earlier terms are committed only together with one of this term.
    if (index <= this.log.commit || this.log.termAt(index) !== this.#term) return false;
    this.log.commit = index;
    return true;
  }

  /** The index of the last entry that a majority has on disk. */
  #onMajority(): number {
    if (this.#peers.length === 1) return this.#follower(this.id).match;
    const matches = this.#peers.map((peer) => this.#follower(peer).match).sort((a, b) => b - a);
    return matches[Math.floor(this.#peers.length / 2)] ?? 0;
  }

  #commitTo(index: number): void {
    this.log.commit = Math.max(this.log.commit, index);
  }

  /** The members that are known to have the entry on disk, in the leader's view. */
  holders(index: number): readonly string[] {
    return this.#peers.filter((peer) => (this.#progress.get(peer)?.match ?? 0) >= index);
  }

  #broadcastAppend(): void {
    if (this.#peers.length === 1) return;
    for (const peer of this.#others()) this.#sendAppend(peer);
  }

  #sendAppend(to: string): void {
    const progress = this.#follower(to);
    const prevIndex = progress.next - 1;
    const prevTerm = this.log.termAt(prevIndex) ?? 0;
    const entries: readonly LogEntry<T>[] = this.log.slice(progress.next);
    progress.next = this.log.lastIndex + 1;
    const { commit } = this.log;
    this.#send(to, { type: 'MsgApp', prevIndex, prevTerm, entries, commit });
  }

  #broadcastHeartbeat(read: number): void {
    for (const peer of this.#others()) {
      const commit = Math.min(this.log.commit, this.#follower(peer).match);
      this.#send(peer, { type: 'MsgHeartbeat', commit, read });
    }
  }

  #follower(id: string): Progress {
    let progress = this.#progress.get(id);
    if (progress === undefined) {
      progress = { match: 0, next: 1, active: false };
      this.#progress.set(id, progress);
    }
    return progress;
  }

  #send(to: string, content: RaftContent<T>, term = this.#term): void {
    this.#outbox.push({ ...content, from: this.id, to, term } as RaftMessage<T>);
  }

  #envelope(): { readonly id: string; readonly term: number } {
    return { id: this.id, term: this.#term };
  }

  #others(): readonly string[] {
    return this.#peers.filter((peer) => peer !== this.id);
  }

  /** Source: quorum/majority.go. */
  #isQuorum(count: number): boolean {
    return count > this.#peers.length / 2;
  }
}

/** Messages that a follower forwards to its leader; their term does not count. */
function isRequest<T>({ type }: RaftMessage<T>): boolean {
  return type === 'MsgProp' || type === 'MsgReadIndex';
}

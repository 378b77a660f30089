/**
 * The log of one member: which entries it has appended, which are on disk, which are committed.
 *
 * Models go.etcd.io/raft/v3 log.go raftLog. Indexes begin with 1. The whole log is kept: etcd
 * itself takes a snapshot only every 10,000 entries.
 */
import type { LogEntry } from './message.ts';

export class RaftLog<T> {
  readonly #entries: LogEntry<T>[] = [];
  /** The highest index known to be on disk at a majority. */
  commit = 0;
  /** The highest index on this member's disk. */
  stable = 0;

  get lastIndex(): number {
    return this.#entries.length;
  }

  get lastTerm(): number {
    return this.#entries.at(-1)?.term ?? 0;
  }

  /** The term of the entry at `index`; 0 before the first, `undefined` after the last. */
  termAt(index: number): number | undefined {
    return index === 0 ? 0 : this.#entries[index - 1]?.term;
  }

  /** Entries from `from` up to and including `to`. */
  slice(from: number, to = this.lastIndex): readonly LogEntry<T>[] {
    return this.#entries.slice(from - 1, to);
  }

  append(term: number, command: T | undefined): void {
    this.#entries.push({ index: this.lastIndex + 1, term, command });
  }

  /**
   * Appends a leader's entries that follow `prevIndex`; conflicting entries at the end are dropped.
   * Returns the last index shared with the leader, or `undefined` when `prev` does not match.
   */
  accept(prevIndex: number, prevTerm: number, entries: readonly LogEntry<T>[]): number | undefined {
    if (this.termAt(prevIndex) !== prevTerm) return undefined;
    for (const entry of entries) {
      if (this.termAt(entry.index) === entry.term) continue;
      this.#entries.length = entry.index - 1;
      this.stable = Math.min(this.stable, entry.index - 1);
      this.#entries.push(entry);
    }
    return prevIndex + entries.length;
  }

  /** Whether a log with this last entry has all entries that are committed here. */
  isUpToDate(lastIndex: number, lastTerm: number): boolean {
    return lastTerm > this.lastTerm || (lastTerm === this.lastTerm && lastIndex >= this.lastIndex);
  }
}

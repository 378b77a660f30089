/**
 * Changes that a log of facts made in maps and sets, so that it can be taken back to a fact: the
 * work is proportional to what is cut off, not to what stays.
 */
import type { FactId } from '#trace/fact';

/** What can take back one of its changes. */
export interface Revertible {
  /** Sets what stands under a key to what stood there before. */
  revert(key: unknown, before: unknown): void;
}

/** A change is a row of four lists: a function for each would take three times the memory. */
export class Journal {
  /** The fact that is being taken in; changes noted now belong to it. */
  fact: FactId = 0;
  readonly #facts: FactId[] = [];
  readonly #changed: Revertible[] = [];
  readonly #keys: unknown[] = [];
  readonly #before: unknown[] = [];

  /** Keeps a way to undo a change. */
  note(changed: Revertible, key?: unknown, before?: unknown): void {
    this.#facts.push(this.fact);
    this.#changed.push(changed);
    this.#keys.push(key);
    this.#before.push(before);
  }

  /** Undoes all that came with later facts, the last first. */
  cut(kept: FactId): void {
    while ((this.#facts.at(-1) ?? 0) > kept) {
      this.#facts.pop();
      this.#changed.pop()?.revert(this.#keys.pop(), this.#before.pop());
    }
  }
}

/** A map that goes back with its journal. */
export class NotedMap<K, V> extends Map<K, V> implements Revertible {
  readonly #journal: Journal;

  constructor(journal: Journal) {
    super();
    this.#journal = journal;
  }

  override set(key: K, value: V): this {
    const before = this.get(key);
    if (before === value && before !== undefined) return this;
    this.#journal.note(this, key, before);
    return super.set(key, value);
  }

  override delete(key: K): boolean {
    if (!this.has(key)) return false;
    this.#journal.note(this, key, this.get(key));
    return super.delete(key);
  }

  revert(key: K, before: V | undefined): void {
    if (before === undefined) super.delete(key);
    else super.set(key, before);
  }
}

/** A set that goes back with its journal. */
export class NotedSet<T> extends Set<T> implements Revertible {
  readonly #journal: Journal;

  constructor(journal: Journal) {
    super();
    this.#journal = journal;
  }

  override add(value: T): this {
    if (!this.has(value)) this.#journal.note(this, value);
    return super.add(value);
  }

  revert(value: T): void {
    super.delete(value);
  }
}

/**
 * Changes that a log of facts made in maps and sets, so that it can be taken back to a fact: the
 * work is proportional to what is cut off, not to what stays.
 */
import type { FactId } from '#trace/fact';

export class Journal {
  /** The fact that is being taken in; changes noted now belong to it. */
  fact: FactId = 0;
  readonly #facts: FactId[] = [];
  readonly #undo: (() => void)[] = [];

  /** Keeps a way to undo a change. */
  note(undo: () => void): void {
    this.#facts.push(this.fact);
    this.#undo.push(undo);
  }

  /** Undoes all that came with later facts, the last first. */
  cut(kept: FactId): void {
    while ((this.#facts.at(-1) ?? 0) > kept) {
      this.#facts.pop();
      this.#undo.pop()?.();
    }
  }
}

/** A map that goes back with its journal. */
export class NotedMap<K, V> extends Map<K, V> {
  readonly #journal: Journal;

  constructor(journal: Journal) {
    super();
    this.#journal = journal;
  }

  override set(key: K, value: V): this {
    this.#note(key);
    return super.set(key, value);
  }

  override delete(key: K): boolean {
    this.#note(key);
    return super.delete(key);
  }

  #note(key: K): void {
    const before = this.get(key);
    this.#journal.note(() => {
      if (before === undefined) super.delete(key);
      else super.set(key, before);
    });
  }
}

/** A set that goes back with its journal. */
export class NotedSet<T> extends Set<T> {
  readonly #journal: Journal;

  constructor(journal: Journal) {
    super();
    this.#journal = journal;
  }

  override add(value: T): this {
    if (!this.has(value)) this.#journal.note(() => super.delete(value));
    return super.add(value);
  }
}

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

  /** The same changes as those of the twins; `twinOf` gives the twin of what was changed. */
  copyTo(journal: Journal, twinOf: (changed: Revertible) => Revertible): void {
    for (const [index, changed] of this.#changed.entries()) {
      journal.#facts.push(this.#facts[index] as FactId);
      journal.#changed.push(twinOf(changed));
      journal.#keys.push(this.#keys[index]);
      journal.#before.push(this.#before[index]);
    }
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
    this.#journal.note(this, key, this.get(key));
    return super.set(key, value);
  }

  override delete(key: K): boolean {
    if (!this.has(key)) return false;
    this.#journal.note(this, key, this.get(key));
    return super.delete(key);
  }

  /** Takes over all entries of another map, which are no changes. */
  fill(from: NotedMap<K, V>): void {
    for (const [key, value] of from) super.set(key, value);
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

  /** Takes over all entries of another set, which are no changes. */
  fill(from: NotedSet<T>): void {
    for (const value of from) super.add(value);
  }

  revert(value: T): void {
    super.delete(value);
  }
}

/**
 * Makes a second log of what was derived: each part makes its twin, tells it here, and in the end
 * the twins have a journal of the same changes.
 */
export class Copying {
  readonly journal = new Journal();
  readonly #twins = new Map<Revertible, Revertible>();

  /** What changes of the one revert changes of its twin in the copy. */
  isTwin(one: Revertible, twin: Revertible): void {
    this.#twins.set(one, twin);
  }

  map<K, V>(one: NotedMap<K, V>, twin: NotedMap<K, V>): void {
    twin.fill(one);
    this.isTwin(one, twin);
  }

  set<T>(one: NotedSet<T>, twin: NotedSet<T>): void {
    twin.fill(one);
    this.isTwin(one, twin);
  }

  /** Throws if a part that has noted a change was left out. */
  finish(journal: Journal): void {
    journal.copyTo(this.journal, (changed) => {
      const twin = this.#twins.get(changed);
      if (twin === undefined) throw new Error('a part of the log was not copied');
      return twin;
    });
  }
}

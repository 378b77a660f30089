/**
 * Facts that belong together, as they arrive: the effects of a cause, the facts of a request. Each
 * key knows its last fact, and each fact the one before it of the same key.
 *
 * Two columns for the whole run: a list for each of 350,000 causes would take 50 MB.
 */
import type { FactId } from '#trace/fact';
import { Column } from './column.ts';

export class Chains {
  /** By key: its last fact; 0 for none. */
  #last = new Column();
  /** By fact: the fact of the same key before it; 0 for none. */
  #previous = new Column();

  /** Takes a fact of a key, a whole number from 1 on. */
  add(key: number, id: FactId): void {
    this.#previous.set(id, this.#last.at(key));
    this.#last.set(key, id);
  }

  /** The facts of a key, oldest first. */
  of(key: number): readonly FactId[] {
    const ids: FactId[] = [];
    for (let id = this.#last.at(key); id !== 0; id = this.#previous.at(id)) ids.push(id);
    return ids.reverse();
  }

  copy(): Chains {
    const copy = new Chains();
    copy.#last = this.#last.copy();
    copy.#previous = this.#previous.copy();
    return copy;
  }

  /** Forgets the facts after this one. */
  cut(kept: FactId): void {
    this.#last.lower(kept, (last) => {
      let id = last;
      while (id > kept) id = this.#previous.at(id);
      return id;
    });
    this.#previous.cut(kept + 1);
  }
}

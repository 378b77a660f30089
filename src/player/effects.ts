/**
 * Which facts follow from which, as they arrive: each cause knows its last effect, and each effect
 * the one before it.
 *
 * Two lists of numbers for the whole run: a list for each of 350,000 facts would take 50 MB.
 */
import type { FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';

export class Effects {
  /** By fact id − 1: its last effect; 0 for none. */
  readonly #last: FactId[] = [];
  /** By fact id − 1: the effect of the same cause before it; 0 for none. */
  readonly #previous: FactId[] = [];

  /** Takes the next fact. */
  add({ id, cause }: Fact): void {
    this.#last.push(0);
    this.#previous.push(cause > 0 ? (this.#last[cause - 1] ?? 0) : 0);
    if (cause > 0) this.#last[cause - 1] = id;
  }

  /** Forgets the last fact. */
  forget({ cause }: Fact): void {
    this.#last.pop();
    const previous = this.#previous.pop() ?? 0;
    if (cause > 0) this.#last[cause - 1] = previous;
  }

  /** The effects of a fact, oldest first. */
  of(cause: FactId): readonly FactId[] {
    const effects: FactId[] = [];
    for (let id = this.#last[cause - 1] ?? 0; id !== 0; id = this.#previous[id - 1] ?? 0) {
      effects.push(id);
    }
    return effects.reverse();
  }
}

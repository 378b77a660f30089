/**
 * The tasks that wait for one thing, in the order in which they came.
 *
 * Mostly it is one task, which has a place of its own: a run makes a hundred thousand waits, and
 * a set for each would cost more than the wait.
 */
export class WaitList<T> {
  #first: T | undefined;
  /** The tasks after the first; made when a second one comes. */
  #others: Set<T> | undefined;

  get isEmpty(): boolean {
    return this.#first === undefined;
  }

  add(task: T): void {
    if (this.#first === undefined) this.#first = task;
    else if (this.#first !== task) {
      this.#others ??= new Set();
      this.#others.add(task);
    }
  }

  delete(task: T): void {
    if (this.#first === task) this.takeFirst();
    else this.#others?.delete(task);
  }

  /** Removes the task that has waited longest. */
  takeFirst(): T | undefined {
    const first = this.#first;
    this.#first = undefined;
    if (this.#others === undefined || this.#others.size === 0) return first;
    for (const next of this.#others) {
      this.#others.delete(next);
      this.#first = next;
      break;
    }
    return first;
  }

  /** Removes all of them. */
  takeAll(): readonly T[] {
    const first = this.#first;
    if (first === undefined) return [];
    this.#first = undefined;
    if (this.#others === undefined || this.#others.size === 0) return [first];
    const all = [first, ...this.#others];
    this.#others.clear();
    return all;
  }
}

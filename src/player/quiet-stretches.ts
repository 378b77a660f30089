/**
 * The long stretches of time in which nothing is drawn, found while marks come in the order of
 * time: an axis folds them.
 */

/** From and to, in microseconds. */
export type Stretch = readonly [from: number, to: number];

export class QuietStretches {
  readonly #longerThan: number;
  readonly #stretches: Stretch[] = [];
  /** The last mark. */
  #last: number | undefined;

  /** In microseconds. */
  constructor(longerThan: number) {
    this.#longerThan = longerThan;
  }

  /** Something is drawn at this moment; no mark was later. */
  mark(at: number): void {
    if (this.#last !== undefined) this.#add(this.#last, at);
    this.#last = at;
  }

  /** What began at this moment has gone on until the last mark: no time since was quiet. */
  cover(from: number): void {
    for (;;) {
      const stretch = this.#stretches.at(-1);
      if (stretch === undefined || stretch[1] <= from) return;
      this.#stretches.pop();
      this.#add(stretch[0], from);
    }
  }

  /** All of them between two moments; no mark lies outside. */
  between(from: number, to: number): readonly Stretch[] {
    const all = [...this.#stretches];
    if (this.#last === undefined) return to - from > this.#longerThan ? [[from, to]] : all;
    return to - this.#last > this.#longerThan ? [...all, [this.#last, to]] : all;
  }

  #add(from: number, to: number): void {
    if (to - from > this.#longerThan) this.#stretches.push([from, to]);
  }
}

/** The facts of a run in their order, wherever they are kept: the fact with id n is the n-th. */
import type { Fact } from './facts.ts';

/** An array is one. */
export interface FactList extends Iterable<Fact> {
  readonly length: number;
  /** From 0; negative: from the end. */
  at(index: number): Fact | undefined;
  slice(from?: number, to?: number): readonly Fact[];
}

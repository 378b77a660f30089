/** A figure as the bench prints it. */
export interface Figure {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
}

/** Median, least and greatest of several runs. */
export function figure(values: readonly number[], unit: string): Figure {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const half = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? at(half) : (at(half - 1) + at(half)) / 2;
  return { median, min: at(0), max: at(sorted.length - 1), unit };
}

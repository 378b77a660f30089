/**
 * How much of a run somebody else may ask for, in a link or in a file: each input costs the
 * simulator work, and their texts are written by anybody.
 */

/** Inputs of one run. */
export const mostInputs = 500;

/** Virtual microseconds in which they may lie: a day. */
const latest = 24 * 3600 * 1_000_000;

/** Characters of each text. */
export const longestText = { line: 10_000, user: 200, stdin: 256_000 } as const;

export const isMoment = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= latest;

export const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most;

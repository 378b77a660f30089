/**
 * How much of a run a link or a file may request: each input costs the simulator work, and anybody
 * can write their texts.
 */

/** The greatest number of inputs of one run. */
export const mostInputs = 500;

/** The span of virtual time in which they may lie, in microseconds: a day. */
const latest = 24 * 3600 * 1_000_000;

/** The greatest number of characters of each text. */
export const longestText = { line: 10_000, user: 200, stdin: 256_000 } as const;

export const isMoment = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= latest;

export const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most;

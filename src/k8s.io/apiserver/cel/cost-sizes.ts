/**
 * Sizes and costs that are known before an expression is evaluated.
 *
 * Models cel-go checker/cost.go SizeEstimate and CostEstimate. Of a cost only the largest is kept:
 * nobody asks for the least. Numbers end at 2^64, as upstream's do.
 */

import type { DeclType } from './decl-type.ts';

/** Characters of a text, entries of a map, or items of a list. */
export interface Size {
  readonly min: number;
  readonly max: number;
}

/** What is known of the value of a node. */
export interface Value {
  readonly cost: number;
  readonly kind: DeclType['kind'];
  readonly size: Size;
  /** Its declaration, if it can be reached from a variable. */
  readonly declared?: DeclType | undefined;
  /** Of a list or map that the expression makes: the size of its items. */
  readonly items?: Size | undefined;
}

const largest = 2 ** 64;
export const unknownSize: Size = { min: 0, max: largest };

/** Source: common.StringTraversalCostFactor, RegexStringLengthCostFactor. */
export const traversal = 0.1;
const regexFactor = 0.25;

export const plus = (a: number, b: number): number => Math.min(largest, a + b);
/** Nothing is done of whatever costs much. */
export const times = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : Math.min(largest, a * b);
/** Source: multiplyByCostFactor. */
export const scaled = (size: number, factor: number): number =>
  Math.min(largest, Math.ceil(size * factor));

export const exactly = (size: number): Size => ({ min: size, max: size });
export const union = (a: Size, b: Size): Size => ({
  min: Math.min(a.min, b.min),
  max: Math.max(a.max, b.max),
});
export const addSizes = (a: Size, b: Size): Size => ({
  min: plus(a.min, b.min),
  max: plus(a.max, b.max),
});
export const timesSizes = (a: Size, b: Size): Size => ({
  min: times(a.min, b.min),
  max: times(a.max, b.max),
});

/** To match a text with a regular expression. Source: functionCost, MatchesString. */
export const matchCost = (text: Size, pattern: Size): number =>
  times(scaled(plus(text.max, 1), traversal), scaled(pattern.max, regexFactor));

/**
 * What replacing can make of a text. Source: library EstimateCallCost, `replace`.
 * @param of the text
 * @param from what is replaced
 * @param to what it becomes
 */
export function replacedSize(of: Size, from: Size, to: Size): Size {
  const most = (): number => {
    if (from.min === 0) return plus(times(plus(of.max, 1), to.max), of.max);
    return to.max <= from.min ? of.max : times(Math.ceil(of.max / from.min), to.max);
  };
  const least = (): number => {
    if (from.max === 0) return plus(times(plus(of.min, 1), to.min), of.min);
    return from.max <= to.min ? of.min : times(Math.ceil(of.min / from.max), to.min);
  };
  return { min: least(), max: most() };
}

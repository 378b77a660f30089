/**
 * How a fact is told in a line. The page knows the words; the map, which knows only what to draw,
 * is given them when the page starts.
 */
import type { Fact } from '#trace/trace-event';

type FactWords = (fact: Fact) => string;

let words: FactWords = ({ type }) => type;

export function setFactWords(tell: FactWords): void {
  words = tell;
}

/** The outcome of a fact in a few words. */
export const factWords: FactWords = (fact) => words(fact);

/**
 * Regular expressions that take time in proportion to the text, whatever the pattern.
 *
 * Models Go's regexp (RE2) through `re2js`: its syntax and its error texts. No pattern can hang a
 * program, as one can with JavaScript's own expressions. Whatever pattern a person may write is
 * compiled here. In: a pattern. Out: an expression, or what is wrong with it.
 *
 * The library is large and few runs have a pattern, so a program may load it later than the rest:
 * `provideRegexp`, once, with what regexp-library.ts holds.
 */
import { assert } from './assert.ts';
import type { Result } from './result.ts';

export interface RegexpMatch {
  readonly index: number;
  /** The whole match, then the groups; a group that matched nothing is undefined. */
  readonly groups: readonly (string | undefined)[];
}

export interface Regexp {
  readonly test: (text: string) => boolean;
  readonly exec: (text: string) => RegexpMatch | undefined;
  /** Every match, from left to right. */
  readonly all: (text: string) => readonly RegexpMatch[];
}

export type RegexpLibrary = (pattern: string, ignoreCase: boolean) => Result<Regexp, string>;

let library: RegexpLibrary | undefined;

/** Makes expressions known to this program, for good. */
export function provideRegexp(provided: RegexpLibrary): void {
  library = provided;
}

const compiled = new Map<string, Result<Regexp, string>>();
const mostCompiled = 500;

/** Source: regexp.Compile. */
export function compileRegexp(pattern: string, ignoreCase = false): Result<Regexp, string> {
  const key = `${ignoreCase ? 'i' : ''}/${pattern}`;
  let known = compiled.get(key);
  if (known === undefined) {
    assert(library !== undefined, 'a pattern came, but this program has not loaded expressions');
    known = library(pattern, ignoreCase);
    if (compiled.size >= mostCompiled) compiled.clear();
    compiled.set(key, known);
  }
  return known;
}

/** The text with the first match, or all of them, changed. */
export function replaceMatches(
  text: string,
  expression: Regexp,
  isGlobal: boolean,
  change: (groups: RegexpMatch['groups']) => string,
): string {
  const first = expression.exec(text);
  const found = isGlobal ? expression.all(text) : first === undefined ? [] : [first];
  let done = '';
  let at = 0;
  for (const { index, groups } of found) {
    done += text.slice(at, index) + change(groups);
    at = index + (groups[0]?.length ?? 0);
  }
  return done + text.slice(at);
}

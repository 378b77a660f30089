/**
 * Regular expressions that take time in proportion to the text, whatever the pattern.
 *
 * Models Go's regexp (RE2) through `re2js`: its syntax and its error texts. No pattern can hang a
 * program, as one can with JavaScript's own expressions. Whatever pattern a person may write is
 * compiled here. In: a pattern. Out: an expression, or what is wrong with it.
 *
 * The library (regexp-library.ts) is large and few runs have a pattern, so a cluster may be given
 * it after it has started. A pattern that comes without the library fails loudly.
 */
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

/** Source: regexp.Compile. */
export type CompileRegexp = (pattern: string, ignoreCase?: boolean) => Result<Regexp, string>;

const notLoaded = (): never => {
  throw new Error('A pattern came, but this cluster was started without regular expressions.');
};

const mostCompiled = 500;

/** Compiles with a library that may come later, and keeps what it has compiled. */
export function lateRegexp(library: () => RegexpLibrary | undefined): CompileRegexp {
  const compiled = new Map<string, Result<Regexp, string>>();
  return (pattern, ignoreCase = false) => {
    const key = `${ignoreCase ? 'i' : ''}/${pattern}`;
    let known = compiled.get(key);
    if (known === undefined) {
      known = (library() ?? notLoaded)(pattern, ignoreCase);
      if (compiled.size >= mostCompiled) compiled.clear();
      compiled.set(key, known);
    }
    return known;
  };
}

/** What a cluster compiles its patterns with; without the library the first one fails. */
export const regexpOf = ({ regexp }: { readonly regexp?: CompileRegexp }): CompileRegexp =>
  regexp ?? notLoaded;

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

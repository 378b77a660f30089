/**
 * `matches` with Go's regular expressions, which take time in proportion to the text.
 *
 * The language here has a `matches` of its own, which cannot be replaced; so an expression calls
 * another of the same length, and places in messages stay where they are.
 */

/** Text in quotes, raw or not, or a call. */
const token =
  /[rR]("""|''')[\s\S]*?\1|[rR]"[^"]*"|[rR]'[^']*'|("""|''')(?:\\.|[\s\S])*?\2|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\.\s*matches(?=\s*\()/g;

/** The name under which the library has it. */
export const goMatches = 'Matches';

export const withGoRegexps = (expression: string): string =>
  expression.replace(token, (text) =>
    text.startsWith('.') ? text.replace('matches', goMatches) : text,
  );

/** Words as a shell shows them so that it could read them again. */

/** Always in quotes, as `export` and `trap` show values. */
export const quoted = (text: string): string => `'${text.replace(/'/g, `'"'"'`)}'`;

/** In quotes where it needs them, as `set -x` shows words. */
export const quotedIfNeeded = (text: string): string =>
  /^[\w@%+:,./-]*$/.test(text) || text === ']' ? text : quoted(text);

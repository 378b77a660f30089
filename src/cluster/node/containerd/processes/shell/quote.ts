/** Quotes words so that a shell can read them again. */

/** Always in quotes, as `export` and `trap` show values. */
export const quoted = (text: string): string => `'${text.replace(/'/g, `'"'"'`)}'`;

/** Quoted only if needed, as `set -x` shows words. */
export const quotedIfNeeded = (text: string): string =>
  /^[\w@%+:,./-]*$/.test(text) || text === ']' ? text : quoted(text);

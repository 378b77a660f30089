/** Words as a shell shows them so that it could read them again. */

const single = (text: string): string => `'${text.replace(/'/g, `'"'"'`)}'`;

/** Always in quotes, as `export` and `trap` show values. */
export const quoted = single;

/** In quotes where it needs them, as `set -x` shows words. */
export const quotedIfNeeded = (text: string): string =>
  /^[\w@%+:,./-]*$/.test(text) || text === ']' ? text : single(text);

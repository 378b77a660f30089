/** Backslash escapes as `echo -e`, `printf` and `$'…'` read them. */

const letters: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};

/** A text with its escapes resolved; any other backslash stays. */
export const unescaped = (text: string): string =>
  text.replace(/\\(x[0-9a-fA-F]{1,2}|0?[0-7]{1,3}|[abefnrtv\\])/g, (_all, code: string) => {
    if (code.startsWith('x')) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
    return letters[code] ?? code;
  });

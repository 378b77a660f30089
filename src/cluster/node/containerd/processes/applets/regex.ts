/** Translates POSIX regular expressions to JavaScript. */
import { type CompileRegexp, type Regexp, regexpOf } from '#base/regexp';
import type { Result } from '#base/result';

const classes: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`{-~',
  xdigit: '0-9A-Fa-f',
};

/** In brackets a backslash is literal, and `[:digit:]` is a class. */
const bracket = (text: string): string =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/\[:(\w+):\]/g, (all, name: string) => classes[name] ?? all)
    .replace(/^\[(\^?)\]/, '[$1\\]')
    .replace(/(?<=.)\[(?=.)/g, '\\[');

const tokens = /\[\^?\]?(?:\[:\w+:\]|[^\]])*\]|\\[\s\S]|[\s\S]/g;

/** `extended`: as with `-E`; otherwise parentheses, braces, `+`, `?` and `|` need a backslash. */
export function posixSource(pattern: string, extended: boolean): string {
  const source = pattern.replace(tokens, (token, at: number) => {
    if (token.length > 2 && token.startsWith('[')) return bracket(token);
    if (extended) return token;
    if (/^[(){}+?|]$/.test(token)) return `\\${token}`;
    if (token === '*' && (at === 0 || pattern.slice(0, at) === '^')) return '\\*';
    return /^\\[(){}+?|]$/.test(token) ? token.slice(1) : token;
  });
  return source.replace(/\\([<>])/g, '\\b');
}

/** Compiled; back-references are not modelled. */
export const posixRegex = (
  context: { readonly regexp?: CompileRegexp },
  pattern: string,
  extended: boolean,
  ignoreCase = false,
): Result<Regexp, string> => regexpOf(context)(posixSource(pattern, extended), ignoreCase);

export const literalSource = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

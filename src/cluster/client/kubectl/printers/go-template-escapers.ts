/**
 * The functions of Go templates that escape a text.
 * Source: text/template funcs.go HTMLEscaper, JSEscaper, URLQueryEscaper.
 */
import { goText, type TemplateValue } from './go-template-values.ts';

/** The arguments as one text, like print, except for nil. Source: funcs.go evalArgs. */
function textOf(args: readonly TemplateValue[]): string {
  const shown = args.map((arg) => (arg === undefined || arg === null ? '<no value>' : arg));
  return shown
    .map((arg, i) => {
      // A blank stands between two operands of which neither is a string.
      const blank = i > 0 && typeof arg !== 'string' && typeof shown[i - 1] !== 'string';
      return `${blank ? ' ' : ''}${goText(arg)}`;
    })
    .join('');
}

const htmlReplacements: Readonly<Record<string, string>> = {
  '"': '&#34;',
  "'": '&#39;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\0': '\ufffd',
};

/** Escapes text for HTML. */
export const htmlEscaped = (args: readonly TemplateValue[]): string =>
  textOf(args).replace(/["'&<>\0]/g, (char) => htmlReplacements[char] ?? char);

const backslashed = `\\'"`;
const printable = /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u;

/** Escapes text for a JavaScript string. */
export const jsEscaped = (args: readonly TemplateValue[]): string =>
  textOf(args).replace(/[\\'"<>&=]|[^ -\u007f]/gu, (char) => {
    if (backslashed.includes(char)) return `\\${char}`;
    const code = char.codePointAt(0) ?? 0;
    const isPlain = code > '\u007f'.charCodeAt(0) && printable.test(char);
    return isPlain ? char : `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
  });

/** Escapes text for the query of a URL. Source: net/url QueryEscape. */
export const queryEscaped = (args: readonly TemplateValue[]): string =>
  encodeURIComponent(textOf(args)).replace(/%20|[!'()*]/g, (char) =>
    char === '%20' ? '+' : `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Functions of strings that the language does not have itself.
 *
 * Models cel-go's ext.Strings of version 2 (charAt, replace, format, quote) and
 * k8s.io/apiserver pkg/cel/library/regex.go (find, findAll).
 */
import type { CompileRegexp, Regexp } from '#base/regexp';
import { goQuote } from '#k8s.io/apimachinery/field-error';
import { goMatches } from '../go-regexps.ts';
import { failed, functions, type Library, namespace } from './library.ts';

function replace(text: string, from: string, to: string, count: bigint): string {
  if (count < 0n) return text.replaceAll(from, () => to);
  let rest = text;
  let done = '';
  for (let left = count; left > 0n; left--) {
    const at = rest.indexOf(from);
    if (at < 0) break;
    done += rest.slice(0, at) + to;
    rest = rest.slice(at + from.length);
  }
  return done + rest;
}

/** Source: cel-go interpreter.go MatchesString, k8s.io/apiserver regex.go. */
function compiled(pattern: string, regexp: CompileRegexp): Regexp {
  const expression = regexp(pattern);
  return expression.ok ? expression.value : failed(expression.error);
}

function findAll(expression: Regexp, text: string, limit: bigint): readonly string[] {
  const found = expression.all(text).map(({ groups }) => groups[0] ?? '');
  return limit < 0n ? found : found.slice(0, Number(limit));
}

/** How `%s` shows a value. */
function shown(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  if (value instanceof Map) return shown(Object.fromEntries(value));
  if (typeof value === 'object' && value.constructor === Object) {
    const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${pairs.map(([key, member]) => `${key}: ${shown(member)}`).join(', ')}}`;
  }
  return String(value);
}

const numeric = (value: unknown): number => Number(value);

function exponent(value: number, precision: number): string {
  const text = value.toExponential(precision);
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}

function formatted(verb: string, value: unknown, precision: number): string {
  switch (verb) {
    case 's':
      return shown(value);
    case 'd':
      if (typeof value === 'bigint' || typeof value === 'number') return String(value);
      return failed('decimal clause can only be used on integers');
    case 'f':
      return numeric(value).toFixed(precision);
    case 'e':
      return exponent(numeric(value), precision);
    case 'b':
      return typeof value === 'boolean' ? (value ? '1' : '0') : BigInt(value as bigint).toString(2);
    case 'x':
      return BigInt(value as bigint).toString(16);
    case 'X':
      return BigInt(value as bigint)
        .toString(16)
        .toUpperCase();
    case 'o':
      return BigInt(value as bigint).toString(8);
    default:
      return failed(`could not parse formatting clause: unrecognized formatting clause "${verb}"`);
  }
}

function format(text: string, args: readonly unknown[]): string {
  let next = 0;
  return text.replace(/%(?:%|(?:\.(\d+))?(.))/g, (whole, precision, verb) => {
    if (whole === '%%') return '%';
    if (next >= args.length) return failed(`index ${next} out of range`);
    return formatted(String(verb), args[next++], precision === undefined ? 6 : Number(precision));
  });
}

export const stringsWith =
  (regexp: CompileRegexp): Library =>
  (environment) => {
    const regexpOf = (pattern: string): Regexp => compiled(pattern, regexp);
    functions(environment, {
      'string.charAt(int): string': (text: string, index: bigint) =>
        index < 0n || index > BigInt(text.length)
          ? failed(`index out of range: ${index}`)
          : text.charAt(Number(index)),
      'string.replace(string, string): string': (text: string, from: string, to: string) =>
        replace(text, from, to, -1n),
      'string.replace(string, string, int): string': replace,
      'string.format(list): string': format,

      [`string.${goMatches}(string): bool`]: (text: string, pattern: string) =>
        regexpOf(pattern).test(text),
      'string.find(string): string': (text: string, pattern: string) =>
        regexpOf(pattern).exec(text)?.groups[0] ?? '',
      'string.findAll(string): list<string>': (text: string, pattern: string) =>
        findAll(regexpOf(pattern), text, -1n),
      'string.findAll(string, int): list<string>': (text: string, pattern: string, limit: bigint) =>
        findAll(regexpOf(pattern), text, limit),
    });
    namespace(environment, 'strings', 'kubernetes.Strings');
    functions(environment, {
      'kubernetes.Strings.quote(string): string': (_: unknown, text: string) => goQuote(text),
    });
    namespace(environment, 'jsonpatch', 'kubernetes.JSONPatchFunctions');
    functions(environment, {
      'kubernetes.JSONPatchFunctions.escapeKey(string): string': (_: unknown, key: string) =>
        key.replaceAll('~', '~0').replaceAll('/', '~1'),
    });
  };

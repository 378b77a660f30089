/**
 * Reads a jsonpath template such as `{range .items[*]}{.metadata.name}{"\n"}{end}`.
 *
 * Models k8s.io/client-go util/jsonpath parser.go. In: the template. Out: its parts as values for
 * json-path.ts; a text that does not parse is an error string.
 */
import { err, ok, type Result } from '#base/result';

export type PathNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'literal'; readonly value: number | boolean }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'recursive' }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'slice'; readonly from?: number; readonly to?: number; readonly step?: number }
  | { readonly kind: 'union'; readonly paths: readonly Path[] }
  | {
      readonly kind: 'filter';
      readonly left: Path;
      readonly operator: string;
      readonly right: Path;
    };

/** Steps that follow each other. */
export type Path = readonly PathNode[];

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'path'; readonly path: Path }
  /** An end without a range: it fails when it is reached. */
  | { readonly kind: 'end' }
  | { readonly kind: 'range'; readonly path: Path; readonly body: readonly TemplatePart[] };

/** Reads text with actions in braces. */
export function parseTemplate(template: string): Result<readonly TemplatePart[], string> {
  const root: TemplatePart[] = [];
  const open: { readonly path: Path; readonly outer: TemplatePart[] }[] = [];
  let parts = root;
  let rest = template;
  while (rest !== '') {
    const brace = rest.indexOf('{');
    if (brace !== 0) {
      const text = brace < 0 ? rest : rest.slice(0, brace);
      parts.push({ kind: 'text', text });
      rest = rest.slice(text.length);
      continue;
    }
    const action = /^\{((?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^{}"'])*)\}/.exec(rest);
    if (action === null) {
      if (/^\{[^"'[}]*\{/.test(rest)) return err(unrecognized('{'));
      const open = rest.split('[').length > rest.split(']').length;
      return err(open ? 'unterminated array' : 'unclosed action');
    }
    rest = rest.slice(action[0].length);
    const inside = (action[1] ?? '').trim();
    if (inside === 'end') {
      const closed = open.pop();
      if (closed === undefined) {
        parts.push({ kind: 'end' });
        continue;
      }
      closed.outer.push({ kind: 'range', path: closed.path, body: parts });
      parts = closed.outer;
      continue;
    }
    const range = /^range(?=[\s.[@$])/.exec(inside);
    const path = parsePath(range === null ? inside : inside.slice(range[0].length));
    if (!path.ok) return path;
    if (range === null) parts.push({ kind: 'path', path: path.value });
    else {
      open.push({ path: path.value, outer: parts });
      parts = [];
    }
  }
  return open.length > 0 ? err('unterminated range') : ok(root);
}

const fieldShape = /^\.((?:[^\s.,[\]$@{}\\]|\\.)+)/;
const textShape = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')/;

/** Reads what stands between braces. */
export function parsePath(text: string): Result<Path, string> {
  const nodes: PathNode[] = [];
  let rest = text.trim().replace(/^[@$]/, '');
  const take = (length: number): void => {
    rest = rest.slice(length).replace(/^[\s@$]+/, '');
  };
  while (rest !== '') {
    const quoted = textShape.exec(rest);
    const field = fieldShape.exec(rest);
    const literal = /^(?:-?\d+(?:\.\d+)?|true|false)(?=$|[\s,\])])/.exec(rest);
    if (quoted !== null) {
      nodes.push({ kind: 'text', text: unescaped(quoted[1] ?? quoted[2] ?? '') });
      take(quoted[0].length);
    } else if (rest.startsWith('..')) {
      nodes.push({ kind: 'recursive' });
      rest = rest.slice(/^\.\.[[*]/.test(rest) ? 2 : 1);
    } else if (rest.startsWith('[')) {
      const array = bracketed(rest);
      if (array === undefined) return err('unterminated array');
      const node = parseArray(array);
      if (!node.ok) return node;
      nodes.push(...node.value);
      take(array.length + 2);
    } else if (/^\.?\*/.test(rest)) {
      nodes.push({ kind: 'wildcard' });
      take(rest.startsWith('.') ? 2 : 1);
    } else if (field !== null) {
      nodes.push({ kind: 'field', name: (field[1] ?? '').replace(/\\(.)/g, '$1') });
      take(field[0].length);
    } else if (literal !== null) {
      const word = literal[0];
      const value = word === 'true' || (word === 'false' ? false : Number(word));
      nodes.push({ kind: 'literal', value });
      take(word.length);
    } else if (rest.startsWith('.')) {
      take(1);
    } else if (/^[A-Za-z]/.test(rest)) {
      return err(`unrecognized identifier ${/^\w+/.exec(rest)?.[0] ?? ''}`);
    } else {
      return err(unrecognized(rest));
    }
  }
  return ok(nodes);
}

function unrecognized(rest: string): string {
  const point = (rest.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `unrecognized character in action: U+${point} '${rest[0]}'`;
}

/** What stands between `[` and its `]`, which may hold brackets and quotes of its own. */
function bracketed(text: string): string | undefined {
  let depth = 0;
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? '';
    if (char === '\\') i++;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '[') depth++;
    else if (char === ']' && --depth === 0) return text.slice(1, i);
  }
  return undefined;
}

/** Source: parser.go parseArray. */
function parseArray(text: string): Result<Path, string> {
  if (text === '*') return ok([{ kind: 'wildcard' }]);
  const key = /^'([^']*)'$/.exec(text);
  if (key !== null) return parsePath(`.${key[1]}`);
  const filter = /^\?\((.*)\)$/.exec(text);
  if (filter !== null) return parseFilter((filter[1] ?? '').trim());
  if (/^-?\d+$/.test(text)) return ok([{ kind: 'index', index: Number(text) }]);
  const slice = /^(-?\d*)(?::(-?\d*))?(?::(-?\d*))?$/.exec(text);
  if (slice !== null && text !== '') return ok([sliceOf(slice)]);
  if (!text.includes(',')) return err(`invalid array index ${text}`);
  const paths: Path[] = [];
  for (const each of text.split(',')) {
    const path = parseArray(each.trim());
    if (!path.ok) return path;
    paths.push(path.value);
  }
  return ok([{ kind: 'union', paths }]);
}

function sliceOf([, from = '', to = '', step = '']: RegExpExecArray): PathNode {
  return {
    kind: 'slice',
    ...(from === '' ? {} : { from: Number(from) }),
    ...(to === '' ? {} : { to: Number(to) }),
    ...(step === '' ? {} : { step: Number(step) }),
  };
}

/** `@.type=="Ready"`, or a path alone that must be there. Source: parser.go parseFilter. */
function parseFilter(text: string): Result<Path, string> {
  const comparison = /^([^!<>=]+)([!<>=]+)(.+?)$/.exec(text);
  const left = parsePath(comparison?.[1] ?? text);
  if (!left.ok) return left;
  const right = parsePath(comparison?.[3] ?? '');
  if (!right.ok) return right;
  const operator = comparison?.[2] ?? 'exists';
  return ok([{ kind: 'filter', left: left.value, operator, right: right.value }]);
}

const unescaped = (text: string): string =>
  text.replace(/\\(.)/g, (_, char: string) => ({ n: '\n', t: '\t', r: '\r' })[char] ?? char);

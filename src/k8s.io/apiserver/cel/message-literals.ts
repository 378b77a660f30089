/**
 * Objects that mutations build: `Object{spec: Object.spec{replicas: 3}}`, `JSONPatch{op: "add"}`.
 *
 * Models k8s.io/apiserver pkg/cel/mutation: their types have any fields, and the type's name must
 * be the path of the field it stands in. The language here has no such literals, so they are
 * written as maps before it reads them. In: an expression. Out: the same with maps, or what is
 * wrong.
 */
import { err, ok, type Result } from '#base/result';

const token =
  /\s+|\/\/[^\n]*|[rRbB]{0,2}(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|[A-Za-z_][A-Za-z0-9_]*(?:\s*\.\s*[A-Za-z_][A-Za-z0-9_]*)*|[\s\S]/g;

const isBlank = (text: string): boolean => /^\s|^\/\//.test(text);
const isPath = (text: string | undefined): text is string =>
  text !== undefined && /^[A-Za-z_]/.test(text) && !/["']/.test(text);

interface Frame {
  readonly close: string;
  /** The path that objects in here must have; undefined inside of maps and lists. */
  readonly type?: string;
  /** The next word is the name of a field. */
  expectsField: boolean;
  field: string;
}

/** Field names may be written escaped: `__dash__`. */
const unescaped = (name: string): string =>
  name
    .replaceAll('__dash__', '-')
    .replaceAll('__dot__', '.')
    .replaceAll('__slash__', '/')
    .replaceAll('__underscores__', '__');

export function withMapLiterals(expression: string): Result<string, string> {
  const tokens: readonly string[] = expression.match(token) ?? [];
  const frames: Frame[] = [];
  let out = '';
  for (let i = 0; i < tokens.length; i++) {
    const text = tokens[i] as string;
    const frame = frames.at(-1);
    const next = tokens.slice(i + 1).find((each) => !isBlank(each));
    if (isPath(text) && next === '{') {
      const wrong = misplaced(text.replace(/\s/g, ''), frame);
      if (wrong !== undefined) return err(wrong);
      frames.push({ close: '}', type: text.replace(/\s/g, ''), expectsField: true, field: '' });
      out += '{';
      i = tokens.indexOf('{', i + 1);
    } else if (frame?.type !== undefined && frame.expectsField && isPath(text) && next === ':') {
      frame.field = text;
      frame.expectsField = false;
      out += JSON.stringify(unescaped(text));
    } else {
      out += text;
      if (text === '{' || text === '[' || text === '(') {
        frames.push({ close: text, expectsField: false, field: '' });
      } else if (text === '}' || text === ']' || text === ')') frames.pop();
      else if (text === ',' && frame !== undefined) frame.expectsField = true;
    }
  }
  return ok(out);
}

/** Source: dynamic ObjectVal.CheckTypeNamesMatchFieldPathNames. */
function misplaced(type: string, parent: Frame | undefined): string | undefined {
  if (type !== 'Object' && type !== 'JSONPatch' && !type.startsWith('Object.')) {
    return `undeclared reference to '${type}' (in container '')`;
  }
  if (parent?.type?.startsWith('Object') !== true) return undefined;
  const expected = `${parent.type}.${parent.field}`;
  return type === expected ? undefined : `unexpected type name "${type}", expected "${expected}"`;
}

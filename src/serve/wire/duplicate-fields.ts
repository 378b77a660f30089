/**
 * Fields that a body names twice: a value in memory has no place for them, but a strict server
 * tells. Paths and lines are those of sigs.k8s.io/json and go-yaml.
 */
import { parseDocument } from 'yaml';

const whitespace = /[ \t\n\r]*/y;
const textToken = /"(?:[^"\\]|\\.)*"/y;
const plainToken = /[^,\]}\s]+/y;

/** `duplicate field "spec.replicas"`, in the order of the text; for a valid JSON text. */
export function duplicatesInJson(text: string): readonly string[] {
  const found: string[] = [];
  let at = 0;
  const take = (token: RegExp): string => {
    token.lastIndex = at;
    const taken = token.exec(text)?.[0] ?? '';
    at += taken.length;
    return taken;
  };
  /** Steps over spaces and one expected letter. */
  const takeLetter = (letter: string): boolean => {
    take(whitespace);
    if (text[at] !== letter) return false;
    at++;
    return true;
  };
  const takeValue = (path: string): void => {
    if (takeLetter('{')) takeMembers(path);
    else if (takeLetter('[')) takeItems(path);
    else take(text[at] === '"' ? textToken : plainToken);
  };
  const takeMembers = (path: string): void => {
    const names = new Set<string>();
    while (at < text.length && !takeLetter('}')) {
      const name = String(JSON.parse(take(textToken) || '""'));
      const own = path === '' ? name : `${path}.${name}`;
      if (names.has(name)) found.push(`duplicate field "${own}"`);
      names.add(name);
      takeLetter(':');
      takeValue(own);
      takeLetter(',');
      take(whitespace);
    }
  };
  const takeItems = (path: string): void => {
    for (let index = 0; at < text.length && !takeLetter(']'); index++) {
      takeValue(`${path}[${index}]`);
      takeLetter(',');
    }
  };
  takeValue('');
  return found;
}

/** `line 9: key "foo" already set in map` */
export function duplicatesInYaml(text: string): readonly string[] {
  return parseDocument(text, { uniqueKeys: true })
    .errors.filter(({ code }) => code === 'DUPLICATE_KEY')
    .map(({ pos: [start] }) => {
      const line = text.slice(0, start).split('\n').length;
      const key = /^["']?([^"':\s]+)/.exec(text.slice(start))?.[1] ?? '';
      return `line ${line}: key "${key}" already set in map`;
    });
}

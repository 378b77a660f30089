/**
 * Finds members that a JSON text gives twice, which no parsed value can show.
 *
 * Models sigs.k8s.io/json DisallowDuplicateFields. In: a text that is valid JSON. Out: the strict
 * errors, `duplicate field "spec.replicas"`, in the order of the text.
 */
import { goQuote } from './field-error.ts';

interface Container {
  readonly path: string;
  /** Keys seen so far; undefined for a list. */
  readonly keys: Set<string> | undefined;
  index: number;
  key: string;
}

const token = /"(?:\\.|[^"\\])*"|[{}[\],:]/g;

export function duplicateFieldErrors(text: string): readonly string[] {
  const found = new Set<string>();
  const open: Container[] = [];
  let keyExpected = false;
  for (const [word] of text.matchAll(token)) {
    const top = open.at(-1);
    if (word === '{' || word === '[') {
      open.push(enter(word, top));
      keyExpected = word === '{';
    } else if (word === '}' || word === ']') {
      open.pop();
      keyExpected = false;
    } else if (word === ',') {
      if (top !== undefined) top.index++;
      keyExpected = top?.keys !== undefined;
    } else if (word === ':') keyExpected = false;
    else if (keyExpected && top?.keys !== undefined) {
      top.key = String(JSON.parse(word));
      if (top.keys.has(top.key)) found.add(`duplicate field ${goQuote(member(top))}`);
      top.keys.add(top.key);
    }
  }
  return [...found];
}

const enter = (word: string, parent: Container | undefined): Container => ({
  path: parent === undefined ? '' : member(parent),
  keys: word === '{' ? new Set() : undefined,
  index: 0,
  key: '',
});

const member = ({ path, keys, index, key }: Container): string => {
  if (keys === undefined) return `${path}[${index}]`;
  return path === '' ? key : `${path}.${key}`;
};

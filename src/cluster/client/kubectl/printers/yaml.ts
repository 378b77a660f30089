/**
 * Objects as `-o yaml` shows them.
 *
 * Models sigs.k8s.io/yaml Marshal: members sorted, two blanks a level, list items not indented
 * below their key. In: a JSON value. Out: text with a final newline.
 */
import { isJsonArray, isJsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import { yamlString } from './yaml-scalar.ts';

export function toYaml(value: JsonValue): string {
  if (isJsonArray(value) && value.length > 0) return sequence(value, 0);
  if (isJsonObject(value) && keysOf(value).length > 0) return mapping(value, 0);
  return `${scalar(value, 0, 2)}\n`;
}

const keysOf = (value: Readonly<Record<string, JsonValue | undefined>>): readonly string[] =>
  Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort(naturally);

/**
 * goyaml's order of keys: numbers inside by value, letters before the rest.
 * Source: goyaml.v2 sorter.go keyList.Less.
 */
function naturally(a: string, b: string): number {
  const [ar, br] = [[...a], [...b]];
  let digits = false;
  for (let i = 0; i < ar.length && i < br.length; i++) {
    const [x, y] = [ar[i] as string, br[i] as string];
    if (x === y) {
      digits = isDigit(x);
      continue;
    }
    const [xLetter, yLetter] = [isLetter(x), isLetter(y)];
    if (xLetter && yLetter) return x < y ? -1 : 1;
    if (xLetter || yLetter) {
      if (digits) return xLetter ? -1 : 1;
      return xLetter ? 1 : -1;
    }
    return byNumber(ar, br, i) ?? (x < y ? -1 : 1);
  }
  return ar.length - br.length;
}

/** Compares the numbers that begin at or run into position i; undefined when there are none. */
function byNumber(a: readonly string[], b: readonly string[], i: number): number | undefined {
  let [x, y] = [a[i] as string, b[i] as string];
  if (x === '0' || y === '0') {
    for (let j = i - 1; j >= 0 && isDigit(a[j] as string); j--) {
      if (a[j] !== '0') {
        [x, y] = ['1', '1'];
        break;
      }
    }
    if (x === '0' && isDigit(y) && y !== '0') return -1;
    if (y === '0' && isDigit(x) && x !== '0') return 1;
  }
  const [an, bn] = [digitsFrom(a, i), digitsFrom(b, i)];
  if (an === '' && bn === '') return undefined;
  const [av, bv] = [Number(an || '0'), Number(bn || '0')];
  if (av !== bv) return av - bv;
  return an.length === bn.length ? undefined : an.length - bn.length;
}

const digitsFrom = (text: readonly string[], from: number): string =>
  /^\d*/.exec(text.slice(from).join(''))?.[0] ?? '';

const isDigit = (char: string): boolean => /\d/.test(char);
const isLetter = (char: string): boolean => /\p{L}/u.test(char);

function mapping(value: Readonly<Record<string, JsonValue>>, indent: number): string {
  let out = '';
  let first = true;
  for (const key of keysOf(value)) {
    const name = yamlString(key, indent, indent + 2, true);
    // The first key of an item follows its dash.
    out += `${first ? '' : ' '.repeat(indent)}${name}:`;
    out += member(value[key] ?? null, indent, indent + name.length + 2);
    first = false;
  }
  return out;
}

function member(value: JsonValue, indent: number, column: number): string {
  if (isJsonArray(value) && value.length > 0) {
    return `\n${' '.repeat(indent)}${sequence(value, indent)}`;
  }
  if (isJsonObject(value) && keysOf(value).length > 0) {
    return `\n${' '.repeat(indent + 2)}${mapping(value, indent + 2)}`;
  }
  return ` ${scalar(value, column, indent + 2)}\n`;
}

/** Items of a list with dashes at `indent`; the first dash is at the cursor. */
function sequence(items: readonly JsonValue[], indent: number): string {
  return items
    .map((item) => {
      if (isJsonArray(item) && item.length > 0) return `- ${sequence(item, indent + 2)}`;
      if (isJsonObject(item) && keysOf(item).length > 0) return `- ${mapping(item, indent + 2)}`;
      return `- ${scalar(item, indent + 2, indent + 2)}\n`;
    })
    .join(' '.repeat(indent));
}

function scalar(value: JsonValue, column: number, indent: number): string {
  if (typeof value === 'string') return yamlString(value, column, indent);
  if (isJsonArray(value)) return '[]';
  if (isJsonObject(value)) return '{}';
  return String(value);
}

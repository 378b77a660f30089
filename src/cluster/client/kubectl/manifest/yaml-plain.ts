/**
 * What an unquoted YAML word means: YAML 1.1, as sigs.k8s.io/yaml reads it.
 *
 * Models go-yaml v2 resolve.go. `y`, `no` and `on` are booleans; dates stay text.
 */
import type { JsonScalar } from '#k8s.io/apimachinery/json-value';

const words = new Map<string, JsonScalar>();
const say = (value: JsonScalar, ...spellings: readonly string[]): void => {
  for (const each of spellings) words.set(each, value);
};
say(null, '', '~', 'null', 'Null', 'NULL');
say(true, 'y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON');
say(false, 'n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF');

const float = /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/;

/** The value of a plain scalar. */
export function resolvePlain(text: string): JsonScalar {
  const word = words.get(text);
  if (word !== undefined) return word;
  if (!/^[-+.\d]/.test(text)) return text;
  return numberOf(text.replaceAll('_', '')) ?? text;
}

const onlyIn11 = /^(y|yes|n|no|on|off)$/i;

/** The value in go-yaml v3, where those words of YAML 1.1 stay text. Source: v3 resolve.go. */
export const resolveInV3 = (text: string): JsonScalar =>
  onlyIn11.test(text) ? text : resolvePlain(text);

function numberOf(text: string): number | undefined {
  const sign = text.startsWith('-') ? -1 : 1;
  const digits = text.replace(/^[-+]/, '');
  if (/^0[xX][\da-fA-F]+$/.test(digits)) return sign * Number.parseInt(digits.slice(2), 16);
  if (/^0b[01]+$/.test(digits)) return sign * Number.parseInt(digits.slice(2), 2);
  if (/^0o?[0-7]+$/.test(digits)) return sign * Number.parseInt(digits.replace('o', ''), 8);
  return float.test(text) ? Number(text) : undefined;
}

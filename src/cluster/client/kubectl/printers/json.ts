/**
 * Objects as `-o json` shows them: four blanks a level, members sorted, `<`, `>`, `&` escaped.
 * Source: k8s.io/cli-runtime pkg/printers/json.go over Go's encoding/json.
 */
import {
  escapedForHtml,
  isJsonArray,
  isJsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';

export const toJson = (value: JsonValue): string => `${indented(value, '', true)}\n`;

/** The members in the order they are in. */
export const toOrderedJson = (value: JsonValue): string => `${indented(value, '', false)}\n`;

function indented(value: JsonValue, indent: string, sorts: boolean): string {
  const inner = `${indent}    `;
  if (isJsonArray(value)) {
    if (value.length === 0) return '[]';
    const items = value.map((item) => inner + indented(item, inner, sorts));
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  if (!isJsonObject(value)) return escapedForHtml(JSON.stringify(value));
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  const members = (sorts ? keys.sort() : keys).map((key) => {
    const name = escapedForHtml(JSON.stringify(key));
    return `${inner}${name}: ${indented(value[key] ?? null, inner, sorts)}`;
  });
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`;
}

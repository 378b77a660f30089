/** JSON values as Go's fmt package prints what they decode into. */
import { goQuote } from './field-error.ts';
import { isJsonObject, type JsonValue } from './json-value.ts';

/** Go's `%v` of a decoded JSON value. */
export function goText(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (!isJsonObject(value)) return value === null ? '<nil>' : String(value);
  const members = Object.keys(value).sort();
  return `map[${members.map((key) => `${key}:${goText(value[key] ?? null)}`).join(' ')}]`;
}

/** Go's `%#v` of a decoded JSON value. */
export function goSyntax(value: JsonValue): string {
  if (typeof value === 'string') return goQuote(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (!isJsonObject(value)) return String(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${goQuote(key)}:${goSyntax(value[key] ?? null)}`);
  return `map[string]interface {}{${members.join(', ')}}`;
}

/** Go's `%T` of a decoded JSON value. */
export function goType(value: JsonValue): string {
  if (Array.isArray(value)) return '[]interface {}';
  if (isJsonObject(value)) return 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value !== 'number') return 'string';
  return Number.isInteger(value) ? 'int64' : 'float64';
}

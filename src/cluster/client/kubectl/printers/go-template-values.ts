/**
 * Values inside a Go template and how Go prints and compares them.
 *
 * Models what text/template sees of JSON: numbers are float64, a missing key is no value at all.
 */
import { isJsonArray, isJsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';

/** A Go int: a literal, a length, an index. Numbers of the object are float64. */
export class GoInt {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** `undefined` is reflect's zero Value, the result of a missing key. */
export type TemplateValue = JsonValue | GoInt | undefined;

export const isData = (value: TemplateValue): value is JsonValue =>
  value !== undefined && !(value instanceof GoInt);

/** Source: text/template exec.go IsTrue. */
export function truth(value: TemplateValue): boolean {
  if (value === undefined || value === null) return false;
  if (value instanceof GoInt) return value.value !== 0;
  if (isJsonArray(value)) return value.length > 0;
  if (isJsonObject(value)) return Object.keys(value).length > 0;
  return value !== false && value !== 0 && value !== '';
}

/** As fmt's %v prints it. */
export function goText(value: TemplateValue): string {
  if (value === undefined || value === null) return '<nil>';
  if (value instanceof GoInt) return String(value.value);
  if (typeof value === 'number') return floatText(value);
  if (isJsonArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (!isJsonObject(value)) return String(value);
  const pairs = Object.keys(value)
    .sort()
    .map((key) => `${key}:${goText(value[key])}`);
  return `map[${pairs.join(' ')}]`;
}

const plainExponents = 6;

/** Shortest form; with an exponent below 1e-4 and from 1e+06 on. Source: strconv ftoa.go %g. */
function floatText(value: number): string {
  const [digits = '', power = '0'] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < plainExponents) return String(value);
  const sign = power.startsWith('-') ? '-' : '+';
  return `${digits}e${sign}${power.replace(/^[+-]/, '').padStart(2, '0')}`;
}

/** The Go type, as errors name it. */
export function typeName(value: TemplateValue): string {
  if (value instanceof GoInt) return 'int';
  if (typeof value === 'number') return 'float64';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (isJsonArray(value)) return '[]interface {}';
  return isJsonObject(value) ? 'map[string]interface {}' : 'nil';
}

const basicKind = (value: TemplateValue): string | undefined => {
  const name = typeName(value);
  return ['int', 'float64', 'string', 'bool'].includes(name) ? name : undefined;
};

const incompatible = (a: TemplateValue, b: TemplateValue): string =>
  `incompatible types for comparison: ${typeName(a)} and ${typeName(b)}`;

const scalar = (value: TemplateValue) => (value instanceof GoInt ? value.value : value);

/** Whether two values are equal, or why they cannot be. Source: funcs.go eq. */
export function equal(a: TemplateValue, b: TemplateValue): boolean | string {
  const [x, y] = [basicKind(a), basicKind(b)];
  if (x !== y) {
    return a !== undefined && b !== undefined && a !== null && b !== null
      ? incompatible(a, b)
      : false;
  }
  if (x !== undefined) return scalar(a) === scalar(b);
  const gone = (value: TemplateValue) => value === undefined || value === null;
  if (gone(a) || gone(b)) return gone(a) === gone(b);
  return `non-comparable type ${goText(a)}: ${typeName(a)}`;
}

/** Whether one value is less than another, or why they cannot be compared. Source: funcs.go lt. */
export function less(a: TemplateValue, b: TemplateValue): boolean | string {
  const [x, y] = [basicKind(a), basicKind(b)];
  if (x === undefined || y === undefined) return 'invalid type for comparison';
  if (x !== y) return incompatible(a, b);
  if (x === 'bool') return 'invalid type for comparison';
  return (scalar(a) as number) < (scalar(b) as number);
}

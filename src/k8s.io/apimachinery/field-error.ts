/**
 * One thing wrong with one field, and how a list of them reads.
 *
 * Models k8s.io/apimachinery/pkg/util/validation/field errors.go.
 * In: a field path (`spec.containers[0].image`), a bad value, a detail. Out: FieldError values;
 * `fieldErrorBody` gives the text after the path.
 */
import { canonicalJson, type JsonValue } from './json-value.ts';

export type FieldErrorType =
  | 'FieldValueNotFound'
  | 'FieldValueRequired'
  | 'FieldValueDuplicate'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTooFew'
  | 'FieldValueTooShort'
  | 'InternalError'
  | 'FieldValueTypeInvalid';

export interface FieldError {
  readonly type: FieldErrorType;
  /** JSON path from the object's root; empty for the object itself. */
  readonly field: string;
  /** Absent for the types that never show a value. */
  readonly badValue?: unknown;
  readonly detail: string;
}

const typeText: Readonly<Record<FieldErrorType, string>> = {
  FieldValueNotFound: 'Not found',
  FieldValueRequired: 'Required value',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  FieldValueTooFew: 'Too few',
  FieldValueTooShort: 'Too short',
  InternalError: 'Internal error',
  FieldValueTypeInvalid: 'Invalid value',
};

const withoutValue: ReadonlySet<FieldErrorType> = new Set([
  'FieldValueRequired',
  'FieldValueForbidden',
  'FieldValueTooLong',
  'FieldValueTooShort',
  'InternalError',
]);

/** A member of a field: `childPath('spec', 'replicas')` is `spec.replicas`. */
export const childPath = (parent: string, name: string, ...more: readonly string[]): string => {
  const path = parent === '' ? name : `${parent}.${name}`;
  return more.length === 0 ? path : [path, ...more].join('.');
};

/** An item of a list: `spec.containers[0]`. */
export const indexPath = (parent: string, index: number): string => `${parent}[${index}]`;

/** A value of a map: `metadata.annotations[key]`. */
export const keyPath = (parent: string, key: string): string => `${parent}[${key}]`;

/** As a bad value: it is not shown. Source: field.OmitValueType. */
export const omittedValue: unique symbol = Symbol('omitted');

export const required = (field: string, detail = ''): FieldError => ({
  type: 'FieldValueRequired',
  field,
  detail,
});

export const invalidValue = (field: string, badValue: unknown, detail: string): FieldError => ({
  type: 'FieldValueInvalid',
  field,
  badValue,
  detail,
});

export const duplicate = (field: string, badValue: unknown): FieldError => ({
  type: 'FieldValueDuplicate',
  field,
  badValue,
  detail: '',
});

export const valueNotFound = (field: string, badValue: unknown): FieldError => ({
  type: 'FieldValueNotFound',
  field,
  badValue,
  detail: '',
});

export const forbiddenField = (field: string, detail: string): FieldError => ({
  type: 'FieldValueForbidden',
  field,
  detail,
});

/** The supported values are shown sorted, as those of upstream's callers that pass sets. */
export const notSupported = (
  field: string,
  badValue: unknown,
  supported: Iterable<string>,
): FieldError => notAmong(field, badValue, [...supported].sort());

/** The supported values in the order in which upstream's caller has them. */
export const notAmong = (
  field: string,
  badValue: unknown,
  values: readonly string[],
): FieldError => {
  return {
    type: 'FieldValueNotSupported',
    field,
    badValue,
    detail:
      values.length === 0 ? '' : `supported values: ${values.map((v) => goQuote(v)).join(', ')}`,
  };
};

/** `maxLength` in bytes, or negative when it is not to be named. */
export const tooLong = (field: string, maxLength: number): FieldError => ({
  type: 'FieldValueTooLong',
  field,
  detail: maxLength < 0 ? 'value is too long' : `may not be more than ${maxLength} bytes`,
});

export const tooMany = (field: string, actual: number, max: number): FieldError => ({
  type: 'FieldValueTooMany',
  field,
  badValue: actual,
  detail: max < 0 ? 'has too many items' : `must have at most ${max} item${max === 1 ? '' : 's'}`,
});

/** The text without the field, e.g. `Invalid value: -1: must be …`. Source: Error.ErrorBody. */
export function fieldErrorBody(error: FieldError): string {
  const head =
    withoutValue.has(error.type) || error.badValue === omittedValue
      ? typeText[error.type]
      : `${typeText[error.type]}: ${shownValue(error.badValue)}`;
  return error.detail === '' ? head : `${head}: ${error.detail}`;
}

/** The text with the field in front. Source: Error.Error. */
export const fieldErrorMessage = (error: FieldError): string =>
  `${error.field}: ${fieldErrorBody(error)}`;

export const aggregateMessage = (errors: readonly FieldError[]): string =>
  aggregateText(errors.map(fieldErrorMessage));

/** One text as it is, several as `[e1, e2]`, equal ones once. Source: Aggregate.Error. */
export function aggregateText(texts: readonly string[]): string {
  const different = [...new Set(texts)];
  return different.length === 1 ? (different[0] ?? '') : `[${different.join(', ')}]`;
}

/** Strings are quoted, scalars bare, everything else is JSON; a nil value reads `null`. */
function shownValue(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'string') return goQuote(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  // Struct members keep the order of the Go type, which is the order they were given in.
  return typeof value === 'object'
    ? JSON.stringify(value, inGoOrder)
    : canonicalJson(value as JsonValue);
}

/** A map among the members of a struct, which Go writes with its keys sorted. */
const inGoOrder = (key: string, value: unknown): unknown =>
  key === 'matchLabels' ? sortedMap(value as Readonly<Record<string, string>>) : value;

/** A map as a bad value: Go writes its keys sorted. */
export const sortedMap = <T>(map: Readonly<Record<string, T>> | undefined) =>
  Object.fromEntries(Object.entries(map ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)));

/** A string as Go's %q shows it. */
export function goQuote(text: string): string {
  let quoted = '"';
  for (const char of text) quoted += goQuotedChar(char);
  return `${quoted}"`;
}

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
};

function goQuotedChar(char: string): string {
  const escaped = escapes[char];
  if (escaped !== undefined) return escaped;
  const point = char.codePointAt(0) ?? 0;
  return point < 0x20 || point === 0x7f ? `\\x${point.toString(16).padStart(2, '0')}` : char;
}

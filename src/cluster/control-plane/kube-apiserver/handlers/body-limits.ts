/**
 * Refuses bodies that are too large or are not objects. Models k8s.io/apiserver
 * pkg/endpoints/handlers rest.go limitedReadBody and transformDecodeError.
 */
import { badRequest, requestEntityTooLarge } from '#k8s.io/apimachinery/errors';
import type { Status } from '#k8s.io/apimachinery/meta/v1';

/** Source: MaxRequestBodyBytes, for which there is no flag. */
const limitBytes = 3 * 1024 * 1024;

/** 413 when the texts in a body alone exceed the limit. */
export const tooLarge = (body: unknown): Status | undefined =>
  textLength(body, limitBytes) > limitBytes ? requestEntityTooLarge(limitBytes) : undefined;

/** The length of all texts in a value; stops counting beyond `enough`. */
function textLength(value: unknown, enough: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let length = 0;
  // A loop over the names of a list's members would make a text of each index.
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) {
      length += textLength(item, enough - length);
      if (length > enough) break;
    }
    return length;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const key in members) {
    length += key.length + textLength(members[key], enough - length);
    if (length > enough) break;
  }
  return length;
}

const goStruct =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; ' +
  'Kind string "json:\\"kind,omitempty\\"" }';
const summaryBytes = 30;

/** 400 for a body without version and kind, because it is not an object. */
export function unrecognized(body: unknown, kind: string): Status {
  const text = body === undefined ? '' : JSON.stringify(body);
  const type = Array.isArray(body) ? 'array' : typeof body;
  const problem =
    text === ''
      ? 'unexpected end of JSON input'
      : `json: cannot unmarshal ${type === 'boolean' ? 'bool' : type} into Go value of type ${goStruct}`;
  return badRequest(
    `the object provided is unrecognized (must be of type ${kind}): ` +
      `couldn't get version/kind; json parse error: ${problem} (${summaryOf(text)})`,
  );
}

/** Source: summarizeData: the first bytes, in hexadecimal. */
function summaryOf(text: string): string {
  if (text === '') return '<empty>';
  const codes = [...text.slice(0, summaryBytes)].map((char) => char.charCodeAt(0));
  const hex = codes.map((code) => code.toString(16).padStart(2, '0')).join('');
  return text.length > summaryBytes ? `${hex} ...` : hex;
}

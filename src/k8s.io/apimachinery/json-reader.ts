/**
 * Reads JSON values that follow one another, with Go's error messages.
 *
 * Models encoding/json Decoder: the offset of an error counts the bytes read with the wrong one.
 */

import { err, ok, type Result } from '#base/result';
import { wellFormedText } from '#base/well-formed-text';
import { isJsonArray, isJsonObject, type JsonValue } from './json-value.ts';

export interface JsonRead {
  readonly value: JsonValue;
  /** Where the value ends. */
  readonly end: number;
}

class JsonProblem extends Error {}

/**
 * What Go's Unmarshal says of a text that is no JSON; undefined if it is.
 * Source: encoding/json SyntaxError.Error.
 */
export function jsonSyntaxError(text: string): string | undefined {
  const read = readJson(text, 0);
  if (!read.ok) {
    return read.error === 'unexpected EOF'
      ? 'unexpected end of JSON input'
      : read.error.replace(/^json: offset \d+: /, '');
  }
  const after = text.slice(read.value.end).trimStart().charAt(0);
  return after === '' ? undefined : `invalid character '${after}' after top-level value`;
}

const text = /("(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|[ -!#-[\]-\uffff])*")/;
const word = /(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)(?=[\s,\]}]|$)/;
const token = new RegExp(`\\s*(?:([{}[\\],:])|${text.source}|${word.source})`, 'y');

/**
 * What Go's Unmarshal says of a value that does not fit a type.
 * Source: encoding/json UnmarshalTypeError.Error.
 */
export function jsonTypeError(value: JsonValue, type: string): string {
  const found = isJsonArray(value) ? 'array' : isJsonObject(value) ? 'object' : typeof value;
  const shown = found === 'boolean' ? 'bool' : found;
  return `json: cannot unmarshal ${shown} into Go value of type ${type}`;
}

/** Reads the value that begins at `start`. */
export function readJson(text: string, start: number): Result<JsonRead, string> {
  const reader = new JsonReader(text, start);
  try {
    return ok({ value: reader.value('beginning of value'), end: reader.at });
  } catch (problem) {
    if (!(problem instanceof JsonProblem)) throw problem;
    return err(problem.message);
  }
}

/** Half of a pair that is escaped reads as U+FFFD. Source: encoding/json unquote. */
const textOf = (word: string): string => wellFormedText(JSON.parse(word) as string);

class JsonReader {
  readonly #text: string;
  at: number;

  constructor(text: string, start: number) {
    this.#text = text;
    this.at = start;
  }

  value(place: string): JsonValue {
    const word = this.#next(place);
    if (word === '{') return this.#object();
    if (word === '[') return this.#array();
    if (/^[}\],:]$/.test(word)) this.#fail(place, this.at - 1);
    return (word.startsWith('"') ? textOf(word) : JSON.parse(word)) as JsonValue;
  }

  #object(): JsonValue {
    const members: Record<string, JsonValue> = {};
    const place = 'object key string';
    for (let first = true; ; first = false) {
      const key = this.#next(`beginning of ${place}`);
      if (key === '}' && first) return members;
      if (!key.startsWith('"')) this.#fail(`beginning of ${place}`, this.at - key.length);
      if (this.#next('after object key') !== ':') this.#fail('after object key', this.at - 1);
      members[textOf(key)] = this.value('beginning of value');
      const sign = this.#next('after object key:value pair');
      if (sign === '}') return members;
      if (sign !== ',') this.#fail('after object key:value pair', this.at - sign.length);
    }
  }

  #array(): JsonValue {
    const items: JsonValue[] = [];
    const start = this.at;
    if (this.#next('beginning of value') === ']') return items;
    this.at = start;
    for (;;) {
      items.push(this.value('beginning of value'));
      const sign = this.#next('after array element');
      if (sign === ']') return items;
      if (sign !== ',') this.#fail('after array element', this.at - sign.length);
    }
  }

  #next(place: string): string {
    token.lastIndex = this.at;
    const match = token.exec(this.#text);
    if (match === null) {
      const blanks = /^\s*/.exec(this.#text.slice(this.at))?.[0].length ?? 0;
      const start = this.at + blanks;
      return this.#text.charAt(start) === '"' ? this.#badText(start) : this.#fail(place, start);
    }
    this.at = token.lastIndex;
    return match[1] ?? match[2] ?? match[3] ?? '';
  }

  /** Where a string that begins at `start` becomes invalid. */
  #badText(start: number): never {
    for (let i = start + 1; i < this.#text.length; i++) {
      const char = this.#text.charAt(i);
      if (char < ' ') this.#fail('in string literal', i);
      if (char !== '\\') continue;
      const escaped = this.#text.charAt(++i);
      if (escaped === 'u') {
        for (let k = 1; k <= 4; k++) {
          if (!/[\da-fA-F]/.test(this.#text.charAt(i + k))) {
            this.#fail('in \\u hexadecimal character escape', i + k);
          }
        }
      } else if (!/["\\/bfnrt]/.test(escaped)) this.#fail('in string escape code', i);
    }
    throw new JsonProblem('unexpected EOF');
  }

  #fail(place: string, at: number): never {
    const char = this.#text.charAt(at);
    if (char === '') throw new JsonProblem('unexpected EOF');
    const where = /^(after|in) /.test(place) ? place : `looking for ${place}`;
    const shown = char < ' ' ? JSON.stringify(char).slice(1, -1) : char;
    const quoted = char === "'" ? `'\\''` : `'${shown}'`;
    throw new JsonProblem(`json: offset ${at + 1}: invalid character ${quoted} ${where}`);
  }
}

/**
 * Reads one YAML document: block and flow collections, every scalar style, anchors, merge keys.
 *
 * Models go-yaml v2 as sigs.k8s.io/yaml uses it; errors are its sentences with its line numbers.
 * In: the text of a document. Out: JSON, or the first error. Tags other than the standard ones and
 * complex keys (`? `) are refused.
 */
import { err, ok, type Result } from '#base/result';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import { resolvePlain } from './yaml-plain.ts';
import { blockScalar, foldLines, unescapeDouble } from './yaml-text.ts';

/** Reads a document; `firstLine` is the number of its first line. */
export function readYaml(text: string, firstLine = 1): Result<JsonValue, string> {
  const reader = new YamlReader(text);
  try {
    return ok(reader.document());
  } catch (problem) {
    if (!(problem instanceof YamlProblem)) throw problem;
    const line = firstLine + text.slice(0, problem.at).split('\n').length - 1;
    return err(`yaml: line ${line}: ${problem.message}`);
  }
}

class YamlProblem extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** Where a plain scalar ends in block context, and in flow context. */
const plainEnd = /\s#|:(?=\s|$)|\n|$/;
const flowEnd = /\s#|:(?=[\s,[\]{}]|$)|[,[\]{}\n]|$/;

class YamlReader {
  readonly #text: string;
  readonly #anchors = new Map<string, JsonValue>();
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonValue {
    const value = this.#blockNode(-1, false);
    this.#skipGap();
    if (this.#at < this.#text.length) this.#fail('did not find expected <document start>');
    return value;
  }

  #fail(message: string): never {
    throw new YamlProblem(message, this.#at);
  }

  #peek(length = 1): string {
    return this.#text.slice(this.#at, this.#at + length);
  }

  #column(): number {
    return this.#at - (this.#text.lastIndexOf('\n', this.#at - 1) + 1);
  }

  #skipSpaces(): void {
    while (this.#peek() === ' ' || this.#peek() === '\t') this.#at++;
  }

  /** Over blanks, comments and line ends to the next thing that counts. */
  #skipGap(): void {
    for (;;) {
      this.#skipSpaces();
      if (this.#peek() === '#') this.#at = this.#lineEnd();
      if (this.#peek() !== '\n') return;
      this.#at++;
      const tab = /^ *\t+(?![\s#]|$)/.exec(this.#restOfLine());
      if (tab !== null) this.#fail('found character that cannot start any token');
    }
  }

  #lineEnd(): number {
    const end = this.#text.indexOf('\n', this.#at);
    return end < 0 ? this.#text.length : end;
  }

  #restOfLine(): string {
    return this.#text.slice(this.#at, this.#lineEnd());
  }

  #isDash(): boolean {
    return /^-(\s|$)/.test(this.#peek(2));
  }

  /**
   * A node that belongs to something at column `parent`. The items of a mapping's list may stand in
   * the mapping's own column.
   */
  #blockNode(parent: number, listMayAlign: boolean): JsonValue {
    const line = this.#text.lastIndexOf('\n', this.#at - 1);
    this.#skipSpaces();
    const anchor = this.#properties();
    const before = this.#at;
    this.#skipGap();
    const column = this.#column();
    const sameLine = this.#text.lastIndexOf('\n', this.#at - 1) === line && parent >= 0;
    const aligned = listMayAlign && column === parent && this.#isDash();
    if (this.#at >= this.#text.length || (column <= parent && !aligned)) {
      this.#at = before;
      return this.#keep(anchor, null);
    }
    return this.#keep(anchor, this.#content(parent, column, sameLine && listMayAlign));
  }

  /** `inline`: after a key on its line, where no block collection may begin. */
  #content(parent: number, column: number, inline: boolean): JsonValue {
    const char = this.#peek();
    if (char === '|' || char === '>') return this.#blockText(parent);
    if (this.#isDash()) {
      if (inline) this.#fail('block sequence entries are not allowed in this context');
      return this.#sequence(column);
    }
    if (/^\?(\s|$)/.test(this.#peek(2))) this.#fail('complex mapping keys are not simulated');
    if (this.#keyAhead()) {
      if (inline) this.#fail('mapping values are not allowed in this context');
      return this.#mapping(column);
    }
    const value = this.#flowNode(parent, false);
    this.#skipSpaces();
    if (this.#peek() === ':') this.#fail('mapping values are not allowed in this context');
    if (!/^(\s#|#|\n|$)/.test(this.#peek(2))) this.#fail('did not find expected key');
    return value;
  }

  #keep(anchor: string | undefined, value: JsonValue): JsonValue {
    if (anchor !== undefined) this.#anchors.set(anchor, value);
    return value;
  }

  /** The anchor before a node, if it has one; standard tags change nothing in a manifest. */
  #properties(): string | undefined {
    let anchor: string | undefined;
    for (;;) {
      const [, sign, name = ''] = /^([&!])([^\s,[\]{}]*)/.exec(this.#restOfLine()) ?? [];
      if (sign === undefined) return anchor;
      if (sign === '&') anchor = name;
      else if (!/^!(map|seq|str)?$/.test(name)) this.#fail(`the tag !${name} is not simulated`);
      this.#at += name.length + 1;
      this.#skipSpaces();
    }
  }

  /** Whether the line goes on with `key:`. */
  #keyAhead(): boolean {
    const rest = this.#restOfLine();
    const quoted = /^("(\\.|[^"\\])*"|'(''|[^'])*')[ \t]*:(?=\s|$)/;
    if (/^["']/.test(rest)) return quoted.test(rest);
    if (/^[[{]/.test(rest)) return false;
    const end = plainEnd.exec(rest)?.index ?? rest.length;
    return rest.charAt(end) === ':';
  }

  #mapping(column: number): JsonObject {
    const members: Record<string, JsonValue> = {};
    const merged: JsonValue[] = [];
    for (;;) {
      if (!this.#keyAhead()) this.#fail(this.#isDash() ? expectedKey : missingColon);
      const plain = !/^["']/.test(this.#peek());
      const key = keyText(this.#flowNode(column, false, true));
      this.#skipSpaces();
      this.#at++;
      const value = this.#blockNode(column, true);
      if (plain && key === '<<') merged.push(...(isJsonArray(value) ? value : [value]));
      else members[key] = value;
      this.#skipGap();
      if (this.#at >= this.#text.length || this.#column() < column) break;
      if (this.#column() > column) this.#fail('mapping values are not allowed in this context');
    }
    return withMerged(members, merged);
  }

  #sequence(column: number): readonly JsonValue[] {
    const items: JsonValue[] = [];
    for (;;) {
      this.#at++;
      items.push(this.#blockNode(column, false));
      this.#skipGap();
      const here = this.#column();
      if (this.#at >= this.#text.length || here < column) return items;
      if (here === column && !this.#isDash()) return items;
      if (here > column) this.#fail("did not find expected '-' indicator");
    }
  }

  #blockText(parent: number): string {
    const header = /^[|>]([-+]?)([1-9]?)([-+]?)[ \t]*(#.*)?$/.exec(this.#restOfLine());
    if (header === null) this.#fail('did not find expected comment or line break');
    const [whole, before = '', indent = '', after = ''] = header;
    this.#at += whole.length + 1;
    const read = blockScalar(this.#text.slice(this.#at), {
      folded: whole.startsWith('>'),
      chomp: before || after,
      parent: Math.max(parent, 0),
      top: parent < 0,
      indent: indent === '' ? undefined : Number(indent),
    });
    this.#at = Math.min(this.#text.length, this.#at + read.length);
    // The line end before the next thing is part of the gap.
    if (this.#at > 0 && this.#text.charAt(this.#at - 1) === '\n') this.#at--;
    return read.text;
  }

  /** A flow collection or a scalar. `asKey`: it ends with its line. */
  #flowNode(parent: number, inFlow: boolean, asKey = false): JsonValue {
    const anchor = this.#properties();
    const char = this.#peek();
    if (char === '*') return this.#alias();
    if (char === '[') return this.#keep(anchor, this.#flowSequence(parent));
    if (char === '{') return this.#keep(anchor, this.#flowMapping(parent));
    if (char === '"' || char === "'") return this.#keep(anchor, this.#quoted(char));
    if (/^[@`%|>]$/.test(char)) this.#fail('found character that cannot start any token');
    return this.#keep(anchor, resolvePlain(this.#plain(parent, inFlow, asKey)));
  }

  #alias(): JsonValue {
    const [whole = '*', name = ''] = /^\*([^\s,[\]{}]*)/.exec(this.#restOfLine()) ?? [];
    const value = this.#anchors.get(name);
    if (value === undefined) this.#fail(`unknown anchor '${name}' referenced`);
    this.#at += whole.length;
    return value;
  }

  #quoted(quote: '"' | "'"): string {
    const pattern = quote === '"' ? /"((?:\\[\s\S]|[^"\\])*)"/y : /'((?:''|[^'])*)'/y;
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) this.#fail('found unexpected end of stream');
    this.#at += match[0].length;
    const [, inner = ''] = match;
    if (quote === "'") return foldLines(inner).replaceAll("''", "'");
    const text = unescapeDouble(inner);
    return text ?? this.#fail('found unknown escape character');
  }

  #plain(parent: number, inFlow: boolean, asKey: boolean): string {
    const end = inFlow ? flowEnd : plainEnd;
    const lines: string[] = [];
    for (;;) {
      const rest = this.#restOfLine();
      const length = end.exec(rest)?.index ?? rest.length;
      lines.push(rest.slice(0, length).trim());
      this.#at += length;
      if (asKey || length < rest.trimEnd().length) break;
      const start = this.#at;
      const blanks = this.#nextPlainLine(parent, inFlow);
      if (blanks === undefined) {
        this.#at = start;
        break;
      }
      for (let i = 0; i < blanks; i++) lines.push('');
    }
    return foldLines(lines.join('\n'));
  }

  /** Goes to the line on which a plain scalar continues; how many empty lines lie between. */
  #nextPlainLine(parent: number, inFlow: boolean): number | undefined {
    const gap = /^[ \t]*\n((?:[ \t]*\n)*)([ \t]*)/.exec(this.#text.slice(this.#at));
    if (gap === null) return undefined;
    this.#at += gap[0].length;
    const ends = this.#at >= this.#text.length || this.#peek() === '#';
    if (ends || (!inFlow && (this.#column() <= parent || this.#keyAhead()))) return undefined;
    if (inFlow && /^[,[\]{}]/.test(this.#peek())) return undefined;
    return (gap[1]?.match(/\n/g) ?? []).length;
  }

  #flowSequence(parent: number): readonly JsonValue[] {
    const items: JsonValue[] = [];
    this.#at++;
    for (;;) {
      this.#skipGap();
      if (this.#peek() === ']') break;
      const item = this.#flowNode(parent, true);
      this.#skipGap();
      items.push(this.#peek() === ':' ? { [keyText(item)]: this.#flowValue(parent) } : item);
      this.#skipGap();
      if (this.#peek() === ',') this.#at++;
      else if (this.#peek() !== ']') this.#fail("did not find expected ',' or ']'");
    }
    this.#at++;
    return items;
  }

  #flowMapping(parent: number): JsonObject {
    const members: Record<string, JsonValue> = {};
    const merged: JsonValue[] = [];
    this.#at++;
    for (;;) {
      this.#skipGap();
      if (this.#peek() === '}') break;
      const key = keyText(this.#flowNode(parent, true));
      this.#skipGap();
      const value = this.#peek() === ':' ? this.#flowValue(parent) : null;
      if (key === '<<') merged.push(...(isJsonArray(value) ? value : [value]));
      else members[key] = value;
      this.#skipGap();
      if (this.#peek() === ',') this.#at++;
      else if (this.#peek() !== '}') this.#fail("did not find expected ',' or '}'");
    }
    this.#at++;
    return withMerged(members, merged);
  }

  #flowValue(parent: number): JsonValue {
    this.#at++;
    this.#skipGap();
    return /^[,}\]]$/.test(this.#peek()) ? null : this.#flowNode(parent, true);
  }
}

const expectedKey = 'did not find expected key';
const missingColon = "could not find expected ':'";

/** Keys are text in JSON. */
const keyText = (key: JsonValue): string => (typeof key === 'object' ? 'null' : String(key));

/** What `<<` brings in, behind what the mapping says itself. */
function withMerged(members: JsonObject, merged: readonly JsonValue[]): JsonObject {
  const sources = merged.filter(isJsonObject);
  return sources.length === 0 ? members : Object.assign({}, ...sources.toReversed(), members);
}

/**
 * Reads one YAML document with the `yaml` library, as sigs.k8s.io/yaml reads it.
 *
 * Models go-yaml v2: YAML 1.1 words, merge keys, keys become text, duplicates are not errors here
 * (the last one counts). In: the text of a document. Out: JSON, or the first error in go-yaml's
 * words. This is the only file that imports the library.
 */
import { type Document, isAlias, isMap, isScalar, isSeq, parseDocument, type Scalar } from 'yaml';
import { err, ok, type Result } from '#base/result';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonScalar,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import { resolvePlain } from './yaml-plain.ts';
import { missingKey, syntaxError } from './yaml-syntax-error.ts';

/**
 * Control characters other than line feed, carriage return, tab and next line are not allowed in
 * YAML.
 */
const allowedControls = new Set([0x09, 0x0a, 0x0d, 0x85]);

/** Source: go-yaml readerc.go: reader errors come before all others. */
function hasControls(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const control = code < 0x20 || (code > 0x7e && code < 0xa0);
    if (control && !allowedControls.has(code)) return true;
  }
  return false;
}

const maxDepth = 1_000;
/** Nodes that aliases may add up to. Source: go-yaml decode.go allowedAliasRatio. */
const maxAliased = 400_000;

/** The value of a document; an empty one is null. `resolve`: what an unquoted word means. */
export function readYaml(
  text: string,
  resolve: (word: string) => JsonScalar = resolvePlain,
): Result<JsonValue, string> {
  if (hasControls(text)) return err('yaml: control characters are not allowed');
  try {
    const document = parseDocument(text, {
      schema: 'failsafe',
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
      merge: false,
    });
    const [problem] = document.errors;
    if (problem !== undefined) {
      const node = indentedNode(text);
      if (node !== undefined) return readYaml(node, resolve);
      return err(`yaml: ${syntaxError(text, document.errors)}`);
    }
    return ok(new Reader(text, resolve).document(document));
  } catch (problem) {
    if (problem instanceof DocumentProblem) return err(problem.message);
    if (problem instanceof RangeError) return err('yaml: exceeded max depth of 10000');
    throw problem;
  }
}

/**
 * The lines of a node that begins indented, up to the first one that stands further left: go-yaml
 * has its document there and looks no further.
 */
function indentedNode(text: string): string | undefined {
  const lines = text.split('\n');
  const columns = lines.map((line) => (/^\s*(#|$)/.test(line) ? Infinity : line.search(/\S/)));
  const first = columns.find((column) => column !== Infinity) ?? 0;
  const end = columns.findIndex((column) => column < first);
  return end < 0 ? undefined : lines.slice(0, end).join('\n');
}

class DocumentProblem extends Error {}

interface Anchored {
  readonly value: JsonValue;
  readonly size: number;
}

class Reader {
  readonly #anchors = new Map<string, Anchored>();
  readonly #text: string;
  readonly #resolve: (word: string) => JsonScalar;
  #aliased = 0;
  #count = 0;

  constructor(text: string, resolve: (word: string) => JsonScalar) {
    this.#text = text;
    this.#resolve = resolve;
  }

  document({ contents }: Document): JsonValue {
    return this.#value(contents, 0);
  }

  #value(node: unknown, depth: number): JsonValue {
    if (depth > maxDepth) throw new DocumentProblem('yaml: exceeded max depth of 10000');
    this.#count++;
    if (isAlias(node)) return this.#alias(node.source);
    const before = this.#count;
    const value = this.#content(node, depth);
    const anchor = (node as { readonly anchor?: string } | null)?.anchor;
    if (anchor !== undefined) this.#anchors.set(anchor, { value, size: this.#count - before + 1 });
    return value;
  }

  #content(node: unknown, depth: number): JsonValue {
    if (isScalar(node)) return scalarValue(node, this.#resolve);
    if (isSeq(node)) return node.items.map((item) => this.#value(item, depth + 1));
    if (!isMap(node)) return null;
    const members: Record<string, JsonValue> = Object.create(null) as Record<string, JsonValue>;
    const merged: JsonValue[] = [];
    for (const { key, value } of node.items) {
      const isMerge = isScalar(key) && key.type === 'PLAIN' && key.value === '<<';
      const read = this.#value(value, depth + 1);
      const name = isMerge ? '<<' : this.#key(key, depth, read);
      if (isMerge) merged.push(...mergeSources(read));
      else members[name] = read;
    }
    return withMerged(members, merged);
  }

  #key(key: unknown, depth: number, of: JsonValue): string {
    const start = isScalar(key) && key.range?.[0] === key.range?.[1] ? key.range?.[0] : undefined;
    if (start !== undefined && !/\?\s*$/.test(this.#text.slice(0, start))) {
      throw new DocumentProblem(`yaml: ${missingKey(this.#text, start)}`);
    }
    const value = this.#value(key, depth + 1);
    if (value === null) {
      const shown = of === null ? '<nil>' : JSON.stringify(of);
      throw new DocumentProblem(
        `unsupported map key of type: %!s(<nil>), key: <nil>, value: ${shown}`,
      );
    }
    if (typeof value !== 'object') return String(value);
    const shown = isJsonArray(value) ? '[]interface {}' : 'map[interface {}]interface {}';
    const inner = JSON.stringify(value).replace(/:null\b/g, ':interface {}(nil)');
    throw new DocumentProblem(`yaml: invalid map key: ${shown}${inner}`);
  }

  #alias(name: string): JsonValue {
    const anchored = this.#anchors.get(name);
    if (anchored === undefined) {
      throw new DocumentProblem(`yaml: unknown anchor '${name}' referenced`);
    }
    this.#aliased += anchored.size;
    this.#count += anchored.size;
    if (this.#aliased > maxAliased) {
      throw new DocumentProblem('yaml: document contains excessive aliasing');
    }
    return anchored.value;
  }
}

const standard = 'tag:yaml.org,2002:';

/** Source: go-yaml resolve.go, with the explicit tags that a manifest may use. */
function scalarValue(
  { value, type, tag, source }: Scalar,
  resolve: (word: string) => JsonScalar,
): JsonScalar {
  const text = typeof value === 'string' ? value : (source ?? '');
  if (tag !== undefined && tag !== `${standard}str`) return taggedValue(tag, text);
  return type === 'PLAIN' && tag === undefined ? resolve(text) : text;
}

function taggedValue(tag: string, text: string): JsonScalar {
  if (!tag.startsWith(standard)) return text;
  const name = tag.slice(standard.length);
  if (name === 'binary' && !/^[\sA-Za-z0-9+/]*={0,2}\s*$/.test(text)) {
    throw new DocumentProblem('yaml: !!binary value contains invalid base64 data');
  }
  if (!['int', 'float', 'bool', 'null'].includes(name)) return text;
  const value = resolvePlain(text);
  const found =
    value === null ? 'null' : { string: 'str', boolean: 'bool' }[typeof value as string];
  if (found === undefined ? name === 'int' || name === 'float' : found === name) return value;
  const quoted = `\`${text}\``;
  throw new DocumentProblem(`yaml: cannot decode !!${found ?? 'int'} ${quoted} as a !!${name}`);
}

/** Source: go-yaml decode.go merge. */
function mergeSources(value: JsonValue): readonly JsonObject[] {
  const sources = isJsonArray(value) ? value : [value];
  if (sources.every(isJsonObject)) return sources as readonly JsonObject[];
  throw new DocumentProblem('yaml: map merge requires map or sequence of maps as the value');
}

/** The members from `<<`; the mapping's own members take precedence. */
function withMerged(members: JsonObject, merged: readonly JsonValue[]): JsonObject {
  const sources = merged.filter(isJsonObject);
  const parts = [...sources.toReversed(), members];
  // A key named __proto__ is a normal key.
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
}

/**
 * `-o jsonpath=TEMPLATE`, and the paths of custom columns and `--sort-by`.
 *
 * Models k8s.io/client-go util/jsonpath jsonpath.go and cli-runtime pkg/printers jsonpath.go, with
 * missing keys allowed as `kubectl get` does. In: a template and a value. Out: text, or why not.
 */

import { own } from '#base/own';
import { err, ok, type Result } from '#base/result';
import { goText, goType } from '#k8s.io/apimachinery/go-text';
import { isJsonArray, isJsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import { toJson } from './json.ts';
import { type Path, type PathNode, parseTemplate, type TemplatePart } from './json-path-parser.ts';
import type { ObjectPrinter } from './object-printer.ts';

type Found = Result<readonly JsonValue[], string>;

/** `asJson`: the results of each path are printed as a JSON array. */
export function jsonPathPrinter(template: string, asJson = false): Result<ObjectPrinter, string> {
  if (template === '') return err('template format specified but no template given');
  const parts = parseTemplate(template);
  if (!parts.ok) return err(`error parsing jsonpath ${template}, ${parts.error}`);
  const print = (value: JsonValue): Result<string, string> => {
    const text = render(parts.value, value, asJson);
    return text.ok ? text : err(executionError(template, value, text.error));
  };
  return ok({ joins: true, print });
}

/** Source: printers/jsonpath.go PrintObj. */
const executionError = (template: string, value: JsonValue, error: string): string =>
  `error executing jsonpath ${JSON.stringify(template)}: Error executing template: ${error}. ` +
  'Printing more information for debugging the template:\n' +
  `\ttemplate was:\n\t\t${template}\n` +
  `\tobject given to jsonpath engine was:\n\t\t${goSyntax(value)}\n\n\n`;

function render(
  parts: readonly TemplatePart[],
  value: JsonValue,
  asJson: boolean,
): Result<string, string> {
  let out = '';
  for (const part of parts) {
    if (part.kind === 'text') {
      out += asJson ? toJson([part.text]) : part.text;
      continue;
    }
    if (part.kind === 'end') return err('not in range, nothing to end');
    const found = valuesAt(value, part.path);
    if (!found.ok) return found;
    if (part.kind === 'path') {
      out += asJson ? toJson(found.value) : found.value.map(valueText).join(' ');
      continue;
    }
    for (const each of found.value) {
      const body = render(part.body, each, asJson);
      if (!body.ok) return body;
      out += body.value;
    }
  }
  return ok(out);
}

/** Every value at the path; none when a key is missing. */
export function valuesAt(value: JsonValue, path: Path): Found {
  let found: readonly JsonValue[] = [value];
  for (const node of path) {
    const next: JsonValue[] = [];
    for (const each of found) {
      const values = follow(each, node);
      if (!values.ok) return values;
      next.push(...values.value);
    }
    found = next;
  }
  return ok(found);
}

function follow(value: JsonValue, node: PathNode): Found {
  switch (node.kind) {
    case 'text':
      return ok([node.text]);
    case 'literal':
      return ok([node.value]);
    case 'field': {
      const next = isJsonObject(value) ? own(value, node.name) : undefined;
      return ok(next === undefined ? [] : [next]);
    }
    case 'wildcard':
      return ok(childrenOf(value));
    case 'recursive':
      return ok(descendantsOf(value));
    case 'index':
      return elementAt(value, node.index);
    case 'slice':
      return sliceAt(value, node);
    case 'union':
      return unionAt(value, node.paths);
    case 'filter':
      return filterAt(value, node);
  }
}

function childrenOf(value: JsonValue): readonly JsonValue[] {
  if (isJsonArray(value)) return value;
  if (!isJsonObject(value)) return [];
  return Object.keys(value)
    .sort()
    .flatMap((key) => value[key] ?? []);
}

const descendantsOf = (value: JsonValue): readonly JsonValue[] => [
  value,
  ...childrenOf(value).flatMap(descendantsOf),
];

function elementAt(value: JsonValue, index: number): Found {
  if (!isJsonArray(value)) return notAnArray(value);
  const element = value.at(index);
  if (element !== undefined) return ok([element]);
  return err(`array index out of bounds: index ${index}, length ${value.length}`);
}

function sliceAt(
  value: JsonValue,
  { from, to, step }: Extract<PathNode, { readonly kind: 'slice' }>,
): Found {
  if (!isJsonArray(value)) return notAnArray(value);
  if (step !== undefined && step <= 0) return err('step must be > 0');
  const chosen = value.slice(from, to);
  return ok(step === undefined ? chosen : chosen.filter((_, i) => i % step === 0));
}

/** Go names the type. Source: evalArray. */
const notAnArray = (value: JsonValue): Found =>
  value === null ? ok([]) : err(`${goType(value)} is not array or slice`);

function unionAt(value: JsonValue, paths: readonly Path[]): Found {
  const out: JsonValue[] = [];
  for (const path of paths) {
    const found = valuesAt(value, path);
    if (!found.ok) return found;
    out.push(...found.value);
  }
  return ok(out);
}

function filterAt(
  value: JsonValue,
  { left, operator, right }: Extract<PathNode, { readonly kind: 'filter' }>,
): Found {
  if (!isJsonArray(value)) {
    return err(`${goText(value)} is not array or slice and cannot be filtered`);
  }
  const chosen: JsonValue[] = [];
  for (const item of value) {
    const of = valuesAt(item, left);
    if (!of.ok) return of;
    if (of.value.length > 1) return err('can only compare one element at a time');
    if (operator === 'exists') {
      if (of.value.length > 0) chosen.push(item);
      continue;
    }
    const to = valuesAt(item, right);
    if (!to.ok) return to;
    const [a] = of.value;
    const [b] = to.value;
    if (a === undefined || b === undefined) continue;
    const holds = compared(a, operator, b);
    if (holds === undefined) return err(`unrecognized filter operator ${operator}`);
    if (holds) chosen.push(item);
  }
  return ok(chosen);
}

function compared(a: JsonValue, operator: string, b: JsonValue): boolean | undefined {
  const [x, y] =
    typeof a === 'number' && typeof b === 'number' ? [a, b] : [valueText(a), valueText(b)];
  switch (operator) {
    case '==':
      return x === y;
    case '!=':
      return x !== y;
    case '<':
      return x < y;
    case '<=':
      return x <= y;
    case '>':
      return x > y;
    case '>=':
      return x >= y;
    default:
      return undefined;
  }
}

/**
 * A value as text: strings without quotes, the rest as JSON with sorted keys. Source: evalToText.
 */
export function valueText(value: JsonValue): string {
  return typeof value === 'string' ? value : toGoJson(value);
}

function toGoJson(value: JsonValue): string {
  if (isJsonArray(value)) return `[${value.map(toGoJson).join(',')}]`;
  if (isJsonObject(value)) {
    const fields = sortedFields(value).map(([key, each]) => `${quoted(key)}:${toGoJson(each)}`);
    return `{${fields.join(',')}}`;
  }
  return quoted(value);
}

/** As Go's encoding/json does it: safe inside HTML. */
const quoted = (value: JsonValue): string =>
  JSON.stringify(value).replace(
    /[<>&]/g,
    (char) => `\\u00${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );

const sortedFields = (value: Readonly<Record<string, JsonValue | undefined>>) =>
  Object.entries(value)
    .flatMap(([key, each]): [string, JsonValue][] => (each === undefined ? [] : [[key, each]]))
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** A value as Go's `%#v` writes it. */
function goSyntax(value: JsonValue): string {
  if (value === null) return 'interface {}(nil)';
  if (isJsonArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const fields = sortedFields(value).map(
    ([key, each]) => `${JSON.stringify(key)}:${goSyntax(each)}`,
  );
  return `map[string]interface {}{${fields.join(', ')}}`;
}

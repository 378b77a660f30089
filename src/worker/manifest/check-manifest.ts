/**
 * What is wrong in a manifest before anybody is asked: YAML that cannot be read, fields that the
 * kind does not have, values of another type, a selector that the Pods' own labels do not match.
 * The API server reports everything else.
 */
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  parseAllDocuments,
  type YAMLMap,
} from 'yaml';
import type { PropertyView, SchemaView } from '#cluster/client/kubectl/explain/schema-view';
import { resolvePlain } from '#cluster/client/kubectl/manifest/yaml-plain';
import { parseQuantity } from '#k8s.io/apimachinery/quantity';
import type { ManifestProblem } from '../protocol.ts';
import { viewOfKind } from './view-at.ts';

const mostProblems = 50;

/** The documents of a text as nodes that know their place. */
export function documentsOf(text: string): readonly Document[] {
  const read = parseAllDocuments(text, {
    schema: 'failsafe',
    uniqueKeys: true,
    prettyErrors: false,
    logLevel: 'silent',
    merge: false,
  });
  return 'empty' in read ? [] : read;
}

export function checkManifest(text: string): readonly ManifestProblem[] {
  const problems: ManifestProblem[] = [];
  for (const document of documentsOf(text)) {
    for (const { pos, message } of document.errors) {
      problems.push({ from: pos[0], to: Math.max(pos[1], pos[0] + 1), severity: 'error', message });
    }
    if (document.errors.length === 0) checkDocument(document, problems);
  }
  return problems.slice(0, mostProblems);
}

function checkDocument({ contents }: Document, problems: ManifestProblem[]): void {
  if (contents === null) return;
  if (!isMap(contents)) {
    if (!isScalar(contents) || contents.value !== '') {
      problems.push(problemAt(contents, 'error', 'an object is a mapping of fields'));
    }
    return;
  }
  const [apiVersion, kind] = [textOf(contents.get('apiVersion')), textOf(contents.get('kind'))];
  if (apiVersion === '' || kind === '') {
    problems.push(problemAt(contents, 'error', 'apiVersion and kind must be set'));
    return;
  }
  const view = viewOfKind(apiVersion, kind);
  const named = contents.get('kind', true);
  if (view !== undefined) {
    checkMap(contents, view, '', problems);
    if (kind !== 'Job') checkSelector(contents, problems);
  } else if (isNode(named)) {
    const message = `no kind "${kind}" of ${apiVersion} is built in; a custom one needs its definition`;
    problems.push(problemAt(named, 'warning', message));
  }
}

/** A workload must select the Pods that it makes. The selector of a Job is made for it. */
function checkSelector(workload: YAMLMap, problems: ManifestProblem[]): void {
  const selected = workload.getIn(['spec', 'selector', 'matchLabels'], true);
  const template = workload.getIn(['spec', 'template'], true);
  if (!isMap(selected) || !isMap(template)) return;
  const labels = template.getIn(['metadata', 'labels'], true);
  for (const { key, value } of selected.items) {
    if (!isScalar(key) || !isScalar(value)) continue;
    const name = String(key.value);
    const label = isMap(labels) ? labels.get(name) : undefined;
    if (label === value.value) continue;
    const its = label === undefined ? `no label "${name}"` : `${name}: ${String(label)}`;
    const message = `the selector does not match the Pods of its own template, which have ${its}`;
    problems.push(problemAt(value, 'error', message));
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function problemAt(
  node: Node,
  severity: ManifestProblem['severity'],
  message: string,
): ManifestProblem {
  const [from, to] = node.range ?? [0, 1];
  return { from, to: Math.max(to, from + 1), severity, message };
}

function checkMap(map: Node, view: SchemaView, path: string, problems: ManifestProblem[]): void {
  if (!isMap(map)) return;
  for (const { key, value } of map.items) {
    if (!isScalar(key) || key.value === '<<') continue;
    const name = String(key.value);
    const field = view.properties.find((property) => property.name === name);
    const at = path === '' ? name : `${path}.${name}`;
    if (field === undefined) problems.push(problemAt(key, 'error', `unknown field "${at}"`));
    else if (isNode(value)) checkValue(value, field, field.type, at, problems);
  }
}

function checkValue(
  node: Node,
  field: PropertyView,
  type: string,
  path: string,
  problems: ManifestProblem[],
): void {
  if (isEmpty(node)) return;
  const say = (message: string): void => void problems.push(problemAt(node, 'error', message));
  if (type.startsWith('[]')) {
    if (!isSeq(node)) say(`${path} is a list`);
    else {
      node.items.forEach((item, index) => {
        if (isNode(item)) checkValue(item, field, type.slice(2), `${path}[${index}]`, problems);
      });
    }
  } else if (type.startsWith('map[string]')) {
    if (!isMap(node)) say(`${path} is a mapping`);
    else {
      for (const { key, value } of node.items) {
        const at = `${path}.${isScalar(key) ? String(key.value) : ''}`;
        if (isNode(value)) checkValue(value, field, type.slice(11), at, problems);
      }
    }
  } else checkOne(node, field, type, path, problems);
}

function checkOne(
  node: Node,
  field: PropertyView,
  type: string,
  path: string,
  problems: ManifestProblem[],
): void {
  const inner = field.inner();
  if (inner !== undefined) {
    if (isMap(node)) checkMap(node, inner, path, problems);
    else problems.push(problemAt(node, 'error', `${path} is an object: ${type}`));
    return;
  }
  const wanted = scalarTypes[type];
  if (wanted === undefined) return;
  const found = isScalar(node) ? typeof plainValue(node) : 'object';
  if (!wanted.includes(found)) {
    const said = isScalar(node) ? ` "${String(node.value)}"` : '';
    const hint = type === 'string' ? '; put it in quotes' : '';
    problems.push(
      problemAt(node, 'error', `${path} is of type ${type}, not${said} (${found})${hint}`),
    );
  } else if (type === 'Quantity' && isScalar(node)) {
    const text = String(node.value);
    if (parseQuantity(text) === undefined) {
      const message = `"${text}" is not a quantity, which is a number with a unit, such as 500m, 2 or 64Mi`;
      problems.push(problemAt(node, 'error', message));
    }
  } else if (field.values.length > 0 && isScalar(node)) {
    const value = String(node.value);
    if (!field.values.includes(value)) {
      const message = `${path} is one of ${field.values.join(', ')}`;
      problems.push(problemAt(node, 'warning', message));
    }
  }
}

/** Types whose values are plain, and what JSON may hold for them. */
const scalarTypes: Readonly<Record<string, readonly string[]>> = {
  string: ['string'],
  boolean: ['boolean'],
  integer: ['number'],
  number: ['number'],
  Quantity: ['string', 'number'],
  IntOrString: ['string', 'number'],
  Time: ['string'],
  MicroTime: ['string'],
};

/** YAML 1.1 words: `yes` is true, `010` is eight. */
function plainValue(node: Node): unknown {
  if (!isScalar(node)) return undefined;
  const text = String(node.value ?? '');
  return node.type === 'PLAIN' && node.tag === undefined ? resolvePlain(text) : text;
}

/** `key:` with nothing behind it is null, which every field takes. */
const isEmpty = (node: Node): boolean => isScalar(node) && plainValue(node) === null;

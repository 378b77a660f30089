/**
 * Where in a manifest the field stands that a message of kubectl or of the API server names:
 * `spec.template.spec.containers[0].image: Required value`, `unknown field "spec.foo"`, `line 4`.
 */
import { type Document, isMap, isNode, isScalar, isSeq, type Node, type Pair } from 'yaml';
import type { ManifestProblem } from '../protocol.ts';
import { checkManifest, documentsOf } from './check-manifest.ts';

const fieldPath =
  /\b[a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9_-]+|\[[^\]\s]*\])+|\b(?:metadata|spec|data)(?=:)/g;

/**
 * A problem for each line of the message. A line that names no field stands where the text has a
 * mistake of its own, or else at the beginning.
 */
export function locateMessage(text: string, message: string): readonly ManifestProblem[] {
  const documents = documentsOf(text);
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  // `The Deployment "web" is invalid:` only introduces the causes that follow.
  const causes = lines.length > 1 ? lines.filter((line) => !/is invalid:\s*$/.test(line)) : lines;
  return causes.map((line) => {
    const [from, to] =
      lineNamed(text, line) ?? fieldNamed(documents, line) ?? mistakeIn(text) ?? start(documents);
    const plain = line.replace(/^\s*\*\s*/, '').replace(/^error: /, '');
    return { from, to: Math.max(to, from + 1), severity: 'error', message: plain };
  });
}

type Range = readonly [from: number, to: number];

function start([first]: readonly Document[]): Range {
  const range = first?.contents?.range;
  return range === undefined || range === null ? [0, 1] : [range[0], range[0] + 1];
}

function mistakeIn(text: string): Range | undefined {
  const mistake = checkManifest(text).find(({ severity }) => severity === 'error');
  return mistake && [mistake.from, mistake.to];
}

function lineNamed(text: string, message: string): Range | undefined {
  const [, number] = /\byaml: line (\d+)/.exec(message) ?? [];
  if (number === undefined) return undefined;
  const lines = text.split('\n');
  const index = Math.min(Number(number), lines.length) - 1;
  const from = lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0);
  return [from, from + (lines[index]?.length ?? 1)];
}

/** The deepest node that a path in the message leads to, in the document that it leads deepest. */
function fieldNamed(documents: readonly Document[], message: string): Range | undefined {
  let best: { readonly depth: number; readonly range: Range } | undefined;
  for (const [path] of message.matchAll(fieldPath)) {
    const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
    for (const { contents } of documents) {
      const found = isNode(contents) ? descend(contents, steps) : undefined;
      if (found !== undefined && found.depth > (best?.depth ?? 0)) best = found;
    }
  }
  return best?.range;
}

function descend(
  root: Node,
  steps: readonly string[],
): { readonly depth: number; readonly range: Range } | undefined {
  let node: Node | undefined = root;
  let range: Range | undefined;
  let depth = 0;
  for (const step of steps) {
    let next: Node | undefined;
    if (isMap(node)) {
      const pair: Pair | undefined = node.items.find(
        ({ key }) => isScalar(key) && key.value === step,
      );
      if (pair === undefined || !isNode(pair.key)) break;
      range = rangeOf(pair.key) ?? range;
      next = isNode(pair.value) ? pair.value : undefined;
    } else if (isSeq(node) && /^\d+$/.test(step)) {
      const item = node.items[Number(step)];
      next = isNode(item) ? item : undefined;
      range = (next === undefined ? undefined : rangeOf(next)) ?? range;
    } else break;
    depth++;
    node = next;
    if (node === undefined) break;
  }
  return range === undefined ? undefined : { depth, range };
}

const rangeOf = ({ range }: Node): Range | undefined =>
  range === undefined || range === null ? undefined : [range[0], range[1]];

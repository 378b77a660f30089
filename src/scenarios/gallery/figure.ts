/**
 * The small picture on a scenario's card: when each part of the cluster wrote, and what was
 * refused. Computed from the trace of its run; a scenario's test keeps `figure.json` equal to it.
 */

import { second } from '#base/sim-time';
import { isBesideStoryRequest } from '#trace/background';
import type { Fact } from '#trace/facts';
import type { RequestInfoResolved } from '#trace/facts/kube-apiserver';

/** The rows of the picture from above: a person, the API server, controllers, scheduler, nodes. */
export const figureRows = 7;

export interface Figure {
  /** The command that it is about; what is in its manifest as a comment. */
  readonly command: string;
  /** Writes that the API server answered. */
  readonly writes: number;
  /** From the first command to the last write, in virtual milliseconds. */
  readonly milliseconds: number;
  /** Row, place from left to right in thousandths (idle time is folded), 1 for a refusal. */
  readonly marks: readonly (readonly [number, number, 0 | 1])[];
}

const writing = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);
const lastNode = 3;
const widestGap = 1.5 * second;

interface Answered {
  readonly row: number;
  readonly at: number;
  readonly refused: boolean;
}

/**
 * What the run writes from a moment on (microseconds); heartbeats and reviews are left out, and a
 * conflict (409) is no refusal, because its writer tries again. `subject` is the fact at which the
 * scenario's words begin: the command before it is the one that it is about.
 */
export function figureOf(facts: Iterable<Fact>, from: number, subject: number): Figure {
  const answered: Answered[] = [];
  const senders = new Map<number, string>();
  const writes = new Set<number>();
  let command = '';
  for (const fact of facts) {
    if (fact.at < from) continue;
    if (fact.type === 'CommandEntered' && (command === '' || fact.id <= subject))
      command = labelOf(fact.line, fact.stdin);
    if (fact.type === 'RequestSent') senders.set(fact.request, fact.component);
    if (fact.type === 'RequestInfoResolved' && counts(fact)) writes.add(fact.request);
    if (fact.type !== 'ResponseSent' || !writes.has(fact.request)) continue;
    const row = rowOf(senders.get(fact.request) ?? '');
    answered.push({ row, at: fact.at - from, refused: fact.code >= 400 && fact.code !== 409 });
  }
  const places = foldedPlaces(answered.map(({ at }) => at));
  const marks = answered.map(
    ({ row, refused }, index) => [row, places[index] ?? 0, refused ? 1 : 0] as const,
  );
  return {
    command,
    writes: answered.length,
    milliseconds: Math.round((answered.at(-1)?.at ?? 0) / 1000),
    marks: distinct(marks),
  };
}

/** Places from 0 to 1000 for moments in order; waiting is drawn no wider than `widestGap`. */
function foldedPlaces(moments: readonly number[]): readonly number[] {
  let [width, before] = [0, 0];
  const folded = moments.map((at) => {
    width += Math.min(at - before, widestGap);
    before = at;
    return width;
  });
  return folded.map((place) => (width === 0 ? 0 : Math.round((place / width) * 1000)));
}

/** `kubectl apply -f -` alone does not show what is applied. */
function labelOf(line: string, manifest = ''): string {
  const kind = /^kind: *(\w+)/m.exec(manifest)?.[1];
  const name = /^ {2}name: *(\S+)/m.exec(manifest)?.[1];
  return kind === undefined ? line : `${line} # ${kind} ${name ?? ''}`.trimEnd();
}

/** Not the background and reviews: they would be most of the marks. */
const counts = ({ ref, subresource, verb }: RequestInfoResolved): boolean =>
  writing.has(verb) && !isBesideStoryRequest({ resource: ref.resource, subresource, verb });

/** One of several marks at the same place is enough for the eye. */
function distinct(marks: Figure['marks']): Figure['marks'] {
  const seen = new Set<string>();
  return marks.filter(([row, at, refused]) => {
    const key = `${row}/${Math.round(at / 4)}/${refused}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function rowOf(component: string): number {
  if (component.startsWith('kubectl')) return 0;
  if (component.startsWith('kube-apiserver')) return 1;
  if (component.startsWith('kube-controller-manager')) return 2;
  if (component.startsWith('kube-scheduler')) return 3;
  const node = Number(/^node-(\d+)\//.exec(component)?.[1] ?? 1);
  return figureRows - 1 - lastNode + Math.min(node, lastNode);
}

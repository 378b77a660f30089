/**
 * Logs up to the cursor. Of a component: its own facts, one structured line each. Of a container:
 * the lines that its processes wrote into the present file, as `kubectl logs` shows them: what the
 * kubelet has rotated away is in another file.
 *
 * Only as many of the newest lines as are shown are made, so that a long run costs no more.
 */
import { detailsOf } from '#facts/details/details';
import type { Severity } from '#facts/details/fact-details';
import type { TraceLog } from '#player/trace-log';
import type { FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';

export interface LogLine {
  /** Identifies the line among all lines of a log. */
  readonly key: string;
  readonly fact: FactId;
  readonly at: number;
  /** klog's letter for a component's line; the stream for a container's. */
  readonly mark: Severity | 'stdout' | 'stderr';
  readonly text: string;
}

/** The source of lines: a component's id, or `pod namespace/name container`. */
export type LogSource = string;

const podPrefix = 'pod ';

export const containerSource = (pod: string, container: string): LogSource =>
  `${podPrefix}${pod} ${container}`;

/** The pod and the container of a container's log; `undefined` for a component's. */
export function containerOf(
  source: LogSource,
): { readonly pod: string; readonly container: string } | undefined {
  if (!source.startsWith(podPrefix)) return undefined;
  const [pod = '', container = ''] = source.slice(podPrefix.length).split(' ');
  return { pod, container };
}

/** Everything that has a log so far: components in the order of their start, then containers. */
export function logSources(log: TraceLog, cursor: FactId): readonly LogSource[] {
  const begun = (ids: readonly FactId[]): boolean => (ids[0] ?? Number.POSITIVE_INFINITY) <= cursor;
  const components = log.components.filter((id) => id !== 'person' && begun(log.factsOf(id)));
  const containers = new Set<LogSource>();
  for (const pod of log.podsWithOutput) {
    for (const id of log.outputOf(pod)) {
      const fact = log.fact(id);
      if (id > cursor) break;
      if (fact?.type === 'ContainerLogged') containers.add(containerSource(pod, fact.container));
    }
  }
  return [...components, ...containers];
}

/** The newest lines of a source up to the cursor that contain a text, oldest first. */
export function logLines(
  log: TraceLog,
  source: LogSource,
  cursor: FactId,
  options: { readonly most: number; readonly text?: string },
): readonly LogLine[] {
  const container = containerOf(source);
  const ids = container === undefined ? log.factsOf(source) : log.outputOf(container.pod);
  const wanted = (options.text ?? '').toLowerCase();
  const lines: LogLine[] = [];
  // Facts after the cursor are skipped without being read.
  for (let index = countUpTo(ids, cursor) - 1; index >= 0 && lines.length < options.most; index--) {
    const fact = log.fact(ids[index] ?? 0);
    if (fact === undefined) continue;
    if (fact.type === 'ContainerLogRotated' && fact.container === container?.container) break;
    for (const line of linesOf(fact, container?.container).reverse()) {
      if (wanted === '' || line.text.toLowerCase().includes(wanted)) lines.push(line);
    }
  }
  return lines.slice(0, options.most).reverse();
}

/** How many of the sorted ids are not greater than the given one. */
function countUpTo(ids: readonly FactId[], last: FactId): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) <= last) low = middle + 1;
    else high = middle;
  }
  return low;
}

function linesOf(fact: Fact, container: string | undefined): LogLine[] {
  const { id, at } = fact;
  if (container === undefined)
    return [
      {
        key: `${id}`,
        fact: id,
        at,
        mark: detailsOf(fact).severity?.(fact) ?? 'I',
        text: klogText(fact),
      },
    ];
  if (fact.type !== 'ContainerLogged' || fact.container !== container) return [];
  const texts = fact.text.replace(/\n$/, '').split('\n');
  return texts.map((text, n) => ({ key: `${id}.${n}`, fact: id, at, mark: fact.stream, text }));
}

const leftOut = new Set(['id', 'at', 'cause', 'component', 'type', 'request', 'call', 'uid']);
const longest = 96;

/** `"PodSyncStarted" pod="default/nginx" update="create"`: a fact as klog prints a message. */
function klogText(fact: Fact): string {
  const fields = Object.entries(fact).flatMap(([name, value]) => {
    if (leftOut.has(name) || value === undefined || value === '') return [];
    const text = wordsOf(value);
    return text === undefined ? [] : [`${name}=${text}`];
  });
  return [`"${fact.type}"`, ...fields].join(' ');
}

function wordsOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(cut(value));
  if (Array.isArray(value)) {
    if (!value.every((each) => typeof each === 'string')) return undefined;
    return value.length === 0 ? undefined : JSON.stringify(cut(value.join(' ')));
  }
  const ref = value as { readonly resource?: unknown; readonly name?: unknown } | null;
  return typeof ref?.resource === 'string' && typeof ref.name === 'string'
    ? JSON.stringify(`${ref.resource}/${ref.name}`)
    : undefined;
}

const cut = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text;

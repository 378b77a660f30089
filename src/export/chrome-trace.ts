/**
 * A run in the Trace Event Format, which Perfetto and chrome://tracing open: one process for each
 * component, a complete event for each span, an arrow where a span has its cause elsewhere, and an
 * instant for each step of the walk.
 */
import { defined } from '#base/defined';
import type { TraceLog } from '#player/trace-log';
import type { FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';
import { type Span, spansOf } from './spans.ts';

interface TraceEvent {
  readonly ph: 'X' | 'M' | 's' | 'f' | 'i';
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds; a span without length gets this much, so that it can be seen and pointed at. */
  readonly ts?: number;
  readonly dur?: number;
  readonly cat?: string;
  readonly id?: number;
  readonly bp?: 'e';
  readonly s?: 't';
  readonly args?: Readonly<Record<string, unknown>>;
}

const shortest = 0.5;
const stepThread = 0;

export interface ChromeTraceOptions {
  /** The first fact that counts. */
  readonly from?: FactId;
  /** The caption of a step, in the reader's language. */
  readonly titleOf: (fact: Fact) => string;
}

/** The file's text. */
export function chromeTrace(log: TraceLog, { from = 1, titleOf }: ChromeTraceOptions): string {
  const spans = spansOf(log, from);
  const places = placesOf(spans);
  const processes = [...places.processes.entries()];
  const events: TraceEvent[] = processes.flatMap(([name, pid]) => [
    ...processEvents(name, pid),
    ...threadEvents(pid, places.threadsOf(pid)),
  ]);
  const byId = new Map(spans.map((span) => [span.id, span]));
  for (const span of spans) {
    const { pid, tid } = places.of(span);
    const { name, from: ts, to, scope: cat, attributes, error } = span;
    const dur = Math.max(shortest, to - ts);
    const args = { fact: span.id, ...attributes, ...defined({ error }) };
    events.push({ ph: 'X', name, cat, pid, tid, ts, dur, args });
    const parent = byId.get(span.parent ?? 0);
    if (parent !== undefined && parent.component !== span.component)
      events.push(...arrow(parent, span, places));
  }
  for (const step of log.steps) {
    const fact = step.fact < from ? undefined : log.fact(step.fact);
    const pid = places.processes.get(fact?.component ?? '');
    if (fact === undefined || pid === undefined) continue;
    const args = { fact: fact.id, step: step.id };
    const name = titleOf(fact);
    events.push({ ph: 'i', name, cat: 'step', pid, tid: stepThread, ts: fact.at, s: 't', args });
  }
  const lines = events.map((event) => JSON.stringify(event));
  return `{"displayTimeUnit":"ms","traceEvents":[\n${lines.join(',\n')}\n]}\n`;
}

function processEvents(name: string, pid: number): readonly TraceEvent[] {
  return [
    { ph: 'M', name: 'process_name', pid, tid: 0, args: { name } },
    { ph: 'M', name: 'process_sort_index', pid, tid: 0, args: { sort_index: pid } },
    { ph: 'M', name: 'thread_name', pid, tid: stepThread, args: { name: 'steps' } },
  ];
}

/** Work that overlaps lies on threads of its own, which are numbered. */
function threadEvents(pid: number, count: number): readonly TraceEvent[] {
  return Array.from({ length: count }, (_, index) => {
    const name = count === 1 ? 'work' : `work ${index + 1}`;
    return { ph: 'M', name: 'thread_name', pid, tid: index + 1, args: { name } };
  });
}

/** From the moment of the cause, as far as that lies within the parent. */
function arrow(parent: Span, span: Span, places: Places): readonly TraceEvent[] {
  const begin = Math.min(Math.max(span.causedAt, parent.from), parent.to, span.from);
  const common = { name: 'cause', cat: 'cause', id: span.id } as const;
  return [
    { ...common, ph: 's', ts: begin, ...places.of(parent) },
    { ...common, ph: 'f', bp: 'e', ts: span.from, ...places.of(span) },
  ];
}

interface Places {
  /** Component → process id, in the order of first appearance. */
  readonly processes: ReadonlyMap<string, number>;
  /** How many threads a process has beside that of its steps; they are numbered from 1. */
  threadsOf(pid: number): number;
  of(span: Span): { readonly pid: number; readonly tid: number };
}

/** Spans of a thread lie in each other or apart: what overlaps goes to the next thread. */
function placesOf(spans: readonly Span[]): Places {
  const processes = new Map<string, number>();
  const threads = new Map<number, Span[][]>();
  const tids = new Map<FactId, number>();
  for (const span of spans) {
    const pid = processes.get(span.component) ?? processes.size + 1;
    processes.set(span.component, pid);
    const stacks = threads.get(pid) ?? [];
    threads.set(pid, stacks);
    let index = stacks.findIndex((stack) => fits(stack, span));
    if (index === -1) index = stacks.push([]) - 1;
    stacks[index]?.push(span);
    tids.set(span.id, index + 1);
  }
  return {
    processes,
    threadsOf: (pid) => threads.get(pid)?.length ?? 0,
    of: ({ id, component }) => ({ pid: processes.get(component) ?? 0, tid: tids.get(id) ?? 1 }),
  };
}

const endOf = ({ from, to }: Span): number => Math.max(from + shortest, to);

/** Takes what has ended off the stack of open spans; whether this one lies in the rest. */
function fits(stack: Span[], span: Span): boolean {
  for (let top = stack.at(-1); top !== undefined && endOf(top) <= span.from; top = stack.at(-1))
    stack.pop();
  const top = stack.at(-1);
  return top === undefined || endOf(span) <= endOf(top);
}

/**
 * A run as spans, named as Kubernetes' own tracing names them where it has any: what Chrome traces
 * and OTLP are written from.
 *
 * A span's parent is the span that its cause stands in. So a trace goes on through the watches,
 * which in a real cluster end it: no context travels with an object.
 *
 * Sources of the names: k8s.io/apiserver pkg/endpoints/filters/traces.go, pkg/endpoints/handlers,
 * pkg/storage/etcd3/store.go; k8s.io/kubernetes pkg/kubelet/kubelet.go,
 * pkg/scheduler/schedule_one.go; gRPC methods of etcd and of the CRI.
 */
import type { TraceLog } from '#player/trace-log';
import type { FactId } from '#trace/fact';
import type { Fact, FactOf, FactType } from '#trace/trace-event';
import { detailsOf, type SpanDetails } from './span-details.ts';

export interface Span extends SpanDetails {
  /** The fact that stands for it: no two spans share one. */
  readonly id: FactId;
  readonly parent: FactId | undefined;
  /** The first fact of its chain of causes. */
  readonly root: FactId;
  /** When its cause was, in microseconds; where an arrow to it begins. */
  readonly causedAt: number;
  readonly component: string;
  /** In microseconds of virtual time. */
  readonly from: number;
  readonly to: number;
}

/** What ends a span that another fact began. */
const endTypes: { readonly [T in FactType]?: readonly FactType[] } = {
  CommandEntered: ['CommandExited'],
  RequestSent: ['ResponseReceived', 'ConnectionFailed'],
  // Inner before outer: what follows from an answer stands in what is around both.
  RequestRouted: ['ResponseSent'],
  RequestReceived: ['ResponseSent'],
  StorageWriteStarted: ['TxnCommitted', 'TxnRefused'],
  SyncStarted: ['SyncFinished'],
  PodPopped: ['PodBound', 'SchedulingFailed'],
  PodSyncStarted: ['PodSyncFinished'],
  CriCalled: ['CriReturned'],
};

/** A span that one fact tells as it ends: it began at the fact's cause. */
const wholeTypes: ReadonlySet<FactType> = new Set<FactType>([
  'Authenticated',
  'FlowControlled',
  'Authorized',
  'TxnCommitted',
  'TxnRefused',
  'RangeRead',
]);

interface Open extends SpanDetails {
  readonly begin: Fact;
  readonly parent: FactId | undefined;
}

/** All spans from a fact on, by their beginnings; what is not over lasts to the end. */
export function spansOf(log: TraceLog, from: FactId = 1): readonly Span[] {
  return new Spans(log, from).all();
}

class Spans {
  readonly #log: TraceLog;
  readonly #from: FactId;
  readonly #spans: Span[] = [];
  readonly #open = new Map<string, Open>();
  /** The innermost span that a fact stands in; by fact id. */
  readonly #around = new Map<FactId, FactId>();
  readonly #roots = new Map<FactId, FactId>();

  constructor(log: TraceLog, from: FactId) {
    this.#log = log;
    this.#from = from;
  }

  all(): readonly Span[] {
    const { facts } = this.#log;
    for (const fact of facts) this.#add(fact);
    const last = facts.at(-1)?.at ?? 0;
    for (const open of this.#open.values()) this.#push(open, last, undefined);
    return this.#spans.sort((a, b) => a.from - b.from || a.id - b.id);
  }

  #add(fact: Fact): void {
    const { id, cause } = fact;
    this.#roots.set(id, this.#roots.get(cause) ?? id);
    const around = this.#around.get(cause);
    if (around !== undefined) this.#around.set(id, around);
    this.#end(fact);
    if (id < this.#from) return;
    if (wholeTypes.has(fact.type)) this.#whole(fact);
    if (endTypes[fact.type] === undefined) return;
    const details = detailsOf(this.#log, fact);
    if (details === undefined) return;
    this.#open.set(keyOf(fact.type, fact), { ...details, begin: fact, parent: around });
    this.#around.set(id, id);
  }

  #end(fact: Fact): void {
    for (const [begins, ends] of Object.entries(endTypes)) {
      if (!ends.includes(fact.type)) continue;
      const key = keyOf(begins, fact);
      const open = this.#open.get(key);
      if (open === undefined) continue;
      this.#open.delete(key);
      this.#push(open, fact.at, fact);
      // What follows from an end is no part of what has ended.
      if (open.parent === undefined) this.#around.delete(fact.id);
      else this.#around.set(fact.id, open.parent);
    }
  }

  #whole(fact: Fact): void {
    const details = detailsOf(this.#log, fact);
    if (details === undefined) return;
    const parent = this.#around.get(fact.cause);
    const begin = this.#log.fact(fact.cause) ?? fact;
    this.#push({ ...details, begin: { ...fact, at: begin.at }, parent }, fact.at, fact);
  }

  #push({ begin, parent, ...details }: Open, to: number, end: Fact | undefined): void {
    const { id, at: from, cause } = begin;
    const failure = end === undefined ? undefined : errorOf(end);
    this.#spans.push({
      ...details,
      id,
      parent,
      root: this.#roots.get(id) ?? id,
      causedAt: this.#log.fact(cause)?.at ?? from,
      component: begin.component === 'person' ? 'kubectl' : begin.component,
      from,
      to,
      attributes: { ...details.attributes, ...answerOf(end) },
      ...(failure === undefined ? {} : { error: failure }),
    });
  }
}

/** What both ends have in common. */
function keyOf(begins: string, fact: Fact): string {
  const component = fact.component === 'person' ? 'kubectl' : fact.component;
  // Etcd answers for what the API server began.
  const who = begins === 'StorageWriteStarted' ? '' : component;
  return `${begins} ${who} ${subjectOf(begins, fact)}`;
}

function subjectOf(begins: string, fact: Fact): string {
  if (begins === 'StorageWriteStarted') return 'key' in fact ? fact.key : '';
  if ('input' in fact) return String(fact.input);
  if ('request' in fact && typeof fact.request === 'number') return String(fact.request);
  if ('call' in fact) return String(fact.call);
  if ('pod' in fact) return fact.pod;
  return 'key' in fact ? fact.key : '';
}

function answerOf(end: Fact | undefined): SpanDetails['attributes'] {
  if (end?.type === 'ResponseReceived' || end?.type === 'ResponseSent')
    return { 'http.response.status_code': end.code };
  return end?.type === 'CommandExited' ? { 'process.exit.code': end.exitCode } : {};
}

function errorOf(end: Fact): string | undefined {
  switch (end.type) {
    case 'ConnectionFailed':
    case 'SchedulingFailed':
      return end.message;
    case 'ResponseSent':
    case 'ResponseReceived':
      return end.code >= 500 ? `HTTP ${end.code}` : undefined;
    case 'SyncFinished':
    case 'PodSyncFinished':
      return end.error;
    case 'CriReturned':
      return end.error?.message;
    case 'CommandExited':
      return end.exitCode === 0 ? undefined : `exit code ${end.exitCode}`;
    case 'Authenticated':
      return end.succeeded ? undefined : 'Unauthorized';
    case 'Authorized':
      return end.allowed ? undefined : end.reason || 'Forbidden';
    default:
      return undefined;
  }
}

/** The request that a fact of the API server belongs to, as its sender told it. */
export const sentFor = (log: TraceLog, fact: Fact): FactOf<'RequestSent'> | undefined => {
  const first = log.fact(log.factsOfRequest(log.requestOf(fact.id))[0] ?? 0);
  return first?.type === 'RequestSent' ? first : undefined;
};

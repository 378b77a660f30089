/**
 * A run as spans, named as in Kubernetes' own tracing where that has a name: the basis of Chrome
 * traces and OTLP.
 *
 * A span's parent is the span that contains its cause. So a trace goes on through the watches,
 * which in a real cluster end it: no context travels with an object.
 *
 * Sources of the names: k8s.io/apiserver pkg/endpoints/filters/traces.go, pkg/endpoints/handlers,
 * pkg/storage/etcd3/store.go; k8s.io/kubernetes pkg/kubelet/kubelet.go,
 * pkg/scheduler/schedule_one.go; gRPC methods of etcd and of the CRI.
 */
import { defined } from '#base/defined';
import { detailsOf } from '#facts/details/details';
import type { SpanDetails } from '#facts/details/span';
import type { Enclosure } from '#facts/fact-kind';
import { kindOf } from '#facts/facts';
import { keyOf, pairOf, requestOf } from '#facts/names';
import type { TraceLog } from '#player/trace-log';
import type { FactId } from '#trace/fact';
import type { Fact, FactOf } from '#trace/facts';

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

interface Open extends SpanDetails {
  readonly begin: Fact;
  readonly parent: FactId | undefined;
}

/** All spans from a fact on, by their beginnings; a span that is not over lasts to the end. */
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
    if (detailsOf(fact).isWholeSpan === true) this.#whole(fact);
    const { begins } = kindOf(fact);
    if (begins === undefined) return;
    const details = spanOf(this.#log, fact);
    if (details === undefined) return;
    this.#open.set(openKey(begins, fact), { ...details, begin: fact, parent: around });
    this.#around.set(id, id);
  }

  #end(fact: Fact): void {
    for (const ended of kindOf(fact).ends ?? []) {
      const key = openKey(ended, fact);
      const open = this.#open.get(key);
      if (open === undefined) continue;
      this.#open.delete(key);
      this.#push(open, fact.at, fact);
      // A fact that follows from an end is no part of what has ended.
      if (open.parent === undefined) this.#around.delete(fact.id);
      else this.#around.set(fact.id, open.parent);
    }
  }

  #whole(fact: Fact): void {
    const details = spanOf(this.#log, fact);
    if (details === undefined) return;
    const parent = this.#around.get(fact.cause);
    const begin = this.#log.fact(fact.cause) ?? fact;
    this.#push({ ...details, begin: { ...fact, at: begin.at }, parent }, fact.at, fact);
  }

  #push({ begin, parent, ...details }: Open, to: number, end: Fact | undefined): void {
    const { id, at: from, cause } = begin;
    const ended = end === undefined ? undefined : detailsOf(end);
    const failure = end === undefined ? undefined : ended?.failure?.(end);
    const answer = end === undefined ? undefined : ended?.answer?.(end);
    this.#spans.push({
      ...details,
      id,
      parent,
      root: this.#roots.get(id) ?? id,
      causedAt: this.#log.fact(cause)?.at ?? from,
      component: begin.component === 'person' ? 'kubectl' : begin.component,
      from,
      to,
      attributes: { ...details.attributes, ...answer },
      ...defined({ error: failure }),
    });
  }
}

/** The span that a fact begins or is; `undefined` if it is none. */
function spanOf(log: TraceLog, fact: Fact): SpanDetails | undefined {
  const request = requestOf(fact);
  const asked = request === undefined ? undefined : askedOf(log, request);
  return detailsOf(fact).span?.(fact, asked);
}

/** The content of a request, as the API server read it. */
function askedOf(log: TraceLog, request: number): FactOf<'RequestInfoResolved'> | undefined {
  for (const id of log.factsOfRequest(request)) {
    const fact = log.fact(id);
    if (fact?.type === 'RequestInfoResolved') return fact;
  }
  return undefined;
}

/** What both ends of a span have in common. */
function openKey(span: Enclosure, fact: Fact): string {
  const component = fact.component === 'person' ? 'kubectl' : fact.component;
  // Etcd answers for what the API server began, and knows only the key.
  return span === 'write' ? `write ${keyOf(fact) ?? ''}` : `${span} ${component} ${pairOf(fact)}`;
}

/** The request that a fact of the API server belongs to, as its sender sent it. */
export const sentFor = (log: TraceLog, fact: Fact): FactOf<'RequestSent'> | undefined => {
  const first = log.fact(log.factsOfRequest(log.requestOf(fact.id))[0] ?? 0);
  return first?.type === 'RequestSent' ? first : undefined;
};

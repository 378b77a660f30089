/**
 * A run as OTLP/JSON: what a file of the OpenTelemetry collector holds. Each chain of causes is a
 * trace, each component a resource. Ids are made of the seed and the facts' numbers, so the same
 * run gives the same file.
 */
import { runEpoch } from '#base/sim-time';
import type { TraceLog } from '#player/trace-log';
import type { FactId } from '#trace/fact';
import { type Span, spansOf } from './spans.ts';

interface KeyValue {
  readonly key: string;
  readonly value:
    | { readonly stringValue: string }
    | { readonly intValue: string }
    | { readonly boolValue: boolean };
}

/** `SpanKind` and `Status.code` of opentelemetry.proto.trace.v1. */
const kinds = { internal: 1, server: 2, client: 3 } as const;
const failed = 2;

export interface OtlpOptions {
  readonly seed: number;
  /** The first fact that counts. */
  readonly from?: FactId;
}

/** The file's text: one line, a TracesData message. */
export function otlpJson(log: TraceLog, { seed, from = 1 }: OtlpOptions): string {
  const byComponent = new Map<string, Span[]>();
  for (const span of spansOf(log, from)) {
    const known = byComponent.get(span.component);
    if (known === undefined) byComponent.set(span.component, [span]);
    else known.push(span);
  }
  const resourceSpans = [...byComponent].map(([component, spans]) => ({
    resource: { attributes: resourceOf(component) },
    scopeSpans: scopesOf(spans, seed),
  }));
  return `${JSON.stringify({ resourceSpans })}\n`;
}

/** `node-1/kubelet` is the service `kubelet` on the host `node-1`. */
function resourceOf(component: string): readonly KeyValue[] {
  const [process = '', part] = component.split('/');
  const onNode = part !== undefined && !/^(kube|etcd)/.test(process);
  const own = {
    'service.name': onNode ? part : process,
    ...(onNode ? { 'host.name': process, 'k8s.node.name': process } : {}),
    ...(part !== undefined && !onNode ? { 'service.instance.id': component } : {}),
  };
  return Object.entries(own).map(([key, value]) => attribute(key, value));
}

function scopesOf(spans: readonly Span[], seed: number): readonly object[] {
  const names = [...new Set(spans.map(({ scope }) => scope))];
  return names.map((name) => ({
    scope: { name },
    spans: spans.filter(({ scope }) => scope === name).map((span) => otlpSpan(span, seed)),
  }));
}

function otlpSpan(span: Span, seed: number): object {
  const { id, parent, root, name, kind, from, to, attributes, error } = span;
  const own = Object.entries(attributes).filter(([, value]) => value !== '');
  return {
    traceId: hex(seed, 16) + hex(root, 16),
    spanId: hex(id, 16),
    ...(parent === undefined ? {} : { parentSpanId: hex(parent, 16) }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(from),
    endTimeUnixNano: nanoseconds(to),
    attributes: [
      ...own.map(([key, value]) => attribute(key, value)),
      attribute('podyssey.fact', id),
    ],
    ...(error === undefined ? {} : { status: { code: failed, message: error } }),
  };
}

function attribute(key: string, value: string | number | boolean): KeyValue {
  if (typeof value === 'number') return { key, value: { intValue: String(Math.trunc(value)) } };
  return { key, value: typeof value === 'boolean' ? { boolValue: value } : { stringValue: value } };
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** A 64-bit number is a text in JSON. */
const nanoseconds = (at: number): string => `${runEpoch + at}000`;

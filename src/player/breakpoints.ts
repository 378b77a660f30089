/**
 * Places to stop at: a component that gets its turn, a verb of a request, a resource or an object
 * that is requested or written, an Event's reason, a kind of fact. As text
 * `component:kube-scheduler`, for links.
 */
import { verbOfRequest } from '#facts/requests';
import type { FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';
import { objectKey, storedObjectKey, withoutGroup } from '#trace/object-key';
import type { Here } from './here.ts';
import type { TraceLog } from './trace-log.ts';

export const breakpointKinds = [
  'component',
  'verb',
  'resource',
  'object',
  'event',
  'fact',
] as const;
export type BreakpointKind = (typeof breakpointKinds)[number];

export interface Breakpoint {
  readonly kind: BreakpointKind;
  readonly value: string;
}

export const breakpointText = ({ kind, value }: Breakpoint): string => `${kind}:${value}`;

/** Reads a comma list of breakpoints; unknown ones are left out. */
export function readBreakpoints(list: string): readonly Breakpoint[] {
  return list.split(',').flatMap((text): Breakpoint[] => {
    const [, kind, value = ''] = /^(\w+):(.+)$/.exec(text.trim()) ?? [];
    const known = breakpointKinds.find((each) => each === kind);
    return known === undefined ? [] : [{ kind: known, value }];
  });
}

/** The value of a fact that each kind of breakpoint compares; `undefined` if it has none. */
export function partOf(kind: BreakpointKind, fact: Fact): string | undefined {
  switch (kind) {
    case 'component':
      return fact.component;
    case 'verb':
      return fact.type === 'RequestSent' ? verbOfRequest(fact.method, fact.url) : undefined;
    case 'resource':
      if (fact.type === 'RequestSent') return withoutGroup(fact.ref.resource);
      return fact.type === 'TxnCommitted' ? fact.key.split('/')[2] : undefined;
    case 'object':
      return objectOf(fact);
    case 'event':
      return fact.type === 'EventRecorded' ? fact.reason : undefined;
    case 'fact':
      return fact.type;
  }
}

/** `pods/default/nginx`, for an object that is requested, written, or heard of. */
function objectOf(fact: Fact): string | undefined {
  if (fact.type === 'TxnCommitted') return storedObjectKey(fact.key);
  if (fact.type !== 'RequestSent' && fact.type !== 'WatchEventReceived') return undefined;
  return fact.ref.name === '' ? undefined : objectKey(fact.ref);
}

/** Kinds that stop at any fact of a command; the others stop at steps. */
const atAnyFact = new Set<BreakpointKind>(['fact', 'event']);

/**
 * The first fact after the cursor that a breakpoint stops at, up to a given fact, together with the
 * breakpoint. Breakpoints on a component stop when it gets its turn, those on a kind of fact at any
 * fact of a command, all others at steps.
 */
export function nextBreak(
  {
    log,
    cursor,
    breakpoints,
  }: Pick<Here, 'log' | 'cursor'> & { readonly breakpoints: readonly Breakpoint[] },
  upTo: FactId = log.facts.length,
): { readonly fact: FactId; readonly breakpoint: Breakpoint } | undefined {
  if (breakpoints.length === 0) return undefined;
  for (let id = cursor + 1; id <= upTo; id++) {
    const breakpoint = breakpoints.find((each) => stopsAt(log, id, each));
    if (breakpoint !== undefined) return { fact: id, breakpoint };
  }
  return undefined;
}

function stopsAt(log: TraceLog, id: FactId, { kind, value }: Breakpoint): boolean {
  // No fact of quiet time is a step.
  const fact = log.isNoise(id) ? undefined : log.fact(id);
  if (fact === undefined || partOf(kind, fact) !== value) return false;
  if (atAnyFact.has(kind)) return true;
  const step = log.stepAt(id);
  if (step?.fact !== id) return false;
  const before = log.fact(log.steps[step.index - 1]?.fact ?? 0);
  return kind !== 'component' || before?.component !== value;
}

/** The breakpoints that a run can offer: the values of a kind among its steps, each once. */
export function breakpointValues(log: TraceLog, kind: BreakpointKind): readonly string[] {
  const values = new Set<string>();
  const own = atAnyFact.has(kind) ? log.toldFacts() : log.steps.map(({ fact }) => fact);
  for (const id of own) {
    const fact = log.fact(id);
    const value = fact && partOf(kind, fact);
    if (value !== undefined && value !== '') values.add(value);
  }
  return kind === 'component' ? [...values] : [...values].sort();
}
